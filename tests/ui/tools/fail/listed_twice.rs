use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, when = "things are wanted")]
async fn find_things() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things, find_things];
}
