use taffrail::prelude::*;


/// An order.
#[derive(ToolOutput)]
struct Order {
    order_id: u64,
    parts: Vec<Part>,
}

/// A part of it.
#[derive(ToolOutput)]
struct Part {
    #[tool_output(allow(wide_integer, reason = "parts are numbered from one"))]
    id: i64,
    #[tool_output(allow(wide_integer, reason = "there are never so many"))]
    count: u64,
}

/// Returns the order that was placed last.
#[tool(readonly)]
async fn last_order() -> Json<Order> {
    Json(Order { order_id: 1, parts: vec![Part { id: 1, count: 1 }] })
}

fn main() {
    let _: taffrail::Tools<()> = tools![last_order];
}
