use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, readonly, title = "A", title = "B", needs(roots, roots), scopes("a", "a"))]
async fn find_things(
    /// How many.
    #[arg(min = 1, min = 2)]
    limit: u32,
) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
