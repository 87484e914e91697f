//! Content blocks (*Tools > Tool Result*).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::{Annotations, IntoReply, Outcome, Reply};
use crate::protocol::json::ObjectWriter;
use crate::protocol::printable;

/// A block of a tool's result.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(Text),
    /// An image.
    Image(Image),
    /// Sound.
    Audio(Audio),
    /// A link to a resource that the client can read.
    ResourceLink(ResourceLink),
    /// A resource's content, inline.
    Resource(EmbeddedResource),
}

impl Content {
    /// What is wrong with the MIME type of a picture or sound, as a clause for the log.
    #[must_use]
    pub fn media_fault(&self) -> Option<String> {
        let (mime_type, prefix) = match self {
            Self::Image(image) => (&image.mime_type, "image/"),
            Self::Audio(audio) => (&audio.mime_type, "audio/"),
            _ => return None,
        };
        let fits = mime_type.starts_with(prefix) && crate::icon::is_mime_type(mime_type);
        (!fits).then(|| format!("a block has the MIME type `{mime_type}`, which is none of `{prefix}…`"))
    }

    /// Appends it as JSON, its text without what could take over a terminal.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::open(out);
        let annotations = match self {
            Self::Text(text) => {
                object.text("type", "text");
                object.text("text", &printable(&text.text));
                &text.annotations
            }
            Self::Image(Image { data, mime_type, annotations }) => {
                write_media(&mut object, "image", data, mime_type);
                annotations
            }
            Self::Audio(Audio { data, mime_type, annotations }) => {
                write_media(&mut object, "audio", data, mime_type);
                annotations
            }
            Self::ResourceLink(link) => {
                object.text("type", "resource_link");
                object.text("uri", &link.uri);
                object.text("name", &link.name);
                object.text_if_any("description", link.description.as_deref());
                object.text_if_any("mimeType", link.mime_type.as_deref());
                &link.annotations
            }
            Self::Resource(embedded) => {
                let ResourceContents { uri, mime_type, body } = &embedded.resource;
                object.text("type", "resource");
                body.write(object.member("resource"), uri, mime_type.as_deref());
                &embedded.annotations
            }
        };
        if let Some(annotations) = annotations {
            annotations.write(object.member("annotations"));
        }
        object.close();
    }

    /// How large the block's payload is, in bytes: its text or its Base64.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.text.len(),
            Self::Image(image) => image.data.len(),
            Self::Audio(audio) => audio.data.len(),
            Self::ResourceLink(link) => link.uri.len(),
            Self::Resource(embedded) => match &embedded.resource.body {
                Body::Text(text) => text.len(),
                Body::Blob(data) => data.len(),
            },
        }
    }
}

/// Text. Control characters other than line breaks and tabs are taken out when it is sent.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    pub(crate) text: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
}

impl Text {
    /// A block of text.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self { text: text.into(), annotations: None }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// An image, as standard Base64.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    data: String,
    mime_type: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
}

/// Sound, as standard Base64.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Audio {
    data: String,
    mime_type: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
}

impl Image {
    /// An image from its bytes, with a MIME type such as `image/png`.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self { data: STANDARD.encode(bytes), mime_type: mime_type.into(), annotations: None }
    }
}

impl Audio {
    /// Sound from its bytes, with a MIME type such as `audio/wav`.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self { data: STANDARD.encode(bytes), mime_type: mime_type.into(), annotations: None }
    }
}

/// A link to a resource.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    uri: Cow<'static, str>,
    name: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
}

impl ResourceLink {
    /// A link by URI, with a name for people.
    pub fn new(uri: impl Into<Cow<'static, str>>, name: impl Into<Cow<'static, str>>) -> Self {
        Self { uri: uri.into(), name: name.into(), description: None, mime_type: None, annotations: None }
    }

    /// Adds what it links to.
    #[must_use]
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds the MIME type of what it links to.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

/// A resource's content, inline: text, or bytes as standard Base64.
#[derive(Clone, Debug, Serialize)]
pub struct EmbeddedResource {
    resource: ResourceContents,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceContents {
    uri: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<Cow<'static, str>>,
    #[serde(flatten)]
    body: Body,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Body {
    Text(Cow<'static, str>),
    Blob(String),
}

fn write_media(object: &mut ObjectWriter<'_>, kind: &str, data: &str, mime_type: &str) {
    object.text("type", kind);
    object.text("data", data);
    object.text("mimeType", mime_type);
}

impl Body {
    /// Appends it as JSON: what the resource of a URI holds.
    pub(super) fn write(&self, out: &mut Vec<u8>, uri: &str, mime_type: Option<&str>) {
        let mut object = ObjectWriter::open(out);
        object.text("uri", uri);
        object.text_if_any("mimeType", mime_type);
        match self {
            Self::Text(text) => object.text("text", text),
            Self::Blob(data) => object.text("blob", data),
        }
        object.close();
    }
}

impl EmbeddedResource {
    fn new(uri: Cow<'static, str>, body: Body) -> Self {
        Self { resource: ResourceContents { uri, mime_type: None, body }, annotations: None }
    }

    /// A resource that is text.
    pub fn text(uri: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(uri.into(), Body::Text(text.into()))
    }

    /// A resource that is bytes.
    pub fn bytes(uri: impl Into<Cow<'static, str>>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(uri.into(), Body::Blob(STANDARD.encode(bytes)))
    }

    /// Adds its MIME type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.resource.mime_type = Some(mime_type.into());
        self
    }
}

macro_rules! blocks {
    ($($block:ident => $variant:ident, $media:literal;)*) => {$(
        impl $block {
            /// Says for whom the block is, and how important.
            #[must_use]
            pub fn annotated(mut self, annotations: Annotations) -> Self {
                self.annotations = Some(annotations);
                self
            }
        }

        impl From<$block> for Content {
            fn from(block: $block) -> Self {
                Self::$variant(block)
            }
        }

        impl IntoReply for $block {
            const IS_MEDIA: bool = $media;

            fn into_reply(self) -> Outcome {
                Ok(Reply::from(self))
            }
        }
    )*};
}

blocks!(
    Text => Text, false;
    Image => Image, true;
    Audio => Audio, true;
    ResourceLink => ResourceLink, false;
    EmbeddedResource => Resource, false;
);

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;
    use crate::Audience;

    #[test]
    fn tool_26_every_block_has_the_shape_of_the_protocol() {
        let blocks: [(Content, serde_json::Value); 5] = [
            (Text::new("a").into(), json!({"type": "text", "text": "a"})),
            (
                Image::new([0, 255], "image/png").into(),
                json!({"type": "image", "data": "AP8=", "mimeType": "image/png"}),
            ),
            (
                Audio::new([1], "audio/wav").into(),
                json!({"type": "audio", "data": "AQ==", "mimeType": "audio/wav"}),
            ),
            (
                ResourceLink::new("file:///a", "a").mime_type("text/plain").into(),
                json!({"type": "resource_link", "uri": "file:///a", "name": "a", "mimeType": "text/plain"}),
            ),
            (
                EmbeddedResource::text("x:a", "b")
                    .annotated(Annotations::audience(Audience::User).priority(7.0))
                    .into(),
                json!({"type": "resource", "resource": {"uri": "x:a", "text": "b"},
                    "annotations": {"audience": ["user"], "priority": 1.0}}),
            ),
        ];
        for (block, expected) in blocks {
            let mut text = Vec::new();
            block.write(&mut text);
            assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&block).unwrap());
            assert_eq!(to_value(block).unwrap(), expected);
        }
    }
}
