use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, when = "things are wanted")]
async fn find_things() {}

/// Adds a thing.
#[tool(additive)]
async fn add_thing() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things, add_thing];
}
