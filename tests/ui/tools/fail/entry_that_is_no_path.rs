use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things() {}

/// Finds more.
#[tool(readonly, when = "more is wanted")]
async fn find_more() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things(), "find_more", 3, find_more find_things, find_more];
}
