use taffrail::prelude::*;


use std::sync::Mutex;

static GREETING: &str = "hello";

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
    static LEAST: usize = 1;
    let count = db.rows.lock().unwrap().len();
    std::future::ready(GREETING).await;
    Json(count.max(LEAST))
}

fn main() {
    let _: taffrail::Tools<App> = tools![count_rows];
}
