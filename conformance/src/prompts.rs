//! The suite's prompts, and a completer for the arguments of one of them.

use taffrail::prelude::*;
use taffrail::{Image, MessageResource};

use crate::content::PIXEL;

/// Says one line of text.
#[prompt]
pub(crate) async fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Says its two arguments.
#[prompt(complete(arg1 = words, arg2 = words))]
pub(crate) async fn test_prompt_with_arguments(
    /// The first thing to say.
    arg1: String,
    /// The second thing to say.
    arg2: String,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

#[completer]
pub(crate) async fn words(typed: String) -> Completion {
    Completion::matching(["testing", "tested", "untested"], &typed)
}

/// Shows a resource and asks for its processing.
#[prompt]
pub(crate) async fn test_prompt_with_embedded_resource(
    /// The URI under which the resource is shown.
    #[arg(name = "resourceUri")]
    resource_uri: String,
) -> [Message; 2] {
    let resource =
        MessageResource::text(resource_uri, "text/plain", "Embedded resource content for testing.");
    [Message::user(resource), Message::user("Please process the embedded resource above.")]
}

/// Shows a picture, a single red pixel as PNG, and asks what is on it.
#[prompt]
pub(crate) async fn test_prompt_with_image() -> [Message; 2] {
    [Message::user(Image::new(PIXEL, "image/png")), Message::user("Please analyze the image above.")]
}
