//! GR-127, ELIC-05: keywords outside of the permitted ones.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Order {
    #[arg(pattern = "^[0-9]+$")]
    number: String,
    #[arg(secret)]
    hint: String,
    #[arg(format = "hostname")]
    host: String,
    #[arg(format = "datetime")]
    at: String,
    #[arg(flatten)]
    rest: String,
    #[arg(tittle = "Colour")]
    colour: String,
}

fn main() {
    let _ = taffrail::Form::schema::<Order>();
}
