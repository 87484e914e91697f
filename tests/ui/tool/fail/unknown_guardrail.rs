use taffrail::prelude::*;

/// Says hello to everybody.
#[tool(readonly, allow(no_wen, reason = "there is one tool only"), allow(too_clever, reason = "there is no such thing"))]
async fn greet() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![greet];
}
