use taffrail::prelude::*;

/// Returns an order of a customer.
#[tool(readonly)]
async fn show_order(
    /// The customer.
    customer_id: u64,
    /// The order; left out, the last one.
    id: Option<i64>,
) {
    let _ = (customer_id, id,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_order];
}
