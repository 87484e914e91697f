//! What a resource holds (*Resources > Resource Contents*).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::content::Body;
use super::{Json, Refusal};
use crate::ToolFailure;

/// One item of what a resource holds: text, or bytes as standard Base64.
///
/// Its URI is the one that was asked for and its MIME type the one that the resource declares, unless it says otherwise.
///
/// ```
/// use taffrail::Contents;
///
/// let items = vec![
///     Contents::text("# Boats").mime_type("text/markdown"),
///     Contents::bytes([0u8, 255]).mime_type("image/png").at("notes://7/sketch"),
/// ];
/// assert_eq!(items.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Contents {
    uri: Option<Cow<'static, str>>,
    mime_type: Option<Cow<'static, str>>,
    /// The MIME type where nobody says another one.
    usual: Option<&'static str>,
    body: Body,
    /// Of the bytes, not of their Base64.
    size: usize,
}

impl Contents {
    /// Text. An empty text is what an empty file holds.
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        Self { uri: None, mime_type: None, usual: None, size: text.len(), body: Body::Text(text) }
    }

    /// Bytes.
    pub fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        let body = Body::Blob(STANDARD.encode(bytes));
        Self { uri: None, mime_type: None, usual: None, size: bytes.len(), body }
    }

    /// Says what it is, for example `text/markdown`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Says under which URI this item can be read alone, for resources that hold several.
    #[must_use]
    pub fn at(mut self, uri: impl Into<Cow<'static, str>>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// How many bytes it has, before Base64.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Appends it as JSON, in answer to a request for `uri` of a resource with a MIME type.
    pub(crate) fn write(&self, out: &mut Vec<u8>, uri: &str, mime_type: Option<&str>) {
        let uri = self.uri.as_deref().unwrap_or(uri);
        self.body.write(out, uri, self.mime_type.as_deref().or(mime_type).or(self.usual));
    }
}

/// What became of reading a resource: its items, or `None` where nothing is under the URI. No items are nothing, too.
pub type Reading = Option<Vec<Contents>>;

/// A type that a resource may return.
///
/// Implemented for text, bytes (`Vec<u8>`), [`Contents`] and lists of them, [`Json`], `Option` of those (`None`: there is no
/// such resource), and `Result` of those with an error that is a [`ToolFailure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a resource holds",
    label = "not the contents of a resource",
    note = "return `String`, `Vec<u8>`, `Contents` (`Contents::text(…)`), `Vec<Contents>` or `Json<T>` (`Json(value)`); `Option` of those where the resource may not exist",
    note = "or a `Result` of those: `Result<_, Failure>`, or with an error of your own that derives `ToolFailure`"
)]
pub trait IntoContents {
    /// Becomes the contents.
    ///
    /// # Errors
    /// The failure, or what kept the value from being written as JSON.
    fn into_contents(self) -> Result<Reading, Refusal>;
}

impl IntoContents for Contents {
    fn into_contents(self) -> Result<Reading, Refusal> {
        Ok(Some(vec![self]))
    }
}

impl IntoContents for Vec<Contents> {
    fn into_contents(self) -> Result<Reading, Refusal> {
        Ok(Some(self))
    }
}

impl IntoContents for String {
    fn into_contents(self) -> Result<Reading, Refusal> {
        Contents::text(self).into_contents()
    }
}

impl IntoContents for &'static str {
    fn into_contents(self) -> Result<Reading, Refusal> {
        Contents::text(self).into_contents()
    }
}

impl IntoContents for Vec<u8> {
    fn into_contents(self) -> Result<Reading, Refusal> {
        Contents::bytes(self).into_contents()
    }
}

impl<T: Serialize> IntoContents for Json<T> {
    fn into_contents(self) -> Result<Reading, Refusal> {
        let text = serde_json::to_string(&self.0)
            .map_err(|error| Refusal::Internal(format!("a resource is no JSON: {error}")))?;
        Contents { usual: Some("application/json"), ..Contents::text(text) }.into_contents()
    }
}

impl<T: IntoContents> IntoContents for Option<T> {
    fn into_contents(self) -> Result<Reading, Refusal> {
        self.map_or(Ok(None), T::into_contents)
    }
}

impl<T: IntoContents, E: ToolFailure> IntoContents for Result<T, E> {
    fn into_contents(self) -> Result<Reading, Refusal> {
        match self {
            Ok(value) => value.into_contents(),
            Err(error) => Err(error.into_failure().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn sent(contents: &Contents, mime_type: Option<&str>) -> Value {
        let mut text = Vec::new();
        contents.write(&mut text, "x:a", mime_type);
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn res_05_an_item_has_a_uri_and_text_or_a_blob() {
        let text = sent(&Contents::text(""), Some("text/plain"));
        assert_eq!(text, json!({"uri": "x:a", "mimeType": "text/plain", "text": ""}));
        let other = Contents::bytes([1]).mime_type("image/png").at("x:b");
        let other = sent(&other, Some("text/plain"));
        assert_eq!(other, json!({"uri": "x:b", "mimeType": "image/png", "blob": "AQ=="}));
    }

    #[test]
    fn res_16_and_res_03_bytes_come_back_and_size_is_that_of_the_bytes() {
        let bytes: Vec<u8> = (0..=255).collect();
        let contents = Contents::bytes(&bytes);
        assert_eq!(contents.size(), 256);
        let sent = sent(&contents, None);
        assert_eq!(STANDARD.decode(sent["blob"].as_str().unwrap()).unwrap(), bytes);
    }
}
