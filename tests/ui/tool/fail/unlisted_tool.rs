#![deny(dead_code)]

use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things() {}

/// Finds more.
#[tool(readonly)]
async fn find_more(
    /// How many.
    limit: u32,
) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
