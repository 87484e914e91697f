use taffrail::prelude::*;


struct Db;

struct Cache;

#[derive(Provides)]
struct App {
    db: Db,
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance(db: &Db, cache: &Cache) -> Json<u32> {
    let _ = (db, cache);
    Json(1)
}

fn main() {
    let _: taffrail::Tools<App> = tools![show_balance];
}
