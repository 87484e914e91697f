//! GR-128: a default is one of the options, because it is one of the variants.

use taffrail::prelude::*;

#[derive(Elicit)]
enum Colour {
    Red,
    Green,
}

#[derive(Elicit)]
struct Paint {
    #[arg(default = Colour::Blue)]
    colour: Colour,
    #[arg(default = "green")]
    other: Colour,
}

fn main() {
    let _ = (Colour::Red, Colour::Green);
    let _ = taffrail::Form::schema::<Paint>();
}
