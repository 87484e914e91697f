use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// How many.
    #[arg(min = 100, max = 20)]
    limit: u32,
    /// How warm.
    #[arg(min = -1.5, max = -2.5)]
    warmth: f64,
    /// What.
    #[arg(min_len = 5, max_len = 3)]
    what: String,
) {
    let _ = (limit, warmth, what);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
