use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, instead("get_thing" = "one is wanted", get_thing, get_thing = "a", get_thing = "b", find_things = "c"))]
async fn find_things() {}

/// Returns a thing.
#[tool(readonly)]
async fn get_thing() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
