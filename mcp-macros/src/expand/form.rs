//! `#[derive(Elicit)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Ident, Lit};

use super::arguments::{self, index};
use super::{all_at, at, library, scoped};
use crate::attr::Keyed;
use crate::model::form::{FormFieldModel, FormShape, FormType, FormWord};

pub(crate) fn form(form: &FormType<'_>) -> TokenStream {
    let private = library();
    let enum_names = form.enum_names.as_ref();
    let items = scoped(
        &form.krate,
        &match &form.shape {
            FormShape::Fields(fields) => object(form.ident, fields, &private),
            FormShape::Words(words) => choice(form.ident, words, enum_names.is_some(), &private),
        },
    );
    let warned = enum_names.map(|key| deprecated_names(key, &form.allows, &form.krate.private()));
    quote!(#items #warned)
}

/// Names the constant that carries the deprecation, outside of where lints are off and at the word that the user wrote.
fn deprecated_names(key: &Ident, allows: &[&Attribute], private: &TokenStream) -> TokenStream {
    let named = all_at(key.span(), &quote!(#private::ENUM_NAMES));
    quote! {
        #(#allows)*
        const _: ::core::primitive::bool = #named;
    }
}

fn object(ident: &Ident, fields: &[FormFieldModel<'_>], private: &Ident) -> TokenStream {
    let parts = fields.iter().enumerate().map(|(at, field)| part(at, field, private));
    let positions: Vec<_> = (0..fields.len()).map(|at| arguments::position(at, private)).collect();
    let locals: Vec<_> = (0..fields.len()).map(|at| format_ident!("__taffrail_{at}")).collect();
    let idents = fields.iter().map(|field| field.parameter.ident);
    quote! {
        enum __TaffrailParts {}
        #(#parts)*
        #[automatically_derived]
        impl #private::Elicit for #ident {
            fn describe(__taffrail_form: &mut #private::Form) {
                #(#private::form_describe::<__TaffrailParts, #positions>(__taffrail_form);)*
            }

            fn accept(__taffrail_answers: &mut #private::FormAnswers<'_>) -> ::core::option::Option<Self> {
                #(let #locals = #private::form_take::<__TaffrailParts, #positions>(__taffrail_answers);)*
                ::core::option::Option::Some(Self { #(#idents: #locals?),* })
            }
        }
    }
}

fn part(at: usize, field: &FormFieldModel<'_>, private: &Ident) -> TokenStream {
    let FormFieldModel { parameter, title, .. } = field;
    let (position, ty) = (arguments::position(at, private), parameter.ty);
    let (name, description) = (&parameter.name, parameter.doc.expression());
    let rule = rule(&position, field, private);
    let fallback = fallback(field);
    quote! {
        #[automatically_derived]
        impl #private::FormPart<#position> for __TaffrailParts {
            type Value = #ty;
            const NAME: &'static ::core::primitive::str = #name;
            const TITLE: &'static ::core::primitive::str = #title;
            const DESCRIPTION: &'static ::core::primitive::str = #description;
            #rule
            #fallback
        }
    }
}

/// The constraints. Each call stands at its own word, so that the compiler blames the word that does not fit the type.
fn rule(position: &TokenStream, field: &FormFieldModel<'_>, private: &Ident) -> Option<TokenStream> {
    let arg = &field.parameter.arg;
    let mut calls = Vec::new();
    for (function, min, max) in
        [("form_range", &arg.min, &arg.max), ("form_measure", &arg.min_len, &arg.max_len)]
    {
        let Some(key) = min.as_ref().or(max.as_ref()).map(|keyed| &keyed.key) else { continue };
        let (function, moved) = (Ident::new(function, key.span()), at(key.span(), private));
        let (min, max) = (bound(key, min.as_ref()), bound(key, max.as_ref()));
        calls.push(quote_spanned! {key.span()=>
            #moved::#function::<<__TaffrailParts as #moved::FormPart<#position>>::Value>(&mut __taffrail_rule, #min, #max);
        });
    }
    if let Some(Keyed { key, value: format }) = &field.format {
        let (format, moved) = (Ident::new(format, key.span()), at(key.span(), private));
        calls.push(quote_spanned! {key.span()=>
            #moved::form_format::<<__TaffrailParts as #moved::FormPart<#position>>::Value>(
                &mut __taffrail_rule,
                #moved::Format::#format,
            );
        });
    }
    (!calls.is_empty()).then(|| {
        quote! {
            fn rule() -> #private::FormRule<Self, #position> {
                let mut __taffrail_rule: #private::FormRule<Self, #position> = ::core::default::Default::default();
                #(#calls)*
                __taffrail_rule
            }
        }
    })
}

fn bound(key: &Ident, bound: Option<&Keyed<Expr>>) -> TokenStream {
    match bound {
        Some(bound) => {
            let bound = &bound.value;
            quote_spanned!(key.span()=> ::core::option::Option::Some(#bound))
        }
        None => quote_spanned!(key.span()=> ::core::option::Option::None),
    }
}

fn fallback(field: &FormFieldModel<'_>) -> Option<TokenStream> {
    let parameter = &field.parameter;
    let (default, ty) = (parameter.default.as_ref()?, parameter.ty);
    let value = match &default.value {
        Some(value @ Expr::Lit(ExprLit { lit: Lit::Str(_), .. })) if parameter.literal_needs_owning() => {
            quote!(::core::convert::Into::into(#value))
        }
        Some(Expr::Array(items)) => quote!(::core::convert::From::from(#items)),
        Some(value) => quote!(#value),
        None => quote_spanned!(default.key.span()=> <#ty as ::core::default::Default>::default()),
    };
    Some(quote! {
        fn fallback() -> ::core::option::Option<#ty> {
            let __taffrail_value: #ty = #value;
            ::core::option::Option::Some(__taffrail_value)
        }
    })
}

fn choice(ident: &Ident, words: &[FormWord<'_>], enum_names: bool, private: &Ident) -> TokenStream {
    let pairs = words.iter().map(|FormWord { word, title, .. }| quote!((#word, #title)));
    let variants: Vec<_> = words.iter().map(|word| word.ident).collect();
    let indices: Vec<_> = (0..words.len()).map(index).collect();
    let field = choice_field(ident, private);
    let enum_names = enum_names.then(|| {
        quote!(
            const ENUM_NAMES: ::core::primitive::bool = true;
        )
    });
    quote! {
        #[automatically_derived]
        impl #private::FormChoice for #ident {
            const WORDS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] = &[#(#pairs),*];
            #enum_names

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
        #field
    }
}

fn choice_field(ident: &Ident, private: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #private::FormField for #ident {
            type Rule = ();

            fn property(_: &Self::Rule) -> #private::Map<#private::String, #private::Value> {
                #private::form_choice::<Self>()
            }

            fn read(
                __taffrail_value: &#private::Value,
                _: &Self::Rule,
            ) -> ::core::result::Result<Self, #private::String> {
                #private::form_choose::<Self>(__taffrail_value)
            }

            fn show(&self) -> #private::Value {
                #private::form_word::<Self>(self)
            }

            fn has_enum_names() -> ::core::primitive::bool {
                <Self as #private::FormChoice>::ENUM_NAMES
            }
        }
    }
}
