use taffrail::prelude::*;


use std::collections::{BTreeMap, HashMap, HashSet};

/// What is in stock.
#[derive(ToolOutput)]
struct Stock {
    by_name: HashMap<String, u32>,
    shelves: BTreeMap<String, Vec<HashSet<String>>>,
}

/// Returns what is in stock.
#[tool(readonly)]
async fn show_stock() -> Json<Stock> {
    Json(Stock { by_name: HashMap::new(), shelves: BTreeMap::new() })
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_stock];
}
