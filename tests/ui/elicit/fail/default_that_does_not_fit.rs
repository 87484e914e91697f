//! GR-128, ELIC-07: a form that is filled in wrongly before anybody has seen it.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Order {
    #[arg(min = 1, max = 9, default = 10)]
    count: u8,
    #[arg(max_len = 3, default = "Vienna")]
    airport: String,
    #[arg(min = 5, max = 2)]
    range: u32,
}

fn main() {
    let _ = taffrail::Form::schema::<Order>();
}
