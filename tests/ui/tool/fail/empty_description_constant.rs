use taffrail::prelude::*;

#[doc = concat!("", " ")]
#[tool(readonly)]
async fn find_overdue_invoices() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_overdue_invoices];
}
