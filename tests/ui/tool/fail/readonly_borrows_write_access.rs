use taffrail::prelude::*;

struct Orders;
struct OrderBook;

impl taffrail::WriteAccess for OrderBook {}

#[derive(Provides)]
struct App {
    orders: Orders,
    book: OrderBook,
}

/// Lists orders.
#[tool(readonly)]
async fn list_orders(orders: &Orders, book: &OrderBook) {
    let _ = (orders, book);
}

fn main() {
    let _ = App { orders: Orders, book: OrderBook };
    let _: taffrail::Tools<App> = tools![list_orders];
}
