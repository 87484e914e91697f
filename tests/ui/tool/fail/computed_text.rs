use taffrail::prelude::*;


/// Returns the open tickets.
#[tool(readonly, when = format!("one of {} tickets is wanted", 3), title = env!("TITLE"))]
async fn list_tickets() {}

fn main() {
    let _: taffrail::Tools<()> = tools![list_tickets];
}
