use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, crate = taffrail)]
async fn find_things() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
