use taffrail::prelude::*;

const FEWEST: u32 = 9;

/// Asks for a few.
#[prompt]
async fn few(
    /// How many.
    #[arg(min = FEWEST, max = 3)]
    count: u32,
) -> String {
    count.to_string()
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![few];
}
