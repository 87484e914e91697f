//! `#[derive(ToolOutput)]`: serde's `Serialize` and schemars' `JsonSchema` through our own re-exports, so that users need
//! neither crate in their manifest.
//!
//! A derive cannot add attributes to its item, and `crate = "…"` must be one. So a hidden mirror of the type carries the
//! derives, serializes the real type through serde's `remote`, and the real type forwards to the mirror.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Token, Variant};

use super::{library, scoped};
use crate::crate_path::CratePath;

pub(crate) fn output(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    // What the derives write does not stand in our scope, so they are told the whole path.
    let mirror = mirror(input, &krate.private());
    let forwards = forwards(input, &library());
    scoped(
        krate,
        &quote! {
            // The derives call these traits' methods by their short names.
            use ::core::convert::{From as _, Into as _};
            #mirror
            #forwards
        },
    )
}

fn mirror(input: &DeriveInput, private: &TokenStream) -> TokenStream {
    let name = input.ident.to_string();
    let (serde, schemars) = (path(&quote!(#private::serde)), path(&quote!(#private::schemars)));
    let attrs = kept(&input.attrs);
    let body = match &input.data {
        Data::Struct(data) => {
            let fields = fields(&data.fields);
            let semicolon = (!matches!(data.fields, Fields::Named(_))).then(<Token![;]>::default);
            quote!(struct __TaffrailMirror #fields #semicolon)
        }
        Data::Enum(data) => {
            let variants = data.variants.iter().map(variant);
            quote!(enum __TaffrailMirror { #(#variants,)* })
        }
        // Refused before.
        Data::Union(_) => return TokenStream::new(),
    };
    quote! {
        #[derive(#private::serde::Serialize, #private::schemars::JsonSchema)]
        #[serde(remote = #name, crate = #serde)]
        #[schemars(rename = #name, crate = #schemars)]
        #[allow(dead_code)]
        #(#attrs)*
        #body
    }
}

fn forwards(input: &DeriveInput, private: &Ident) -> TokenStream {
    let ident = &input.ident;
    let schemars = quote!(#private::schemars);
    quote! {
        #[automatically_derived]
        impl #private::serde::Serialize for #ident {
            fn serialize<__TaffrailOutput: #private::serde::Serializer>(
                &self,
                __taffrail_output: __TaffrailOutput,
            ) -> ::core::result::Result<__TaffrailOutput::Ok, __TaffrailOutput::Error> {
                __TaffrailMirror::serialize(self, __taffrail_output)
            }
        }

        #[automatically_derived]
        impl #schemars::JsonSchema for #ident {
            fn inline_schema() -> ::core::primitive::bool {
                <__TaffrailMirror as #schemars::JsonSchema>::inline_schema()
            }

            fn schema_name() -> #private::Cow<'static, ::core::primitive::str> {
                <__TaffrailMirror as #schemars::JsonSchema>::schema_name()
            }

            fn schema_id() -> #private::Cow<'static, ::core::primitive::str> {
                <__TaffrailMirror as #schemars::JsonSchema>::schema_id()
            }

            fn json_schema(__taffrail_generator: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                <__TaffrailMirror as #schemars::JsonSchema>::json_schema(__taffrail_generator)
            }
        }
    }
}

fn variant(variant: &Variant) -> TokenStream {
    let (attrs, ident, fields) = (kept(&variant.attrs), &variant.ident, fields(&variant.fields));
    quote!(#(#attrs)* #ident #fields)
}

fn fields(fields: &Fields) -> Fields {
    let mut fields = fields.clone();
    let all: &mut Punctuated<Field, Token![,]> = match &mut fields {
        Fields::Named(fields) => &mut fields.named,
        Fields::Unnamed(fields) => &mut fields.unnamed,
        Fields::Unit => return fields,
    };
    for field in all {
        field.attrs = kept(&field.attrs).into_iter().cloned().collect();
    }
    fields
}

/// What serde and schemars read; other derives of the type keep theirs to themselves.
fn kept(attrs: &[Attribute]) -> Vec<&Attribute> {
    let read = |attr: &&Attribute| ["doc", "serde", "schemars"].iter().any(|name| attr.path().is_ident(name));
    attrs.iter().filter(read).collect()
}

/// A path as the string that `crate = "…"` takes.
fn path(path: &TokenStream) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
