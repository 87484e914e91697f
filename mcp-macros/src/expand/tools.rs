//! `tools![…]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::at;
use crate::list::{Entry, List};

/// The tools, checked against each other while the program is compiled.
///
/// Each path is asked in one way only, as a value, so that an unknown one is one error.
pub(crate) fn tools(list: &List) -> TokenStream {
    let private = list.krate.private();
    let declarations = list.entries.iter().map(|Entry { cfgs, path }| {
        let private = at(path.span(), &private);
        quote_spanned!(path.span()=> #(#cfgs)* #private::declaration(&#path {}))
    });
    let added = list.entries.iter().map(|Entry { cfgs, path }| {
        let tool = quote_spanned!(path.span()=> #path {});
        quote! {
            #(#cfgs)*
            let __taffrail_tools = __taffrail_tools.with(#tool);
        }
    });
    quote! {{
        const _: () = #private::check_tools(&[#(#declarations),*]);
        let __taffrail_tools = #private::Tools::new(#private::Identity {
            name: ::core::env!("CARGO_PKG_NAME"),
            version: ::core::env!("CARGO_PKG_VERSION"),
        });
        #(#added)*
        __taffrail_tools
    }}
}
