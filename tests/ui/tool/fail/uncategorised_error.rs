use taffrail::prelude::*;

struct Broken;

/// Finds things.
#[tool(readonly)]
async fn find_things() -> Result<(), Broken> {
    Err(Broken)
}

/// Finds more.
#[tool(readonly)]
async fn find_more() -> Result<(), String> {
    Ok(())
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
