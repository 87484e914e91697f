//! The place of an argument among the others, as a type: [`P0`], [`P1`] to [`P15`], then `(P1, P0)` and so on, as digits.
//!
//! A number would say the same. But to the compiler each number in the place of a type is a body of its own, to be checked
//! on its own, and there would be more of them in an expansion than of everything else.

macro_rules! positions {
    ($($position:ident)*) => {
        $(
            /// One digit of a place.
            #[derive(Debug)]
            pub enum $position {}
        )*
    };
}

positions!(P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15);
