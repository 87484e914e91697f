use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
#[tool(readonly)]
#[arg(min = 1)]
async fn find_things(
    /// How many.
    #[arg]
    #[serde(default)]
    limit: u32,
) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
