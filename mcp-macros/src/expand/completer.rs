//! A completer: the user's function, and a type of the same name that `complete(argument = path)` asks.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Type, parse_quote};

use super::{at, conditions, function, library, marker, marker_debug, scoped};
use crate::crate_path::CratePath;
use crate::model::completer::{Completer, Input};

pub(crate) fn completer(completer: &Completer<'_>, krate: &CratePath) -> TokenStream {
    let private = library();
    let items =
        [marker_debug(completer.item), declaration(completer, &private), implementation(completer, &private)];
    let items = scoped(krate, &quote!(#(#items)*));
    let cfgs = conditions(&completer.item.attrs);
    let (function, marker) = (function(completer.item), marker(completer.item));
    quote! {
        #function
        #marker
        #(#cfgs)*
        #items
    }
}

fn declaration(completer: &Completer<'_>, private: &Ident) -> TokenStream {
    let ident = completer.ident();
    let unit: Type = parse_quote!(());
    let (typed, reply) = (completer.typed().unwrap_or(&unit), completer.reply().unwrap_or(&unit));
    let context = completer.inputs.iter().filter_map(|input| match input {
        Input::FilledIn { name, .. } => Some(name),
        _ => None,
    });
    quote! {
        enum __TaffrailParts {}
        #[automatically_derived]
        impl #private::CompleterSignature for __TaffrailParts {
            type Typed = #typed;
            type Reply = #reply;
        }
        #[automatically_derived]
        impl #private::DeclaredCompleter for #ident {
            const CONTEXT: &'static [&'static ::core::primitive::str] = &[#(#context),*];
            const IT: &'static Self = &#ident {};
        }
    }
}

fn implementation(completer: &Completer<'_>, private: &Ident) -> TokenStream {
    let ident = completer.ident();
    let bounds = completer.inputs.iter().filter_map(|input| match input {
        Input::State(ty) => {
            let private = at(ty.span(), private);
            Some(quote_spanned!(ty.span()=> __TaffrailState: #private::Provides<#ty>,))
        }
        _ => None,
    });
    let values = completer.inputs.iter().map(|input| match input {
        Input::Typed(_) => quote!(#private::typed::<__TaffrailParts, __TaffrailState>(&__taffrail_call)),
        Input::FilledIn { name, ty } => {
            let private = at(ty.span(), private);
            quote_spanned!(ty.span()=> #private::filled_in::<#ty, __TaffrailState>(&__taffrail_call, #name))
        }
        Input::State(ty) => {
            quote!(#private::lend::<#ty, __TaffrailState>(__taffrail_call.state, __taffrail_call.context))
        }
    });
    let named = at(ident.span(), private);
    let call =
        quote_spanned!(ident.span()=> #named::start_completion::<__TaffrailParts, _>(#ident(#(#values),*)));
    quote! {
        #[automatically_derived]
        impl<__TaffrailState> #private::Completer<__TaffrailState> for #ident
        where
            __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            #(#bounds)*
        {
            fn complete<'__taffrail>(
                &'__taffrail self,
                __taffrail_call: #private::CompletionCall<'__taffrail, __TaffrailState>,
            ) -> #private::Work<'__taffrail, #private::Completion> {
                #call
            }
        }
    }
}
