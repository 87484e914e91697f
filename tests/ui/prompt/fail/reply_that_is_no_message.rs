use taffrail::prelude::*;

/// Asks for a number.
#[prompt]
async fn number() -> u32 {
    7
}

/// Asks for two blocks in one message.
#[prompt]
async fn blocks() -> Vec<Content> {
    Vec::new()
}

/// Asks for nothing.
#[prompt]
async fn nothing() {}

fn main() {
    let _: taffrail::Prompts<()> = prompts![number, blocks, nothing];
}
