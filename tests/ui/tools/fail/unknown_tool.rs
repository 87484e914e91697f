use taffrail::prelude::*;

/// Returns an invoice.
#[tool(readonly)]
async fn get_invoice() {}

async fn helper() {}

struct Invoice {}

fn main() {
    let _ = helper();
    let _: taffrail::Tools<()> = tools![get_invoce, get_invoice, helper];
    let _: taffrail::Tools<()> = tools![Invoice];
}
