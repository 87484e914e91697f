use taffrail::prelude::*;

struct Anything;

/// Whatever.
#[derive(ToolInput)]
struct Wanted(Anything);

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// What is wanted.
    wanted: Wanted,
) {
    let _ = wanted.0;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
