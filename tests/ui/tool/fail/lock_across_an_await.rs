use taffrail::prelude::*;


use std::sync::Mutex;

struct Db {
    rows: Mutex<Vec<u32>>,
}

#[derive(Provides)]
struct App {
    db: Db,
}

/// Counts the rows.
#[tool(readonly)]
async fn count_rows(db: &Db) -> Json<usize> {
    let rows = db.rows.lock().unwrap();
    std::future::ready(()).await;
    Json(rows.len())
}

fn main() {
    let _: taffrail::Tools<App> = tools![count_rows];
}
