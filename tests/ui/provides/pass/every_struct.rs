//! States of every shape.

use std::sync::Arc;

use taffrail::prelude::*;

trait Clock: Send + Sync {}

struct Wall;

impl Clock for Wall {}

#[derive(Provides)]
struct App {
    clock: Arc<dyn Clock>,
    first: u32,
    #[provides(skip)]
    second: u32,
}

#[derive(Provides)]
struct Pair(String, u32);

#[derive(Provides)]
struct Nothing;

/// Reads the clock.
#[tool(readonly)]
async fn read(clock: &Arc<dyn Clock>, number: &u32, app: &App, ctx: &Context) {
    let _ = (clock, number, app.second, ctx);
}

/// Reads a pair.
#[tool(readonly)]
async fn pair(text: &String, number: &u32) {
    let _ = (text, number);
}

/// Reads nothing.
#[tool(readonly)]
async fn nothing(ctx: &Context) {
    let _ = ctx;
}

fn main() {
    let app = App { clock: Arc::new(Wall), first: 1, second: 2 };
    let _ = (app.first, Pair(String::new(), 1), Nothing);
    let _: taffrail::Tools<App> = tools![read];
    let _: taffrail::Tools<Arc<App>> = tools![read];
    let _: taffrail::Tools<Pair> = tools![pair];
    let _: taffrail::Tools<Nothing> = tools![nothing];
    let _: taffrail::Tools<()> = tools![nothing];
}
