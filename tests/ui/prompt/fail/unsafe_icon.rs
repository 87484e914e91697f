use taffrail::prelude::*;

/// Says hello.
#[prompt(
    icon = "http://example.com/icon.png",
    icon("javascript:alert(1)"),
    icon("/icon.png", mime_type = "png"),
    icon("https://example.com/icon.png", sizes("48*48"), theme = "blue")
)]
async fn hello() -> &'static str {
    "Hello."
}

/// Counts.
#[tool(readonly, closed_world, icon = "file:///icon.png")]
async fn count() -> &'static str {
    "one"
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![hello];
    let _: taffrail::Tools<()> = tools![count];
}
