//! `icon = "https://…"`, or `icon("https://…", mime_type = "image/png", sizes("48x48"), theme = "dark")`.

use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token};

use super::words::Words;
use super::{Keyed, arguments, group, set, text, unknown};
use crate::diagnostic::Errors;

const SHOWN: &str = "icon(\"https://example.com/icon.png\", mime_type = \"image/png\", sizes(\"48x48\"))";
const KNOWN: &[&str] = &["mime_type", "sizes", "theme"];

/// One written icon.
pub(crate) struct IconAttr {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<Keyed<LitStr>>,
    pub(crate) sizes: Vec<LitStr>,
    pub(crate) theme: Option<Keyed<LitStr>>,
}

impl IconAttr {
    pub(crate) fn parse(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Self> {
        if input.peek(Token![=]) {
            return Ok(Self::of(text(key, input)?));
        }
        let parser = |input: ParseStream<'_>| {
            let icon = Self::of(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
            Ok((icon, input.parse()?))
        };
        let (mut icon, rest) = parser.parse2(group(key, input, SHOWN)?)?;
        let mut words = Words::of(&rest);
        arguments(rest, errors, |key, input| icon.argument(key, input, &mut words, errors));
        Ok(icon)
    }

    fn of(src: LitStr) -> Self {
        Self { src, mime_type: None, sizes: Vec::new(), theme: None }
    }

    fn argument(
        &mut self,
        key: Ident,
        input: ParseStream<'_>,
        words: &mut Words,
        errors: &Errors,
    ) -> syn::Result<()> {
        match key.to_string().as_str() {
            "mime_type" => {
                let mime_type = text(&key, input)?;
                set(&mut self.mime_type, key, mime_type, errors);
            }
            "theme" => {
                let theme = text(&key, input)?;
                set(&mut self.theme, key, theme, errors);
            }
            "sizes" => {
                let tokens = group(&key, input, "sizes(\"48x48\", \"any\")")?;
                let sizes = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(tokens)?;
                self.sizes.extend(sizes);
            }
            _ => return Err(unknown("icon", &key, KNOWN, &[], words).into_error()),
        }
        Ok(())
    }
}
