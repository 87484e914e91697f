//! `#[prompt(…)]`.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Path};

use super::completer::CompleteAttr;
use super::icon::IconAttr;
use super::tool::{capabilities, scopes, set_duration, set_text};
use super::words::Words;
use super::{Keyed, arguments, crate_value, set, text, unknown};
use crate::diagnostic::Errors;

/// Every argument of `#[prompt]`, for messages and suggestions.
const KNOWN: &[&str] = &["name", "title", "complete", "icon", "needs", "scope", "scopes", "timeout", "crate"];

/// Words that other frameworks use, or that fit a tool.
const OTHERS: &[(&str, &str)] = &[
    ("description", "remove it: the doc comment above the function is the description"),
    ("doc", "remove it: the doc comment above the function is the description"),
    ("arguments", "leave it out: the owned parameters of the function are the arguments"),
    ("args", "leave it out: the owned parameters of the function are the arguments"),
    ("when", "leave it out: a person picks a prompt, no model does"),
    ("readonly", "leave it out: a prompt only writes messages"),
    ("completer", "did you mean `complete(argument = path)`?"),
    ("completions", "did you mean `complete(argument = path)`?"),
    ("icons", "write one `icon(\"https://…\")` for each"),
];

/// The written arguments of `#[prompt]`.
#[derive(Default)]
pub(crate) struct PromptAttr {
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) title: Option<Keyed<LitStr>>,
    pub(crate) completes: Vec<CompleteAttr>,
    pub(crate) icons: Vec<IconAttr>,
    pub(crate) needs: Vec<Ident>,
    pub(crate) scopes: Vec<LitStr>,
    pub(crate) timeout: Option<Keyed<LitStr>>,
    pub(crate) krate: Option<Keyed<Path>>,
    words: Words,
}

impl PromptAttr {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attr = Self { words: Words::of(&tokens), ..Self::default() };
        arguments(tokens, errors, |key, input| attr.argument(key, input, errors));
        attr
    }

    fn argument(&mut self, key: Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<()> {
        match key.to_string().as_str() {
            "name" => set_text(&mut self.name, key, input, errors)?,
            "title" => set_text(&mut self.title, key, input, errors)?,
            "timeout" => set_duration(&mut self.timeout, key, input, errors)?,
            "complete" => self.completes.extend(CompleteAttr::parse(&key, input, errors)?),
            "icon" => self.icons.push(IconAttr::parse(&key, input, errors)?),
            "needs" => self.needs.extend(capabilities(&key, input, None, errors)?),
            "scope" => self.scopes.push(text(&key, input)?),
            "scopes" => self.scopes.extend(scopes(&key, input)?),
            "crate" => {
                let path = crate_value(&key, input)?;
                set(&mut self.krate, key, path, errors);
            }
            _ => return Err(unknown("#[prompt]", &key, KNOWN, OTHERS, &mut self.words).into_error()),
        }
        Ok(())
    }
}
