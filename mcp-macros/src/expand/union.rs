//! An enum whose variants carry data: one of several objects, told apart by a member.
//!
//! Each variant gets a struct of its own with the arguments' one implementation.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::Ident;

use super::arguments::{self, index};
use crate::model::input::Alternative;
use crate::model::parameter::Parameter;

pub(crate) fn union(
    ident: &Ident,
    tag: &str,
    alternatives: &[Alternative<'_>],
    private: &Ident,
) -> TokenStream {
    let structs = alternatives.iter().enumerate().map(|(at, alternative)| variant(at, alternative, private));
    let words = alternatives.iter().map(|alternative| {
        let (word, doc) = (&alternative.word.word, alternative.word.doc.expression());
        quote!((#word, #doc))
    });
    let methods =
        [describe(alternatives, private), read(alternatives, private), members(alternatives, private)];
    let argument = argument(ident, alternatives.len(), private);
    quote! {
        #(#structs)*
        #[automatically_derived]
        impl #private::Union for #ident {
            const TAG: &'static ::core::primitive::str = #tag;
            const WORDS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] =
                &[#(#words),*];
            #(#methods)*
        }
        #argument
    }
}

fn name(at: usize) -> Ident {
    format_ident!("__TaffrailVariant{at}")
}

fn variant(at: usize, alternative: &Alternative<'_>, private: &Ident) -> TokenStream {
    let owner = name(at);
    let parameters: Vec<&Parameter<'_>> = alternative.parameters.iter().collect();
    let (idents, types): (Vec<_>, Vec<_>) =
        parameters.iter().map(|parameter| (parameter.ident, parameter.ty)).unzip();
    let tool_input = arguments::tool_input(&owner.to_token_stream(), &parameters, &[], None, private);
    let calls = arguments::encode_calls(&parameters, private, Ident::to_token_stream);
    quote! {
        pub struct #owner {
            #(#idents: #types,)*
        }
        const _: () = {
            #tool_input
            impl #owner {
                fn __taffrail_encode(
                    __taffrail_object: &mut #private::Map<#private::String, #private::Value>,
                    #(#idents: &#types,)*
                ) {
                    #calls
                }
            }
        };
    }
}

fn describe(alternatives: &[Alternative<'_>], private: &Ident) -> TokenStream {
    let arms = (0..alternatives.len()).map(|at| {
        let (at, name) = (index(at), name(at));
        quote!(#at => #private::variant_schema::<#name>(),)
    });
    quote! {
        fn describe(__taffrail_index: ::core::primitive::usize) -> #private::Schema {
            match __taffrail_index {
                #(#arms)*
                _ => #private::Schema::no_arguments(),
            }
        }
    }
}

fn read(alternatives: &[Alternative<'_>], private: &Ident) -> TokenStream {
    let arms = alternatives.iter().enumerate().map(|(at, alternative)| {
        let (at, name, variant) = (index(at), name(at), alternative.word.ident);
        let idents: Vec<_> = alternative.parameters.iter().map(|parameter| parameter.ident).collect();
        quote! {
            #at => {
                let __taffrail_read = #private::read_variant::<#name>(__taffrail_members, __taffrail_at)?;
                ::core::option::Option::Some(Self::#variant { #(#idents: __taffrail_read.#idents),* })
            }
        }
    });
    quote! {
        fn read(
            __taffrail_index: ::core::primitive::usize,
            __taffrail_members: #private::Value,
            __taffrail_at: #private::Place<'_>,
        ) -> ::core::option::Option<Self> {
            match __taffrail_index {
                #(#arms)*
                _ => ::core::option::Option::None,
            }
        }
    }
}

fn members(alternatives: &[Alternative<'_>], private: &Ident) -> TokenStream {
    let arms = alternatives.iter().enumerate().map(|(at, alternative)| {
        let (at, name, variant) = (index(at), name(at), alternative.word.ident);
        let idents: Vec<_> = alternative.parameters.iter().map(|parameter| parameter.ident).collect();
        quote! {
            Self::#variant { #(#idents),* } => {
                #name::__taffrail_encode(&mut __taffrail_object, #(#idents),*);
                #at
            }
        }
    });
    quote! {
        fn members(&self) -> (::core::primitive::usize, #private::Map<#private::String, #private::Value>) {
            let mut __taffrail_object = #private::Map::new();
            let __taffrail_index = match self {
                #(#arms)*
            };
            (__taffrail_index, __taffrail_object)
        }
    }
}

/// No header can be read through a union, so one inside it is lost.
fn argument(ident: &Ident, count: usize, private: &Ident) -> TokenStream {
    let names = (0..count).map(name);
    quote! {
        #[automatically_derived]
        impl #private::Argument for #ident {
            type Rule = ();
            const HEADERS: #private::HeaderTree =
                #private::HeaderTree::of(&[], &[#(<#names as #private::ToolInput>::HEADERS),*]).repeated();

            fn schema(_: &Self::Rule) -> #private::Schema {
                #private::union_schema::<Self>()
            }

            fn decode<'de, __TaffrailInput: #private::Deserializer<'de>>(
                __taffrail_input: __TaffrailInput,
                _: &Self::Rule,
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::result::Result<::core::option::Option<Self>, __TaffrailInput::Error> {
                #private::decode_union::<Self, __TaffrailInput>(__taffrail_input, __taffrail_at)
            }

            fn encode(&self) -> #private::Value {
                #private::encode_union::<Self>(self)
            }
        }
    }
}
