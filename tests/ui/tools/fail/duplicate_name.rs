use taffrail::prelude::*;

mod billing {
    use super::*;

    /// Finds bills.
    #[tool(readonly, when = "bills are wanted")]
    pub async fn search() {}
}

mod orders {
    use super::*;

    /// Finds orders.
    #[tool(readonly, name = "Search", when = "orders are wanted")]
    pub async fn search() {}
}

fn main() {
    let _: taffrail::Tools<()> = tools![billing::search, orders::search];
}
