//! `#[derive(Provides)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{at, library, scoped};
use crate::model::provides::State;

/// The state lends each field, itself, and the request.
pub(crate) fn provides(state: &State<'_>) -> TokenStream {
    let (ident, private) = (state.ident, library());
    let fields = state.fields.iter().map(|(member, ty)| {
        let private = at(ty.span(), &private);
        quote_spanned! {ty.span()=>
            #[automatically_derived]
            impl #private::Provides<#ty> for #ident {
                fn provide<'__taffrail>(&'__taffrail self, _: &'__taffrail #private::Context) -> &'__taffrail #ty {
                    &self.#member
                }
            }
        }
    });
    scoped(
        &state.krate,
        &quote! {
            #[automatically_derived]
            impl #private::Provides<#private::Context> for #ident {
                fn provide<'__taffrail>(
                    &'__taffrail self,
                    context: &'__taffrail #private::Context,
                ) -> &'__taffrail #private::Context {
                    context
                }
            }

            #[automatically_derived]
            impl #private::Provides<#ident> for #ident {
                fn provide<'__taffrail>(&'__taffrail self, _: &'__taffrail #private::Context) -> &'__taffrail #ident {
                    self
                }
            }

            #(#fields)*
        },
    )
}
