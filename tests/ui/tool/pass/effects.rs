//! GR-22, 23, 24: every honest way to state an effect.

use taffrail::prelude::*;

struct Orders;
struct OrderBook;

impl taffrail::WriteAccess for OrderBook {}

#[derive(Provides)]
struct App {
    orders: Orders,
    book: OrderBook,
}

/// Reads.
#[tool(readonly, closed_world, when = "reading")]
async fn read(orders: &Orders, ctx: &Context) {
    let _ = (orders, ctx);
}

/// Adds.
#[tool(additive, when = "adding", allow(not_idempotent, reason = "each call shall add one"))]
async fn add(book: &OrderBook) {
    let _ = book;
}

/// Adds once.
#[tool(additive, idempotent, when = "adding once")]
async fn add_once(app: &App) {
    let _ = app;
}

/// Deletes.
#[tool(destructive, idempotent, closed_world, when = "deleting", needs(elicitation, roots), timeout = "1 min")]
async fn delete(
    /// Whether to say only what would be deleted.
    #[arg(default = true)]
    dry_run: bool,
    book: &OrderBook,
) {
    let _ = (dry_run, book);
}

fn main() {
    let _ = App { orders: Orders, book: OrderBook };
    let _: taffrail::Tools<App> = tools![read, add, add_once, delete];
}
