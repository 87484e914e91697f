use taffrail::prelude::*;

/// Counts.
#[tool(readonly, closed_world)]
async fn count() -> &'static str {
    "one"
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![];
    let _: taffrail::Prompts<()> = prompts!["hello"];
    let _: taffrail::Prompts<()> = prompts![count];
}
