//! A fieldless enum: a closed set of words.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::arguments::index;
use crate::model::input::Word;

pub(crate) fn choice(ident: &Ident, words: &[Word<'_>], private: &Ident) -> TokenStream {
    let argument = argument(ident, private);
    let choice = positions(ident, words, private);
    quote! {
        #choice
        #argument
        #[automatically_derived]
        impl #private::HeaderParam for #ident {}
        #[automatically_derived]
        impl #private::FromText for #ident {
            type Rule = ();

            fn words() -> &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] {
                #private::choice_words::<Self>()
            }

            fn from_text(
                __taffrail_text: &::core::primitive::str,
                __taffrail_rule: &(),
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::option::Option<Self> {
                #private::spelled::<Self>(__taffrail_text, __taffrail_rule, __taffrail_at)
            }

            fn shown(&self) -> #private::Value {
                #private::encode_choice::<Self>(self)
            }
        }
    }
}

fn positions(ident: &Ident, words: &[Word<'_>], private: &Ident) -> TokenStream {
    let pairs = words.iter().map(|word| {
        let (word, doc) = (&word.word, word.doc.expression());
        quote!((#word, #doc))
    });
    let variants: Vec<_> = words.iter().map(|word| word.ident).collect();
    let indices: Vec<_> = (0..words.len()).map(index).collect();
    quote! {
        #[automatically_derived]
        impl #private::Choice for #ident {
            const WORDS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] = &[#(#pairs),*];

            fn at(__taffrail_index: ::core::primitive::usize) -> ::core::option::Option<Self> {
                match __taffrail_index {
                    #(#indices => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn index(&self) -> ::core::primitive::usize {
                match self {
                    #(Self::#variants => #indices,)*
                }
            }
        }
    }
}

fn argument(ident: &Ident, private: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #private::Argument for #ident {
            type Rule = ();

            fn schema(_: &Self::Rule) -> #private::Schema {
                #private::choice_schema::<Self>()
            }

            fn decode<'de, __TaffrailInput: #private::Deserializer<'de>>(
                __taffrail_input: __TaffrailInput,
                _: &Self::Rule,
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::result::Result<::core::option::Option<Self>, __TaffrailInput::Error> {
                #private::decode_choice::<Self, __TaffrailInput>(__taffrail_input, __taffrail_at)
            }

            fn encode(&self) -> #private::Value {
                #private::encode_choice::<Self>(self)
            }
        }
    }
}
