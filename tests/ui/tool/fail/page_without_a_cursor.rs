use taffrail::prelude::*;


/// Returns the names of customers, in order.
#[tool(readonly)]
async fn list_customers(
    /// How many at most.
    #[arg(default = 20, min = 1, max = 100)]
    limit: u32,
) -> Page<String> {
    let _ = limit;
    Page::last(Vec::new())
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_customers];
}
