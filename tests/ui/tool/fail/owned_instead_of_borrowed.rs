use std::sync::Arc;

use taffrail::prelude::*;

#[derive(Provides)]
struct App {
    db: Db,
}

struct Db;

/// Finds things.
#[tool(readonly)]
async fn find_things(ctx: Context, db: Arc<Db>, page: PageRequest<20, 100>) {
    let _ = (ctx, db, page);
}

fn main() {
    let _ = App { db: Db }.db;
    let _: taffrail::Tools<App> = tools![find_things];
}
