//! `tools![…]`, `prompts![…]` and `resources![…]`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::at;
use crate::list::{Entry, List};
use crate::model::kind::Kind;

/// What expansions call for one kind of set.
struct Names {
    check: &'static str,
    declaration: &'static str,
    collection: &'static str,
}

fn names(kind: Kind) -> Names {
    let (check, declaration, collection) = match kind {
        Kind::Prompt => ("check_prompts", "prompt_declaration", "Prompts"),
        Kind::Resource => ("check_resources", "resource_declaration", "Resources"),
        Kind::Tool | Kind::Completer => ("check_tools", "declaration", "Tools"),
    };
    Names { check, declaration, collection }
}

/// The members of a set, checked against each other while the program is compiled.
///
/// Each path is asked in one way only, as a value, so that an unknown one is one error.
pub(crate) fn set(list: &List, kind: Kind) -> TokenStream {
    let private = list.krate.private();
    let Names { check, declaration, collection } = names(kind);
    let (check, collection) = (format_ident!("{check}"), format_ident!("{collection}"));
    let declarations = list.entries.iter().map(|Entry { cfgs, path }| {
        let private = at(path.span(), &private);
        let declaration = Ident::new(declaration, path.span());
        quote_spanned!(path.span()=> #(#cfgs)* #private::#declaration(&#path {}))
    });
    let added = list.entries.iter().map(|Entry { cfgs, path }| {
        let one = quote_spanned!(path.span()=> #path {});
        quote! {
            #(#cfgs)*
            let __taffrail_set = __taffrail_set.with(#one);
        }
    });
    quote! {{
        const _: () = #private::#check(&[#(#declarations),*]);
        let __taffrail_set = #private::#collection::new(#private::Identity {
            name: ::core::env!("CARGO_PKG_NAME"),
            version: ::core::env!("CARGO_PKG_VERSION"),
        });
        #(#added)*
        __taffrail_set
    }}
}
