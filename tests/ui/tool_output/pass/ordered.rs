use taffrail::prelude::*;


use std::collections::{BTreeMap, BTreeSet};

/// What is in stock.
#[derive(ToolOutput)]
struct Stock {
    by_name: BTreeMap<String, u32>,
    shelves: BTreeSet<String>,
    order: Vec<String>,
}

/// Returns what is in stock.
#[tool(readonly)]
async fn show_stock() -> Json<Stock> {
    Json(Stock { by_name: BTreeMap::new(), shelves: BTreeSet::new(), order: Vec::new() })
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_stock];
}
