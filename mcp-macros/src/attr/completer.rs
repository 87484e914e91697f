//! `#[completer]`, and `complete(argument = path)` where one is put to use.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Path};

use super::words::Words;
use super::{Keyed, arguments, crate_value, group, set, unknown, value};
use crate::diagnostic::{Errors, Fault};

const SHOWN: &str = "complete(language = languages)";

/// The written arguments of `#[completer]`.
#[derive(Default)]
pub(crate) struct CompleterAttr {
    pub(crate) krate: Option<Keyed<Path>>,
}

impl CompleterAttr {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attr = Self::default();
        let mut words = Words::of(&tokens);
        arguments(tokens, errors, |key, input| {
            if key != "crate" {
                return Err(unknown("#[completer]", &key, &["crate"], &[], &mut words).into_error());
            }
            let path = crate_value(&key, input)?;
            set(&mut attr.krate, key, path, errors);
            Ok(())
        });
        attr
    }
}

/// One `argument = path` of `complete(…)`.
pub(crate) struct CompleteAttr {
    pub(crate) argument: Ident,
    pub(crate) completer: Path,
}

impl CompleteAttr {
    pub(crate) fn parse(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<Self>> {
        let mut found: Vec<Self> = Vec::new();
        arguments(group(key, input, SHOWN)?, errors, |argument, input| {
            if input.peek(syn::Token![=]) && input.peek2(LitStr) {
                let name: LitStr = value(&argument, input, "languages")?;
                return Err(Fault::at(
                    &name,
                    "`complete` takes the path of a completer, not its name as a string",
                )
                .note("a path is checked by the compiler")
                .help(format!("write `{SHOWN}`"))
                .into_error());
            }
            let completer: CompleterPath = value(&argument, input, "languages")?;
            if found.iter().any(|first| first.argument == argument) {
                super::twice(&argument, errors);
            } else {
                found.push(Self { argument, completer: completer.0 });
            }
            Ok(())
        });
        Ok(found)
    }
}

struct CompleterPath(Path);

impl syn::parse::Parse for CompleterPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Path::parse_mod_style).map(Self)
    }
}
