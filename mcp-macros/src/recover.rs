//! What is emitted beside the errors of an item that has faults: the item itself without our attributes, and stand-ins for
//! what it should have implemented. So one mistake stays one error, and does not become an unknown name elsewhere.
//!
//! A program with a stand-in never runs, so the bodies need not do anything.

mod texts;
mod types;

pub(crate) use texts::{completer, prompt, resource};

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields, FnArg, ItemFn, parse_quote};

use crate::crate_path::CratePath;
use crate::expand::{self, library, scoped};
use crate::model::doc::is_doc;
use crate::model::kind::Kind;
use crate::model::name;

/// The function without what only we read: the compiler refuses doc comments and unknown attributes on parameters.
pub(crate) fn stripped(item: &ItemFn) -> ItemFn {
    let mut item = item.clone();
    item.attrs.retain(|attr| !is_item(attr) && !attr.path().is_ident("arg"));
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(parameter) = input {
            parameter.attrs.retain(|attr| !is_doc(attr) && !is_ours(attr));
        }
    }
    item
}

/// `#[tool]` or a sibling of it, by whatever path.
pub(crate) fn is_item(attr: &Attribute) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|last| Kind::ALL.iter().any(|kind| last.ident == kind.noun()))
}

fn is_ours(attr: &Attribute) -> bool {
    ["arg", "serde", "cfg"].iter().any(|name| attr.path().is_ident(name))
}

/// The function, and a tool of its name. `says_when`: nothing more is to be said about `when`.
pub(crate) fn tool(item: &ItemFn, says_when: bool, krate: &CratePath) -> TokenStream {
    let (function, marker) = (expand::function(item), expand::marker(item));
    if item.sig.receiver().is_some() {
        // A method stands where no types can.
        return quote!(#function);
    }
    let (ident, private) = (&item.sig.ident, library());
    let name = name::plain(ident);
    let cfgs = expand::conditions(&item.attrs);
    let (debug, types) = (expand::marker_debug(item), types::of_tool(item, &private));
    let items = scoped(
        krate,
        &quote! {
            #debug
            #types

            impl #private::Declared for #ident {
                const NAME: &'static ::core::primitive::str = #name;
                const DECLARATION: #private::Declaration = #private::recovered(
                    #name,
                    #says_when,
                    #private::Source {
                        module: ::core::module_path!(),
                        file: ::core::file!(),
                        line: ::core::line!(),
                    },
                );
            }

            impl<__TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static> #private::Tool<__TaffrailState>
                for #ident
            {
                fn definition(&self) -> #private::Definition {
                    ::core::unimplemented!()
                }

                fn call<'a>(
                    &'a self,
                    _: #private::Call<'a, __TaffrailState>,
                ) -> ::core::result::Result<#private::Running<'a>, #private::Violations> {
                    ::core::unimplemented!()
                }
            }
        },
    );
    quote!(#function #marker #(#cfgs)* #items)
}

/// An argument of any kind; a struct with named fields can be flattened as well.
pub(crate) fn input(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let (ident, private) = (&input.ident, library());
    let (impls, types, clause) = input.generics.split_for_impl();
    let named = matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Named(_)));
    let object = named.then(|| tool_input(input, &private));
    let bounds = named.then(|| fields(input, &private));
    scoped(
        krate,
        &quote! {
            #bounds

            impl #impls #private::Argument for #ident #types #clause {
                type Rule = ();

                fn schema(_: &Self::Rule) -> #private::Schema {
                    ::core::unimplemented!()
                }

                fn decode<'de_taffrail, D: #private::Deserializer<'de_taffrail>>(
                    _: D,
                    _: &Self::Rule,
                    _: #private::Place<'_>,
                ) -> ::core::result::Result<::core::option::Option<Self>, D::Error> {
                    ::core::unimplemented!()
                }

                fn encode(&self) -> #private::Value {
                    ::core::unimplemented!()
                }
            }

            impl #impls #private::HeaderParam for #ident #types #clause {}

            impl #impls #private::FromText for #ident #types #clause {
                type Rule = ();

                fn from_text(
                    _: &::core::primitive::str,
                    _: &(),
                    _: #private::Place<'_>,
                ) -> ::core::option::Option<Self> {
                    ::core::unimplemented!()
                }

                fn shown(&self) -> #private::Value {
                    ::core::unimplemented!()
                }
            }
            #object
        },
    )
}

/// The bounds on the types of the fields.
fn fields(input: &DeriveInput, private: &Ident) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    if input.generics.lt_token.is_some() {
        return TokenStream::new();
    }
    // A type that contains itself is reported as that.
    let fields = data.fields.iter().filter(|field| !contains(&field.ty, &input.ident));
    let bounds = types::of_arguments(fields.map(|field| (&field.ty, field.attrs.as_slice())), private);
    quote!(enum __TaffrailParts {} #bounds)
}

fn contains(ty: &syn::Type, ident: &Ident) -> bool {
    quote!(#ty).to_string().split_whitespace().any(|word| ident == word)
}

fn tool_input(input: &DeriveInput, private: &Ident) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    generics.make_where_clause().predicates.push(parse_quote!(Self: 'static));
    let (impls, types, clause) = generics.split_for_impl();
    quote! {
        impl #impls #private::ToolInput for #ident #types #clause {
            type Partial = ();
            const HEADERS: #private::HeaderTree = #private::HeaderTree::NONE;

            fn describe(_: &mut #private::ObjectSchema) {}

            fn accept(_: &mut (), _: &mut #private::Entry<'_, '_>) -> ::core::primitive::bool {
                false
            }

            fn settle(_: &mut (), _: &mut #private::Place<'_>) {}

            fn finish(_: ()) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }

            fn encode_into(&self, _: &mut #private::Map<#private::String, #private::Value>) {}
        }
    }
}

/// A failure of no particular kind.
pub(crate) fn failure(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let (ident, private) = (&input.ident, library());
    let (impls, types, clause) = input.generics.split_for_impl();
    scoped(
        krate,
        &quote! {
            impl #impls #private::ToolFailure for #ident #types #clause {
                fn into_failure(self) -> #private::Failure {
                    ::core::unimplemented!()
                }
            }

            impl #impls #private::FailureCategory for #ident #types #clause {}
        },
    )
}

/// Something that can be serialized and described.
pub(crate) fn output(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let (ident, private) = (&input.ident, library());
    let (impls, types, clause) = input.generics.split_for_impl();
    let schemars = quote!(#private::schemars);
    scoped(
        krate,
        &quote! {
            impl #impls #private::serde::Serialize for #ident #types #clause {
                fn serialize<S_: #private::serde::Serializer>(&self, _: S_) -> ::core::result::Result<S_::Ok, S_::Error> {
                    ::core::unimplemented!()
                }
            }

            impl #impls #schemars::JsonSchema for #ident #types #clause {
                fn schema_name() -> #private::Cow<'static, ::core::primitive::str> {
                    ::core::unimplemented!()
                }

                fn json_schema(_: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                    ::core::unimplemented!()
                }
            }
        },
    )
}

/// A form, and a field of any kind.
pub(crate) fn form(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let (ident, private) = (&input.ident, library());
    let (impls, types, clause) = input.generics.split_for_impl();
    scoped(
        krate,
        &quote! {
            impl #impls #private::Elicit for #ident #types #clause {
                fn describe(_: &mut #private::Form) {}

                fn accept(_: &mut #private::FormAnswers<'_>) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
            }

            impl #impls #private::FormChoice for #ident #types #clause {
                const WORDS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] = &[];

                fn at(_: ::core::primitive::usize) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }

                fn index(&self) -> ::core::primitive::usize {
                    0
                }
            }

            impl #impls #private::FormField for #ident #types #clause {
                type Rule = ();

                fn property(_: &()) -> #private::Map<#private::String, #private::Value> {
                    ::core::unimplemented!()
                }

                fn read(_: &#private::Value, _: &()) -> ::core::result::Result<Self, #private::String> {
                    ::core::unimplemented!()
                }

                fn show(&self) -> #private::Value {
                    ::core::unimplemented!()
                }
            }
        },
    )
}
