use taffrail::prelude::*;

/// Finds invoices.
#[tool(readonly, instead(get_invoce = "one is wanted"))]
async fn find_invoices() {}

/// Returns an invoice.
#[tool(readonly)]
async fn get_invoice() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_invoices];
}
