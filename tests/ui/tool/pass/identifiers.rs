use taffrail::prelude::*;


/// An order.
#[derive(ToolOutput)]
struct Order {
    id: String,
    line_id: u32,
    total_cents: i64,
    #[tool_output(allow(wide_integer, reason = "tenants are numbered from one"))]
    tenant_id: u64,
}

/// Returns an order.
#[tool(readonly)]
async fn show_order(
    /// The order.
    id: u32,
    /// The tenant.
    #[arg(max = 9_007_199_254_740_991)]
    tenant_id: u64,
    /// The line.
    line_id: String,
    /// How many bytes at most.
    bytes: u64,
    /// The shard.
    #[arg(allow(wide_integer, reason = "there are only a few shards"))]
    shard_id: u64,
) -> Json<Order> {
    let _ = (bytes, shard_id);
    Json(Order { id: line_id, line_id: id, total_cents: 1, tenant_id })
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_order];
}
