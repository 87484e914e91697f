use taffrail::prelude::*;

/// Sends an invoice to a customer.
#[tool(additive)]
async fn send_invoice(
    /// Whom to send it to.
    customer: String,
) {
    let _ = (customer,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![send_invoice];
}
