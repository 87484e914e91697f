//! GR-70: a type that derives serde's traits as well, with the renames that both derives read alike.

use taffrail::prelude::*;

#[derive(ToolInput)]
#[serde(rename_all = "camelCase")]
struct Filter {
    /// Since when.
    since_date: String,
    /// Where.
    #[serde(rename = "where")]
    place: Option<String>,
    /// How many.
    #[serde(default)]
    how_many: u32,
    /// How few.
    #[serde(default = "few")]
    how_few: u32,
    /// Which.
    #[serde(rename = "which")]
    #[arg(name = "which")]
    which: Kind,
}

#[derive(ToolInput)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Kind {
    OpenOrders,
    #[serde(rename = "closed")]
    ClosedOrders,
}

fn few() -> u32 {
    3
}

/// Finds things.
#[tool(readonly)]
async fn find(#[arg(flatten)] filter: Filter) {
    let _ = (filter.since_date, filter.place, filter.how_many, filter.how_few, filter.which);
    let _ = (Kind::OpenOrders, Kind::ClosedOrders);
}

fn main() {
    let tools: taffrail::Tools<()> = tools![find];
    let input = serde_json::to_string(&tools.into_vec()[0].definition().input).unwrap();
    for name in ["sinceDate", "where", "howMany", "howFew", "which", "OPEN_ORDERS", "closed"] {
        assert!(input.contains(&format!("\"{name}\"")), "{name} in {input}");
    }
}
