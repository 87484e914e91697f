//! What the macros emit, one file per emitted thing. All of it is thin: it names things and calls `__private`, which has
//! the loops, the texts and the tests.
//!
//! Names in expansions are absolute or start with `__taffrail`, so that no name of the user's is met by accident.

mod arguments;
mod choice;
mod completer;
mod consequences;
mod declaration;
mod failure;
mod form;
mod icon;
mod input;
mod newtype;
mod output;
mod parameter;
mod prompt;
mod provides;
mod remark;
mod resource;
mod texts;
mod tool;
mod tools;
mod union;

pub(crate) use completer::completer;
pub(crate) use failure::failure;
pub(crate) use form::form;
pub(crate) use input::input;
pub(crate) use output::output;
pub(crate) use prompt::prompt;
pub(crate) use provides::provides;
pub(crate) use resource::resource;
pub(crate) use tool::{conditions, function, marker, marker_debug, tool};
pub(crate) use tools::set;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::crate_path::CratePath;

/// Emitted items in a scope of their own, in which the library is called [`library`]. Lints are about what people write.
pub(crate) fn scoped(krate: &CratePath, items: &TokenStream) -> TokenStream {
    let (private, library) = (krate.private(), library());
    quote! {
        #[doc(hidden)]
        #[allow(
            deprecated,
            unreachable_pub,
            unused_imports,
            unused_qualifications,
            unused_variables,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction
        )]
        const _: () = {
            use #private as #library;
            #items
        };
    }
}

/// What the library's private module is called inside [`scoped`]. One word instead of a path: a hundred tools say it tens of
/// thousands of times, and each is read, resolved and hashed whenever the program is compiled.
pub(crate) fn library() -> Ident {
    Ident::new("__taffrail", Span::call_site())
}

/// The library's name at another place. An expression is reported where all of its tokens are, so a call that is to be
/// reported at a word of the user's must have no token elsewhere.
pub(crate) fn at(span: Span, library: &Ident) -> Ident {
    let mut library = library.clone();
    library.set_span(span);
    library
}

/// Like [`at`], of several tokens.
pub(crate) fn all_at(span: Span, tokens: &TokenStream) -> TokenStream {
    let moved = tokens.clone().into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    moved.collect()
}
