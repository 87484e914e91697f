use taffrail::prelude::*;

struct Db;

#[derive(Provides)]
struct App {
    cache: String,
}

/// Says what the database holds.
#[prompt(complete(table = tables))]
async fn dump(
    /// The table.
    table: String,
    db: &Db,
) -> String {
    let _ = db;
    table
}

#[completer]
async fn tables(typed: String, db: &Db) -> Vec<String> {
    let _ = db;
    vec![typed]
}

fn main() {
    let app = App { cache: String::new() };
    let _ = &app.cache;
    let _: taffrail::Prompts<App> = prompts![dump];
}
