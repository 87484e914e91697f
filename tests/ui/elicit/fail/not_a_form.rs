//! What cannot be a form at all.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Nothing {}

#[derive(Elicit)]
struct Unnamed(String);

#[derive(Elicit)]
enum Means {
    Train(String),
    Foot,
}

#[derive(Elicit)]
struct Of<T> {
    value: T,
}

struct Plain;

async fn ask(ctx: &Context) -> Result<Plain, Failure> {
    ctx.elicit("What?").await
}

fn main() {
    let _ = (ask, Means::Foot);
}
