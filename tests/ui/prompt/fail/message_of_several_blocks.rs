use taffrail::prelude::*;
use taffrail::EmbeddedResource;

/// Asks for what lies in two blocks.
#[prompt]
async fn blocks() -> Message {
    Message::user(vec![Text::new("a"), Text::new("b")])
}

/// Shows a resource without saying what it is.
#[prompt]
async fn untyped() -> Message {
    Message::user(EmbeddedResource::text("notes://7", "# Boats"))
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![blocks, untyped];
}
