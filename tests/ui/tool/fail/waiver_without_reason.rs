use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, allow(no_when), allow(no_wehn, reason = "it is the only tool"), allow(long_description, reason = "because"))]
async fn find_things() {}

/// Finds more.
#[tool(readonly, allow(no_when, long_description), allow)]
async fn find_more() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
