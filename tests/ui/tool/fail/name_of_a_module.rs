use taffrail::prelude::*;

mod billing {}

/// Finds bills.
#[tool(readonly)]
async fn billing() {}

fn main() {}
