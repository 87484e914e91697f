//! Icons (*Basic > `icons`*).

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::protocol::json::{ObjectWriter, write_list, write_string};

/// For which background an icon is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// For light backgrounds.
    Light,
    /// For dark backgrounds.
    Dark,
}

impl Theme {
    const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// An icon of the server, a tool, a prompt or a resource.
///
/// Clients show it only when it comes by `https:` or as a `data:` URI with Base64. What attributes say is checked while
/// the program is compiled, everything else when the server is assembled.
///
/// ```
/// use taffrail::{Icon, Theme};
///
/// let icon = Icon::new("https://example.com/ledger.png").mime_type("image/png").size("48x48").theme(Theme::Dark);
/// assert!(icon.check().is_ok());
/// assert!(Icon::new("http://example.com/ledger.png").check().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// Where it is, or the image itself.
    pub src: Cow<'static, str>,
    /// What kind of image it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<Cow<'static, str>>,
    /// The sizes that it is good for: `48x48`, or `any` for drawings that scale.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sizes: Cow<'static, [Cow<'static, str>]>,
    /// The background that it is drawn for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

impl Icon {
    /// An icon by its source.
    pub fn new(src: impl Into<Cow<'static, str>>) -> Self {
        Self { src: src.into(), mime_type: None, sizes: Cow::Borrowed(&[]), theme: None }
    }

    /// What an attribute says; it was checked while the program was compiled.
    pub(crate) const fn fixed(
        src: &'static str,
        mime_type: Option<&'static str>,
        sizes: &'static [Cow<'static, str>],
        theme: Option<Theme>,
    ) -> Self {
        let mime_type = match mime_type {
            Some(mime_type) => Some(Cow::Borrowed(mime_type)),
            None => None,
        };
        Self { src: Cow::Borrowed(src), mime_type, sizes: Cow::Borrowed(sizes), theme }
    }

    /// Says what kind of image it is, for example `image/png`.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size that it is good for: `48x48`, or `any`.
    #[must_use]
    pub fn size(mut self, size: impl Into<Cow<'static, str>>) -> Self {
        self.sizes.to_mut().push(size.into());
        self
    }

    /// Says for which background it is drawn.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = Some(theme);
        self
    }

    /// The icon as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut text = Vec::new();
        self.write(&mut text);
        // What is written here is JSON.
        String::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Appends it as JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::open(out);
        object.text("src", &self.src);
        object.text_if_any("mimeType", self.mime_type.as_deref());
        if !self.sizes.is_empty() {
            write_list(object.member("sizes"), &*self.sizes, |out, size| write_string(out, size));
        }
        object.text_if_any("theme", self.theme.map(Theme::word));
        object.close();
    }

    /// Whether clients can show it.
    ///
    /// # Errors
    /// What is wrong, as a clause.
    pub fn check(&self) -> Result<(), String> {
        let src = &*self.src;
        if !is_https(src) && !is_image_data(src) {
            let shown: String = src.chars().take(40).collect();
            return Err(format!(
                "the icon source `{shown}` is neither an `https:` URL nor `data:image/…;base64,…`"
            ));
        }
        if let Some(mime_type) = self.mime_type.as_ref().filter(|mime_type| !is_mime_type(mime_type)) {
            return Err(format!("the MIME type `{mime_type}` of an icon is not of the form `image/png`"));
        }
        match self.sizes.iter().find(|size| !is_size(size)) {
            Some(size) => Err(format!("the icon size `{size}` is neither of the form `48x48` nor `any`")),
            None => Ok(()),
        }
    }

    /// The host that it comes from; `None` for an image that is part of the text.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        let rest = self.src.strip_prefix("https://")?;
        rest.split(['/', '?', '#']).next()
    }
}

fn is_https(src: &str) -> bool {
    let host = src.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty()) && crate::uri::check(src).is_ok()
}

fn is_image_data(src: &str) -> bool {
    let Some((kind, data)) = src.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"))
    else {
        return false;
    };
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    is_token(kind) && !data.is_empty() && data.bytes().all(is_base64)
}

fn is_size(size: &str) -> bool {
    let is_number = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    size == "any" || size.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// `type/subtype`, perhaps with parameters (RFC 6838, section 4.2).
pub(crate) fn is_mime_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

fn is_token(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icon_01_only_https_and_image_data_are_sources() {
        for src in
            ["https://example.com/a.png", "data:image/png;base64,AAAA", "data:image/svg+xml;base64,PHN2Zz4="]
        {
            assert_eq!(Icon::new(src).check(), Ok(()), "{src}");
        }
        for src in [
            "http://example.com/a.png",
            "javascript:alert(1)",
            "file:///a.png",
            "/a.png",
            "a.png",
            "https://",
            "https://exa mple.com/",
            "data:text/html;base64,AAAA",
            "data:image/png,AAAA",
            "data:image/png;base64,",
            "",
        ] {
            assert!(Icon::new(src).check().is_err(), "{src}");
        }
    }

    #[test]
    fn icon_02_sizes_are_measures_and_themes_are_two() {
        let icon = Icon::new("https://example.com/a");
        for size in ["48x48", "16x9", "any"] {
            assert!(icon.clone().size(size).check().is_ok(), "{size}");
        }
        for size in ["48*48", "48", "x48", "048x48", "48x", "Any", ""] {
            assert!(icon.clone().size(size).check().is_err(), "{size}");
        }
        assert!(icon.clone().mime_type("png").check().is_err());
        for icon in [
            icon.clone(),
            icon.clone().mime_type("image/png").size("any").size("9x9"),
            icon.clone().theme(Theme::Light),
        ] {
            let mut text = Vec::new();
            icon.write(&mut text);
            assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&icon).unwrap());
        }
        let shown = serde_json::to_value(icon.mime_type("image/png").size("any").theme(Theme::Dark)).unwrap();
        assert_eq!(
            shown,
            serde_json::json!({"src": "https://example.com/a", "mimeType": "image/png", "sizes": ["any"], "theme": "dark"})
        );
    }
}
