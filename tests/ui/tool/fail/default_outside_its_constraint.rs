use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// How many.
    #[arg(default = 500, max = 100)]
    limit: u32,
    /// Fewest days.
    #[arg(default = 0, min = 1, example = -3)]
    days: i32,
    /// A code.
    #[arg(pattern = "^[A-Z]{2}$", default = "euro", example = "EU", example = "e", max_len = 3)]
    code: String,
) {
    let _ = (limit, days, code);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
