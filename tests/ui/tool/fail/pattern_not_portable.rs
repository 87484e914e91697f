use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// A code.
    #[arg(pattern = "(?i)^a")]
    flagged: String,
    /// A code.
    #[arg(pattern = "^[a")]
    broken: String,
    /// A code.
    #[arg(pattern = "\\A[0-9]")]
    anchored: String,
) {
    let _ = (flagged, broken, anchored);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
