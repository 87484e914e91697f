use taffrail::prelude::*;

struct Invoice;

/// Finds invoices.
#[tool(readonly, instead(Invoice = "one is wanted"))]
async fn find_invoices() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_invoices];
}
