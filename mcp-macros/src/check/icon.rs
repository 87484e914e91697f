//! GR-135: icons that clients can show.

use syn::LitStr;

use crate::attr::icon::IconAttr;
use crate::diagnostic::{Errors, Fault};

/// Reports what keeps icons from being shown.
pub(crate) fn sound(icons: &[IconAttr], errors: &Errors) {
    for icon in icons {
        source(&icon.src, errors);
        if let Some(mime_type) = icon.mime_type.as_ref().map(|mime_type| &mime_type.value) {
            let text = mime_type.value();
            if !text.starts_with("image/") || !is_mime_type(&text) {
                errors.push(
                    Fault::at(mime_type, format!("`{text}` is not the type of an image"))
                        .help("write for example `image/png`, or leave it out"),
                );
            }
        }
        for size in &icon.sizes {
            let text = size.value();
            if !is_size(&text) {
                errors.push(Fault::at(size, format!("icon size `{text}` is not a size")).help(
                    "write width and height in pixels, such as `48x48`, or `any` for a drawing that scales",
                ));
            }
        }
        if let Some(theme) = icon.theme.as_ref().map(|theme| &theme.value) {
            let text = theme.value();
            if !matches!(text.as_str(), "light" | "dark") {
                errors.push(
                    Fault::at(theme, format!("icon theme `{text}` is neither `light` nor `dark`"))
                        .help("it is the background that the icon is drawn for; leave it out for both"),
                );
            }
        }
    }
}

fn source(src: &LitStr, errors: &Errors) {
    let text = src.value();
    let host = text.strip_prefix("https://").and_then(|rest| rest.split(['/', '?', '#']).next());
    let is_printable = text.chars().all(|c| c.is_ascii_graphic());
    let is_https = is_printable && host.is_some_and(|host| !host.is_empty());
    if is_https || is_image_data(&text) {
        return;
    }
    let shown = match text.split_once(':') {
        Some((scheme, _)) if scheme.chars().all(|c| c.is_ascii_alphanumeric()) => format!("{scheme}:…"),
        _ => text.chars().take(40).collect(),
    };
    errors.push(
        Fault::at(src, format!("icon source `{shown}`: clients accept https and data URIs only"))
            .note("an icon from elsewhere could watch or attack whoever looks at it")
            .help("write `https://…`, or the image itself as `data:image/png;base64,…`"),
    );
}

fn is_image_data(text: &str) -> bool {
    let data = text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    data.is_some_and(|(kind, data)| {
        kind.starts_with("image/") && is_mime_type(kind) && !data.is_empty() && data.chars().all(is_base64)
    })
}

/// `type/subtype`, perhaps with parameters (RFC 6838, section 4.2).
pub(crate) fn is_mime_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    let is_token = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
    };
    essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

fn is_size(text: &str) -> bool {
    let is_number =
        |part: &str| !part.is_empty() && !part.starts_with('0') && part.chars().all(|c| c.is_ascii_digit());
    text == "any" || text.split_once('x').is_some_and(|(width, height)| is_number(width) && is_number(height))
}
