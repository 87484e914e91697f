use taffrail::prelude::*;


/// Waits.
#[tool(readonly, timeout = "0s", when = "zero")]
async fn zero() {}

/// Waits.
#[tool(readonly, timeout = "30", when = "no unit")]
async fn unitless() {}

/// Waits.
#[tool(readonly, timeout = 30, when = "no text")]
async fn number() {}

fn main() {
    let _: taffrail::Tools<()> = tools![zero, unitless, number];
}
