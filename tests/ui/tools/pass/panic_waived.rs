use taffrail::prelude::*;

/// Says hello to everybody.
#[tool(readonly)]
async fn greet() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![allow(panic_abort, reason = "a supervisor restarts the server at once"); greet];
}
