use taffrail::prelude::*;

/// A thing.
#[tool(readonly)]
struct Thing;

/// Things.
#[tool(readonly)]
mod things {}

/// Answers.
#[tool(readonly)]
impl Thing {}

fn main() {
    let _ = Thing;
}
