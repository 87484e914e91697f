//! `#[derive(ToolInput)]`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use super::{arguments, choice, library, newtype, scoped, union};
use crate::model::input::{InputType, Shape};
use crate::model::parameter::Parameter;

pub(crate) fn input(input: &InputType<'_>) -> TokenStream {
    let private = library();
    let items = match &input.shape {
        Shape::Fields(parameters) => object(input, parameters, &private),
        Shape::Words(words) => choice::choice(input.ident, words, &private),
        Shape::Union { tag, alternatives } => union::union(input.ident, tag, alternatives, &private),
        Shape::Newtype(ty) => newtype::newtype(input.ident, input.vis, ty, &private),
    };
    scoped(&input.krate, &items)
}

fn object(input: &InputType<'_>, parameters: &[Parameter<'_>], private: &Ident) -> TokenStream {
    let ident = input.ident;
    let parameters: Vec<&Parameter<'_>> = parameters.iter().collect();
    let tool_input = arguments::tool_input(
        &ident.to_token_stream(),
        &parameters,
        &[],
        Some(arguments::encode(&parameters, private)),
        private,
    );
    quote! {
        #tool_input
        #[automatically_derived]
        impl #private::Argument for #ident {
            type Rule = ();
            const HEADERS: #private::HeaderTree = <Self as #private::ToolInput>::HEADERS;

            fn schema(_: &Self::Rule) -> #private::Schema {
                #private::object_schema::<Self>()
            }

            fn decode<'de, __TaffrailInput: #private::Deserializer<'de>>(
                __taffrail_input: __TaffrailInput,
                _: &Self::Rule,
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::result::Result<::core::option::Option<Self>, __TaffrailInput::Error> {
                #private::decode_object::<Self, __TaffrailInput>(__taffrail_input, __taffrail_at)
            }

            fn encode(&self) -> #private::Value {
                #private::encode_object::<Self>(self)
            }
        }
    }
}
