//! GR-127, ELIC-04: nested, listed and mapped fields cannot be drawn.

use std::collections::BTreeMap;

use taffrail::prelude::*;

#[derive(Elicit)]
struct Address {
    street: String,
}

#[derive(Elicit)]
struct Order {
    address: Address,
    lines: Vec<String>,
    extras: BTreeMap<String, String>,
}

fn main() {
    let _ = taffrail::Form::schema::<Order>();
}
