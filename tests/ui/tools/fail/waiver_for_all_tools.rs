use taffrail::prelude::*;

/// Says hello to everybody.
#[tool(readonly)]
async fn greet() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![allow(not_idempotent, reason = "nothing here runs twice"); greet];
}
