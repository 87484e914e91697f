use taffrail::prelude::*;

/// Finds orders by their number.
#[tool(readonly, name = "find orders", when = "an order is wanted")]
async fn find_orders() {}

/// Finds orders by their place.
#[tool(readonly, when = "a place is known")]
async fn bestellungen_für() {}

/// Finds orders by their path.
#[tool(readonly, name = "orders/find", when = "a path is known")]
async fn find_by_path() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_orders, bestellungen_für, find_by_path];
}
