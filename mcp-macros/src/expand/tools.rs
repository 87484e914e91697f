//! `tools![…]`, `prompts![…]` and `resources![…]`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{at, library};
use crate::list::{Entry, List};
use crate::model::kind::Kind;

/// What expansions call for one kind of set.
struct Names {
    member: &'static str,
    check: &'static str,
    declaration: &'static str,
    collection: &'static str,
}

fn names(kind: Kind) -> Names {
    let (member, check, declaration, collection) = match kind {
        Kind::Prompt => ("prompt", "check_prompts", "prompt_declaration", "Prompts"),
        Kind::Resource => ("resource", "check_resources", "resource_declaration", "Resources"),
        Kind::Tool | Kind::Completer => ("tool", "check_tools", "declaration", "Tools"),
    };
    Names { member, check, declaration, collection }
}

/// The members of a set, checked against each other while the program is compiled.
///
/// Each path is asked in one way only, as a value, so that an unknown one is one error. One to something else is reported where
/// its declaration is asked for, and adds nothing.
pub(crate) fn set(list: &List, kind: Kind) -> TokenStream {
    let (path, private) = (list.krate.private(), library());
    let Names { member, check, declaration, collection } = names(kind);
    let (check, collection) = (format_ident!("{check}"), format_ident!("{collection}"));
    let declarations = list.entries.iter().map(|Entry { cfgs, path }| {
        let private = at(path.span(), &library());
        let declaration = Ident::new(declaration, path.span());
        quote_spanned!(path.span()=> #(#cfgs)* #private::#declaration(&#path {}))
    });
    let added = list.entries.iter().map(|Entry { cfgs, path }| {
        let (private, member) = (at(path.span(), &library()), Ident::new(member, path.span()));
        let one = quote_spanned!(path.span()=> #private::Listed(#path {}).#member());
        quote! {
            #(#cfgs)*
            let __taffrail_set = __taffrail_set.with(#one);
        }
    });
    let aborting = matches!(kind, Kind::Tool).then(|| aborting(list));
    quote! {{
        use #path as #private;
        #aborting
        const _: () = #private::#check(&[#(#declarations),*]);
        let __taffrail_set = #private::#collection::new(#private::Identity {
            name: ::core::env!("CARGO_PKG_NAME"),
            version: ::core::env!("CARGO_PKG_VERSION"),
        });
        #[allow(unused_imports)]
        use #private::Unlisted as _;
        #(#added)*
        __taffrail_set
    }}
}

/// GR-100: decided by the profile with which the program is compiled.
fn aborting(list: &List) -> TokenStream {
    const MESSAGE: &str = "`panic = \"abort\"` turns a panic in any tool into a dead server (`panic_abort`)\
         \nnote: with `panic = \"unwind\"` it is the error of one call, and all others go on\
         \nhelp: remove `panic = \"abort\"` from the profile in Cargo.toml\
         \nhelp: if something restarts the server at once, write `tools![allow(panic_abort, reason = \"…\"); …]`";
    if list.waivers.iter().any(|waiver| waiver.is("panic_abort")) {
        return TokenStream::new();
    }
    quote! {
        #[cfg(panic = "abort")]
        ::core::compile_error!(#MESSAGE);
    }
}
