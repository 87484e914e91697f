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
#[tool(
    destructive,
    irreversible,
    confirm(fallback = refuse),
    max_affected = 1,
    idempotent,
    closed_world,
    when = "deleting",
    needs(roots),
    uses(sampling),
    timeout = "1 min"
)]
async fn delete(dry_run: DryRun, book: &OrderBook, ctx: &Context) -> Result<Guarded<()>, Failure> {
    let _ = book;
    match dry_run {
        DryRun::Yes(preview) => Ok(preview.of(())),
        DryRun::No(intent) => Ok(intent.confirm(ctx, "Delete the order?").affecting(1).await?.done(())),
    }
}

fn main() {
    let _ = App { orders: Orders, book: OrderBook };
    let _: taffrail::Tools<App> = tools![read, add, add_once, delete];
}
