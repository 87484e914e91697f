//! The deprecated `enumNames` where there is nothing to name; and what is deprecated about it.

#![deny(deprecated)]

use taffrail::prelude::*;

#[derive(Elicit)]
#[elicit(enum_names)]
struct Order {
    number: u32,
}

#[derive(Elicit)]
#[elicit(enum_names)]
enum Colour {
    Red,
    Blue,
}

#[derive(Elicit)]
#[elicit(enum_names = true)]
enum Shade {
    /// As the night.
    Dark,
}

#[derive(Elicit)]
#[elicit(enum_name)]
enum Shape {
    /// As the world.
    Round,
}

fn main() {}
