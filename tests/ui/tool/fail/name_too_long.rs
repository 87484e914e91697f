use taffrail::prelude::*;

/// Finds orders.
#[tool(readonly, name = "find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_find_orders_")]
async fn find_orders() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_orders];
}
