use taffrail::prelude::*;


/// No `ToolOutput`.
struct Balance {
    cents: u32,
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Json<Balance> {
    Json(Balance { cents: 1 })
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
