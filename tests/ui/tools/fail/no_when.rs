use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, when = "things are wanted")]
async fn find_things() {}

/// Finds more.
#[tool(readonly)]
async fn find_more() {}

/// Finds less.
#[tool(readonly)]
async fn find_less() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things, find_more];
    let _: taffrail::Tools<()> = tools![find_things, find_more, find_less];
}
