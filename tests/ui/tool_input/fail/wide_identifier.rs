use taffrail::prelude::*;


/// Whose order it is.
#[derive(ToolInput)]
struct Owner {
    /// The owner.
    owner_id: usize,
}

/// Returns the orders of an owner.
#[tool(readonly)]
async fn show_orders(
    /// Whose.
    owner: Owner,
) {
    let _ = owner.owner_id;
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_orders];
}
