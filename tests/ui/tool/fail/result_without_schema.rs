use taffrail::prelude::*;

struct Found;

/// Finds things.
#[tool(readonly)]
async fn find_things() -> Found {
    Found
}

/// Finds more.
#[tool(readonly, when = "more is wanted")]
async fn find_more() -> Vec<Found> {
    Vec::new()
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
