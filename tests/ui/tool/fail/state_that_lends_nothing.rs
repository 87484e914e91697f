use taffrail::prelude::*;

struct Db;

struct App {
    db: Db,
}

/// Counts things.
#[tool(readonly)]
async fn count(db: &Db) -> String {
    let _ = db;
    String::new()
}

fn main() {
    let _ = App { db: Db }.db;
    let _: taffrail::Tools<App> = tools![count];
}
