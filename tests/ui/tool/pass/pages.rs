use taffrail::prelude::*;


use taffrail::Cursor;

/// Returns the names of customers, in order.
#[tool(readonly, when = "customers are wanted")]
async fn list_customers(#[arg(flatten)] page: PageRequest<20, 100>) -> Page<String> {
    page.page(Vec::new(), None::<u32>)
}

/// Returns the names of suppliers, in order.
#[tool(readonly, when = "suppliers are wanted")]
async fn list_suppliers(
    /// Where to go on.
    cursor: Option<Cursor>,
) -> Result<Page<String>, taffrail::Failure> {
    let _ = cursor;
    Ok(Page::last(Vec::new()))
}

/// Returns the three nearest shops, nearest first.
#[tool(readonly, when = "a shop is wanted")]
async fn nearest_shops() -> Json<[u8; 3]> {
    Json([1, 2, 3])
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_customers, list_suppliers, nearest_shops];
}
