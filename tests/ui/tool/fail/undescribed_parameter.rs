use taffrail::prelude::*;

/// Finds invoices.
#[tool(readonly)]
async fn find_invoices(since: u32, #[arg(max = 3)] until: u32) {
    let _ = (since, until);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_invoices];
}
