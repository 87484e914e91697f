use taffrail::prelude::*;


/// Waits.
#[tool(readonly, when = "time must pass", instead(wait = "time must pass", rest = "a", rest = "b"))]
async fn wait() {}

/// Rests.
#[tool(readonly, when = "nothing must happen")]
async fn rest() {}

fn main() {
    let _: taffrail::Tools<()> = tools![wait, rest];
}
