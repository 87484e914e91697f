//! `ToolInput`: the parameters of a tool and the fields of a struct, in one way.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned as _;

use super::{at, parameter};
use crate::attr::waiver::Waiver;
use crate::model::parameter::Parameter;
use crate::model::types::{is_scalar, option_inner};

/// The implementation for the struct `owner`, with a type `__TaffrailParts` on which each argument is described.
///
/// That type is private to the scope, so that private types of the user may be arguments of public structs.
pub(crate) fn tool_input(
    owner: &TokenStream,
    parameters: &[&Parameter<'_>],
    waivers: &[Waiver],
    private: &TokenStream,
) -> TokenStream {
    let parts = parameters.iter().enumerate().map(|(at, parameter)| parameter::part(at, parameter, private));
    let checks = parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| parameter::checks(at, parameter, waivers, private));
    let partial = partial(parameters, private);
    let methods = [
        headers(parameters, private),
        describe(parameters, private),
        accept(parameters, private),
        finish(parameters, private),
        encode(parameters, private),
    ];
    let unique = unique_headers(owner, parameters, private);
    quote! {
        enum __TaffrailParts {}
        #(#parts)*
        #partial
        #[automatically_derived]
        impl #private::ToolInput for #owner {
            type Partial = __TaffrailPartial;
            #(#methods)*
        }
        #(#checks)*
        #unique
    }
}

/// The position as a const generic and as a tuple index.
pub(crate) fn index(at: usize) -> Literal {
    Literal::usize_unsuffixed(at)
}

fn partial(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let slots = parameters.iter().enumerate().map(|(at, parameter)| {
        let at = index(at);
        if parameter.is_flattened() {
            quote!(#private::GroupSlot<__TaffrailParts, #at>)
        } else {
            quote!(#private::Slot<<__TaffrailParts as #private::Parameter<#at>>::Value>)
        }
    });
    quote! {
        #[derive(::core::default::Default)]
        pub struct __TaffrailPartial(#(#slots),*);
    }
}

fn headers(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let own = parameters.iter().filter_map(|parameter| parameter.header.as_ref());
    let nested =
        parameters.iter().enumerate().filter(|(_, parameter)| may_nest(parameter)).map(|(at, parameter)| {
            let at = index(at);
            if parameter.is_flattened() {
                quote!(<__TaffrailParts as #private::Group<#at>>::HEADERS)
            } else {
                quote!(<__TaffrailParts as #private::Parameter<#at>>::HEADERS)
            }
        });
    quote! {
        const HEADERS: #private::HeaderTree = #private::HeaderTree::of(&[#(#own),*], &[#(#nested),*]);
    }
}

fn may_nest(parameter: &Parameter<'_>) -> bool {
    parameter.is_flattened() || !is_scalar(parameter.ty)
}

fn describe(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let calls = parameters.iter().enumerate().map(|(at, parameter)| {
        let at = index(at);
        if parameter.is_flattened() {
            quote!(#private::describe_group::<__TaffrailParts, #at>(__taffrail_object);)
        } else {
            quote!(#private::describe::<__TaffrailParts, #at>(__taffrail_object);)
        }
    });
    quote! {
        fn describe(__taffrail_object: &mut #private::ObjectSchema) {
            #(#calls)*
        }
    }
}

fn accept(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let arms = parameters.iter().enumerate().filter(|(_, parameter)| !parameter.is_flattened()).map(|(at, parameter)| {
        let (name, at) = (&parameter.name, index(at));
        quote!(#name => #private::read::<__TaffrailParts, #at, _>(&mut __taffrail_partial.#at, __taffrail_entry),)
    });
    let groups = parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_flattened()).map(|(at, _)| {
        let at = index(at);
        quote!(#private::read_group::<__TaffrailParts, #at, _>(&mut __taffrail_partial.#at, __taffrail_entry)?)
    });
    let others = if parameters.iter().any(|parameter| parameter.is_flattened()) {
        quote!(#(#groups)||*)
    } else {
        quote!(false)
    };
    quote! {
        fn accept<'de, __TaffrailMap: #private::MapAccess<'de>>(
            __taffrail_partial: &mut Self::Partial,
            __taffrail_entry: &mut #private::Entry<'_, 'de, __TaffrailMap>,
        ) -> ::core::result::Result<::core::primitive::bool, __TaffrailMap::Error> {
            match __taffrail_entry.name() {
                #(#arms)*
                _ => ::core::result::Result::Ok(#others),
            }
        }
    }
}

fn finish(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let locals: Vec<_> = (0..parameters.len()).map(|at| format_ident!("__taffrail_{at}")).collect();
    let idents = parameters.iter().map(|parameter| parameter.ident);
    let taken = parameters.iter().map(|parameter| match option_inner(parameter.ty) {
        _ if !parameter.is_untyped() => TokenStream::new(),
        Some(_) => quote!(.map(#private::Untyped::into_inner)),
        None => quote!(.into_inner()),
    });
    let values = parameters.iter().enumerate().map(|(at, parameter)| {
        let at = index(at);
        let finish = if parameter.is_flattened() { quote!(finish_group) } else { quote!(finish) };
        quote!(#private::#finish::<__TaffrailParts, #at>(__taffrail_partial.#at, __taffrail_at))
    });
    quote! {
        fn finish(
            __taffrail_partial: Self::Partial,
            __taffrail_at: &mut #private::Place<'_>,
        ) -> ::core::option::Option<Self> {
            #(let #locals = #values;)*
            ::core::option::Option::Some(Self { #(#idents: #locals? #taken),* })
        }
    }
}

fn encode(parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let calls = encode_calls(parameters, private, |ident| quote!(&self.#ident));
    quote! {
        fn encode_into(&self, __taffrail_object: &mut #private::Map<#private::String, #private::Value>) {
            #calls
        }
    }
}

/// Writes each argument into `__taffrail_object`; `value` is where a reference to it is.
pub(crate) fn encode_calls(
    parameters: &[&Parameter<'_>],
    private: &TokenStream,
    value: impl Fn(&Ident) -> TokenStream,
) -> TokenStream {
    let calls = parameters.iter().enumerate().map(|(at, parameter)| {
        let (value, at) = (value(parameter.ident), index(at));
        let encode = if parameter.is_flattened() {
            quote!(encode_group::<__TaffrailParts, #at>)
        } else if parameter.is_untyped() {
            quote!(encode_untyped::<__TaffrailParts, #at>)
        } else {
            quote!(encode::<__TaffrailParts, #at>)
        };
        quote!(#private::#encode(#value, __taffrail_object);)
    });
    calls.collect()
}

/// GR-42 across nested structs; within one struct the names were compared already.
fn unique_headers(owner: &TokenStream, parameters: &[&Parameter<'_>], private: &TokenStream) -> TokenStream {
    let Some(nested) = parameters.iter().find(|parameter| may_nest(parameter)) else {
        return TokenStream::new();
    };
    let span = nested.ty.span();
    let private = at(span, private);
    quote_spanned! {span=>
        const _: () = #private::assert_unique_headers(&<#owner as #private::ToolInput>::HEADERS);
    }
}
