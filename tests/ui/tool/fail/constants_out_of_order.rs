use taffrail::prelude::*;

const FEW: u32 = 10;
const MANY: u32 = 100;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// How many.
    #[arg(min = MANY, max = FEW)]
    limit: u32,
    /// How many days.
    #[arg(default = MANY * 4, max = 365)]
    days: u32,
    /// How many seconds.
    #[arg(default = 0, min = FEW)]
    seconds: u32,
) {
    let _ = (limit, days, seconds);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
