//! `#[derive(ToolFailure)]`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{at, library, remark, scoped};
use crate::model::failure::{Advice, Case, FailureType};

pub(crate) fn failure(failure: &FailureType<'_>) -> TokenStream {
    let (ident, private) = (failure.ident, library());
    let arms = failure.cases.iter().map(|case| arm(case, failure, &private));
    let remarks = remark::list(failure.cases.iter().flat_map(|case| &case.remarks), &private);
    scoped(
        &failure.krate,
        &quote! {
            #[automatically_derived]
            impl #private::ToolFailure for #ident {
                const REMARKS: &'static [#private::Remark] = #remarks;

                fn into_failure(self) -> #private::Failure {
                    match self {
                        #(#arms)*
                    }
                }
            }

            #[automatically_derived]
            impl #private::FailureCategory for #ident {}
        },
    )
}

fn arm(case: &Case<'_>, failure: &FailureType<'_>, private: &Ident) -> TokenStream {
    let path = case.variant.map_or_else(|| quote!(Self), |variant| quote!(Self::#variant));
    if let Advice::Transparent { field } = &case.advice {
        let member = field.ident.as_ref().map_or_else(|| quote!(0), ToTokens::to_token_stream);
        let private = at(field.ty.span(), private);
        let inner = quote_spanned!(field.ty.span()=> #private::ToolFailure::into_failure(__taffrail_inner));
        return quote!(#path { #member: __taffrail_inner } => #inner,);
    }
    let advice = advice(&case.advice, private);
    // At the type's name, so that a missing `Error` is one error, however many variants there are.
    let moved = at(failure.ident.span(), private);
    let made = quote_spanned!(failure.ident.span()=> #moved::failure);
    quote!(__taffrail_error @ #path { .. } => #made(__taffrail_error, #advice),)
}

fn advice(advice: &Advice<'_>, private: &Ident) -> TokenStream {
    let (kind, value) = match advice {
        Advice::Transient { after_ms } => (quote!(Transient), option(after_ms.as_ref())),
        Advice::Validation { accepts } => (quote!(Validation), option(accepts.as_ref())),
        Advice::Permission { action } => (quote!(Permission), option(action.as_ref())),
        Advice::Business { action } => (quote!(Business), option(action.as_ref())),
        // `arm` has returned before.
        Advice::Transparent { .. } => return TokenStream::new(),
    };
    quote!(#private::Advice::#kind(#value))
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
