//! Constraints apply to types that have what is constrained.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Order {
    #[arg(min = 1)]
    name: String,
    #[arg(max_len = 3)]
    count: u8,
    #[arg(format = "email")]
    agreed: bool,
}

fn main() {
    let _ = taffrail::Form::schema::<Order>();
}
