use taffrail::prelude::*;

struct Item;

type Items = Vec<Item>;

/// Asks for a comparison.
#[prompt]
async fn compare(
    /// What to compare.
    items: Vec<Item>,
    /// The same under another name.
    alias: Items,
    /// How thoroughly.
    depth: u8,
) -> String {
    format!("{} {} {depth}", items.len(), alias.len())
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![compare];
}
