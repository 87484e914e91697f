use taffrail::prelude::*;

type Money = f64;

#[derive(ToolInput)]
struct Price(Money);

/// Finds things.
#[tool(readonly, header(price = "Price", least = "Least"))]
async fn find_things(
    /// The most.
    price: Money,
    /// The least.
    least: Option<Price>,
) {
    let _ = (price, least.map(|least| least.0));
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
