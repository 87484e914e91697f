//! Where expansions find the library: `::taffrail`, or what `crate = ::path` says.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

use crate::attr::Keyed;
use crate::diagnostic::{Errors, Fault};

/// The absolute path of the facade crate.
pub(crate) struct CratePath(Path);

impl CratePath {
    /// A relative path would mean something else in every module, so it is refused.
    pub(crate) fn new(written: Option<&Keyed<Path>>, errors: &Errors) -> Self {
        match written {
            Some(Keyed { value: path, .. }) if is_absolute(path) => Self(path.clone()),
            Some(Keyed { value: path, .. }) => {
                let shown = path.to_token_stream().to_string().replace(' ', "");
                errors.push(
                    Fault::at(path, format!("`crate = {shown}` is a relative path"))
                        .note("the expansion must find the library from any module")
                        .help(format!("add leading colons: `crate = ::{shown}`")),
                );
                Self::default()
            }
            None => Self::default(),
        }
    }

    /// The one door through which expansions reach the library.
    pub(crate) fn private(&self) -> TokenStream {
        let path = &self.0;
        quote!(#path::__private)
    }
}

impl Default for CratePath {
    fn default() -> Self {
        Self(syn::parse_quote!(::taffrail))
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

fn is_absolute(path: &Path) -> bool {
    path.leading_colon.is_some() || path.segments.first().is_some_and(|segment| segment.ident == "crate")
}
