use taffrail::prelude::*;

struct Db;

#[derive(Provides)]
struct App {
    orders: Db,
    invoices: Db,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(db: &Db, app: &App, ctx: &Context) {
    let _ = (db, app, ctx);
}

fn main() {
    let _ = App { orders: Db, invoices: Db };
    let _: taffrail::Tools<App> = tools![find_things];
}
