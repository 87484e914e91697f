use taffrail::prelude::*;

struct Db;
struct Mailer;

#[derive(Provides)]
struct App {
    db: Db,
}

/// Sends things.
#[tool(readonly)]
async fn send(db: &Db, mailer: &Mailer, ctx: &Context) {
    let _ = (db, mailer, ctx);
}

fn main() {
    let _ = App { db: Db };
    let _: taffrail::Tools<App> = tools![send];
}
