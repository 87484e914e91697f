use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(#[arg(flatten)] limit: u32) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
