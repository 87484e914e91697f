use taffrail::prelude::*;


/// An order.
#[derive(taffrail::ToolOutput)]
struct Order {
    number: String,
}

/// Returns all orders.
#[tool(readonly)]
async fn list_orders() -> Result<Vec<Order>, taffrail::Failure> {
    Ok(vec![Order { number: String::new() }])
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_orders];
}
