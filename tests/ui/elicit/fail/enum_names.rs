//! The deprecated `enumNames` says what to do instead.

#![deny(deprecated)]

use taffrail::prelude::*;

#[derive(Elicit)]
#[elicit(enum_names)]
enum Meal {
    /// No meat.
    Vegetarian,
    Any,
}

fn main() {
    let _ = [Meal::Vegetarian, Meal::Any];
}
