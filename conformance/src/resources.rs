//! The suite's resources: text, bytes, a template.

use taffrail::prelude::*;

use crate::content::PIXEL;

/// A line of text that never changes.
#[resource("test://static-text", mime_type = "text/plain")]
pub(crate) async fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture, a single red pixel.
#[resource("test://static-binary", mime_type = "image/png")]
pub(crate) async fn static_binary() -> Vec<u8> {
    PIXEL.to_vec()
}

/// What belongs to an id, as JSON that repeats it.
#[resource("test://template/{id}/data", mime_type = "application/json")]
pub(crate) async fn template_data(
    /// Any text.
    id: String,
) -> Json<serde_json::Value> {
    Json(serde_json::json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")}))
}
