//! `ToolInput`: the parameters of a tool and the fields of a struct, in one way.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned as _;

use super::{at, parameter};
use crate::attr::waiver::Waiver;
use crate::model::parameter::Parameter;
use crate::model::types::{is_made_of_scalars, option_inner};

/// The implementation for the struct `owner`, with a type `__TaffrailParts` on which the type of each argument is.
///
/// That type is private to the scope, so that private types of the user may be arguments of public structs. `encode` is the
/// method of that name, where the struct is shown as a default or an example.
pub(crate) fn tool_input(
    owner: &TokenStream,
    parameters: &[&Parameter<'_>],
    waivers: &[Waiver],
    encode: Option<TokenStream>,
    private: &Ident,
) -> TokenStream {
    let parts =
        parameters.iter().enumerate().map(|(at, parameter)| parameter::part(at, parameter, None, private));
    let checks = parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| parameter::checks(at, parameter, waivers, private));
    let partial = partial(parameters, private);
    let methods = [
        headers(parameters, private),
        describe(parameters, private),
        accept(parameters, private),
        settle(parameters, private),
        finish(parameters, private),
        encode.unwrap_or_default(),
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

/// A place among others as a number, or as a tuple's field.
pub(crate) fn index(at: usize) -> Literal {
    Literal::usize_unsuffixed(at)
}

/// A place among others as a type, in digits.
pub(crate) fn position(at: usize, private: &Ident) -> TokenStream {
    const DIGITS: usize = 16;
    let digit = format_ident!("P{}", at % DIGITS);
    let digit = quote!(#private::position::#digit);
    match at / DIGITS {
        0 => digit,
        rest => {
            let rest = position(rest, private);
            quote!((#rest, #digit))
        }
    }
}

fn partial(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let slots = parameters.iter().enumerate().map(|(at, parameter)| {
        let at = position(at, private);
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

fn headers(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let own = parameters.iter().filter_map(|parameter| parameter.header.as_ref());
    let nested =
        parameters.iter().enumerate().filter(|(_, parameter)| may_nest(parameter)).map(|(at, parameter)| {
            let at = position(at, private);
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

/// Whether there may be mirrored parameters inside its type.
pub(crate) fn may_nest(parameter: &Parameter<'_>) -> bool {
    parameter.is_flattened() || !is_made_of_scalars(parameter.ty)
}

fn describe(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let calls = parameters.iter().enumerate().map(|(at, parameter)| {
        let at = position(at, private);
        if parameter.is_flattened() {
            quote!(#private::describe_group::<__TaffrailParts, #at>(__taffrail_object);)
        } else {
            parameter::described(&at, parameter, private)
        }
    });
    quote! {
        fn describe(__taffrail_object: &mut #private::ObjectSchema) {
            #(#calls)*
        }
    }
}

fn accept(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let arms = parameters.iter().enumerate().filter(|(_, parameter)| !parameter.is_flattened()).map(|(at, parameter)| {
        let (name, slot, at) = (&parameter.name, index(at), position(at, private));
        let read = if parameter.arg.secret.is_some() { quote!(read_secret) } else { quote!(read) };
        quote!(#name => #private::#read::<__TaffrailParts, #at>(&mut __taffrail_partial.#slot, __taffrail_entry),)
    });
    let groups = parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_flattened()).map(|(at, _)| {
        let (slot, at) = (index(at), position(at, private));
        quote!(#private::read_group::<__TaffrailParts, #at>(&mut __taffrail_partial.#slot, __taffrail_entry))
    });
    let others = if parameters.iter().any(|parameter| parameter.is_flattened()) {
        quote!(#(#groups)||*)
    } else {
        quote!(false)
    };
    quote! {
        fn accept(
            __taffrail_partial: &mut Self::Partial,
            __taffrail_entry: &mut #private::Entry<'_, '_>,
        ) -> ::core::primitive::bool {
            match __taffrail_entry.name() {
                #(#arms)*
                _ => #others,
            }
        }
    }
}

fn settle(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let calls = parameters.iter().enumerate().map(|(at, parameter)| {
        let (slot, at) = (index(at), position(at, private));
        let slot = quote!(&mut __taffrail_partial.#slot);
        if parameter.is_flattened() {
            quote!(#private::settle_group::<__TaffrailParts, #at>(#slot, __taffrail_at);)
        } else if parameter.default.is_some() {
            quote!(#private::fall_back::<__TaffrailParts, #at>(#slot);)
        } else {
            let name = &parameter.name;
            quote!(#private::settle_argument::<__TaffrailParts, #at>(#slot, #name, __taffrail_at);)
        }
    });
    quote! {
        fn settle(__taffrail_partial: &mut Self::Partial, __taffrail_at: &mut #private::Place<'_>) {
            #(#calls)*
        }
    }
}

/// All slots are opened in one pattern: were each asked for its value in turn, every `?` would be a way out with its own things
/// to drop.
fn finish(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let locals: Vec<_> = (0..parameters.len()).map(|at| format_ident!("__taffrail_{at}")).collect();
    let slots = parameters.iter().zip(&locals).map(|(parameter, local)| {
        if parameter.is_flattened() { quote!(#local) } else { quote!(#private::Slot::Given(#local)) }
    });
    // Where there is no slot, `else` would be idle.
    let otherwise = parameters.iter().any(|parameter| !parameter.is_flattened()).then(|| {
        quote!(else {
            return ::core::option::Option::None;
        })
    });
    let values = parameters.iter().zip(&locals).enumerate().map(|(at, (parameter, local))| {
        let (ident, at) = (parameter.ident, position(at, private));
        if parameter.is_flattened() {
            return quote!(#ident: #private::finish_group::<__TaffrailParts, #at>(#local)?);
        }
        let taken = taken(parameter, private);
        quote!(#ident: #local #taken)
    });
    quote! {
        fn finish(__taffrail_partial: Self::Partial) -> ::core::option::Option<Self> {
            let __TaffrailPartial(#(#slots),*) = __taffrail_partial #otherwise;
            ::core::option::Option::Some(Self { #(#values),* })
        }
    }
}

/// How an argument is taken out of what it was read as.
fn taken(parameter: &Parameter<'_>, private: &Ident) -> TokenStream {
    match option_inner(parameter.ty) {
        _ if !parameter.is_untyped() => TokenStream::new(),
        Some(_) => quote!(.map(#private::Untyped::into_inner)),
        None => quote!(.into_inner()),
    }
}

pub(crate) fn encode(parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let calls = encode_calls(parameters, private, |ident| quote!(&self.#ident));
    quote! {
        fn encode_into(&self, __taffrail_object: &mut #private::Map<#private::String, #private::Value>) {
            #calls
        }
    }
}

/// Writes each argument that may be shown into `__taffrail_object`; `value` is where a reference to it is.
pub(crate) fn encode_calls(
    parameters: &[&Parameter<'_>],
    private: &Ident,
    value: impl Fn(&Ident) -> TokenStream,
) -> TokenStream {
    let shown = parameters.iter().enumerate().filter(|(_, parameter)| parameter.arg.secret.is_none());
    let calls = shown.map(|(at, parameter)| {
        let (value, at) = (value(parameter.ident), position(at, private));
        let name = &parameter.name;
        if parameter.is_flattened() {
            quote!(#private::encode_group::<__TaffrailParts, #at>(#value, __taffrail_object);)
        } else if parameter.is_untyped() {
            quote!(#private::encode_untyped(#value, #name, __taffrail_object);)
        } else {
            quote!(#private::encode::<__TaffrailParts, #at>(#value, #name, __taffrail_object);)
        }
    });
    calls.collect()
}

/// GR-42 across nested structs; within one struct the names were compared already, be it this or the only nested one.
fn unique_headers(owner: &TokenStream, parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    let mut nesting = parameters.iter().filter(|parameter| may_nest(parameter));
    let Some(nested) = nesting.next() else { return TokenStream::new() };
    if nesting.next().is_none() && parameters.iter().all(|parameter| parameter.header.is_none()) {
        return TokenStream::new();
    }
    let span = nested.ty.span();
    let private = at(span, private);
    let own = parameters.iter().filter(|parameter| parameter.header.is_some()).map(|own| &own.name);
    let nested = parameters.iter().filter(|parameter| may_nest(parameter)).map(|nested| &nested.name);
    quote_spanned! {span=>
        const _: () = #private::assert_unique_headers(
            &<#owner as #private::ToolInput>::HEADERS,
            &[#(#own),*],
            &[#(#nested),*],
        );
    }
}
