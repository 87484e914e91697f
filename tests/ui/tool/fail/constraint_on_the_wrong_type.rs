use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// A name.
    #[arg(max = 40)]
    name: String,
    /// How many.
    #[arg(max_len = 40)]
    limit: u32,
    /// Which.
    #[arg(pattern = "^a")]
    which: Option<bool>,
) {
    let _ = (name, limit, which);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
