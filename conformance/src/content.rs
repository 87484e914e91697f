//! One tool for each kind of content block.

use taffrail::prelude::*;
use taffrail::{Audio, EmbeddedResource, Image};

/// A red pixel.
pub(crate) const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00,
    0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01,
    0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60,
    0x82,
];

/// Two silent samples, 8 bit, mono, 8 kHz.
const SILENCE: &[u8] =
    b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x02\0\0\0\x80\x80";

/// Returns one block of text.
#[tool(readonly, closed_world, when = "a client shows that it reads text")]
pub(crate) async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Returns one image, a single red pixel as PNG.
#[tool(
    readonly,
    closed_world,
    when = "a client shows that it reads images",
    allow(inline_media, reason = "one pixel is what the test suite asks for")
)]
pub(crate) async fn test_image_content() -> Image {
    Image::new(PIXEL, "image/png")
}

/// Returns one sound, two silent samples as WAV.
#[tool(
    readonly,
    closed_world,
    when = "a client shows that it reads audio",
    allow(inline_media, reason = "two samples is what the test suite asks for")
)]
pub(crate) async fn test_audio_content() -> Audio {
    Audio::new(SILENCE, "audio/wav")
}

/// Returns the contents of a resource within the result.
#[tool(readonly, closed_world, when = "a client shows that it reads embedded resources")]
pub(crate) async fn test_embedded_resource() -> EmbeddedResource {
    EmbeddedResource::text("test://embedded-resource", "This is an embedded resource content.")
        .mime_type("text/plain")
}

/// Returns a text, an image and an embedded resource in one result.
#[tool(readonly, closed_world, when = "a client shows that it reads several blocks in their order")]
pub(crate) async fn test_multiple_content_types() -> Reply {
    Reply::from(Text::new("Multiple content types test:")).and(Image::new(PIXEL, "image/png")).and(
        EmbeddedResource::text("test://mixed-content-resource", r#"{"test":"data","value":123}"#)
            .mime_type("application/json"),
    )
}

#[derive(Debug, thiserror::Error, ToolFailure)]
pub(crate) enum Intended {
    #[error("This tool intentionally returns an error for testing")]
    #[failure(business, action = "nothing: the failure is the answer")]
    Always(#[source] std::io::Error),
}

/// Fails, always, with a result that says so.
#[tool(
    readonly,
    closed_world,
    when = "a client shows that it tells a failed call from an error of the protocol"
)]
pub(crate) async fn test_error_handling() -> Result<(), Intended> {
    Err(Intended::Always(std::io::Error::other("the cause, which no client is sent")))
}
