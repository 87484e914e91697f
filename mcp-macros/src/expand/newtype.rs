//! A struct of one unnamed field: another name for that field's type, with everything that the type can do.
//!
//! Whether the inner type has a range, a length or a header is not known here. `__Inner` makes each such question a
//! conditional implementation, which a concrete type in a `where` clause could not be.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Type};

pub(crate) fn newtype(ident: &Ident, ty: &Type, private: &Ident) -> TokenStream {
    let argument = argument(ident, ty, private);
    let constraints = constraints(ident, private);
    quote! {
        pub enum __TaffrailParts {}
        #[automatically_derived]
        impl #private::Newtype for __TaffrailParts {
            type Inner = #ty;
        }
        #[automatically_derived]
        impl #private::Wrap<#ty> for #ident {
            fn wrap(inner: #ty) -> Self {
                #ident(inner)
            }

            fn inner(&self) -> &#ty {
                &self.0
            }
        }
        #argument
        #constraints
    }
}

fn argument(ident: &Ident, ty: &Type, private: &Ident) -> TokenStream {
    // Named directly: by way of `__TaffrailParts` a private type would stand in a public associated type.
    let inner = ty;
    quote! {
        #[automatically_derived]
        impl #private::Argument for #ident {
            type Rule = <#inner as #private::Argument>::Rule;
            const HEADERS: #private::HeaderTree = <#inner as #private::Argument>::HEADERS;

            fn schema(__taffrail_rule: &Self::Rule) -> #private::Schema {
                <#inner as #private::Argument>::schema(__taffrail_rule)
            }

            fn decode<'de, __TaffrailInput: #private::Deserializer<'de>>(
                __taffrail_input: __TaffrailInput,
                __taffrail_rule: &Self::Rule,
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::result::Result<::core::option::Option<Self>, __TaffrailInput::Error> {
                let __taffrail_inner: ::core::option::Option<#ty> =
                    <#inner as #private::Argument>::decode(__taffrail_input, __taffrail_rule, __taffrail_at)?;
                ::core::result::Result::Ok(::core::option::Option::map(__taffrail_inner, #ident))
            }

            fn absent() -> ::core::option::Option<Self> {
                ::core::option::Option::map(<#inner as #private::Argument>::absent(), #ident)
            }

            fn encode(&self) -> #private::Value {
                <#inner as #private::Argument>::encode(&self.0)
            }
        }
    }
}

fn constraints(ident: &Ident, private: &Ident) -> TokenStream {
    let inner = |bound: TokenStream| {
        quote!(
            where
                __TaffrailParts: #private::Newtype<Inner = __Inner>,
                __Inner: #private::#bound,
                Self: #private::Argument<Rule = <__Inner as #private::Argument>::Rule>,
        )
    };
    let (ranged, measured) = (inner(quote!(Ranged)), inner(quote!(Measured)));
    let (textual, header) = (inner(quote!(Textual)), inner(quote!(HeaderParam)));
    let from_text = from_text(ident, private);
    quote! {
        impl<__Inner> #private::Ranged for #ident #ranged {
            type Bound = __Inner::Bound;

            fn range(
                rule: &mut Self::Rule,
                min: ::core::option::Option<Self::Bound>,
                max: ::core::option::Option<Self::Bound>,
            ) {
                <__Inner as #private::Ranged>::range(rule, min, max);
            }
        }

        impl<__Inner> #private::Measured for #ident #measured {
            fn measure(
                rule: &mut Self::Rule,
                min: ::core::option::Option<::core::primitive::usize>,
                max: ::core::option::Option<::core::primitive::usize>,
            ) {
                <__Inner as #private::Measured>::measure(rule, min, max);
            }
        }

        impl<__Inner> #private::Textual for #ident #textual {
            fn pattern(rule: &mut Self::Rule, pattern: &'static #private::Pattern) {
                <__Inner as #private::Textual>::pattern(rule, pattern);
            }
        }

        impl<__Inner> #private::HeaderParam for #ident #header {
            const MIN: ::core::primitive::i128 = <__Inner as #private::HeaderParam>::MIN;
            const MAX: ::core::primitive::i128 = <__Inner as #private::HeaderParam>::MAX;
        }

        #from_text
    }
}

fn from_text(ident: &Ident, private: &Ident) -> TokenStream {
    quote! {
        impl<__Inner> #private::FromText for #ident
        where
            __TaffrailParts: #private::Newtype<Inner = __Inner>,
            __Inner: #private::FromText,
            Self: #private::Wrap<__Inner>,
        {
            type Rule = <__Inner as #private::FromText>::Rule;

            fn words() -> &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] {
                <__Inner as #private::FromText>::words()
            }

            fn from_text(
                text: &::core::primitive::str,
                rule: &Self::Rule,
                at: #private::Place<'_>,
            ) -> ::core::option::Option<Self> {
                let inner = <__Inner as #private::FromText>::from_text(text, rule, at);
                ::core::option::Option::map(inner, <Self as #private::Wrap<__Inner>>::wrap)
            }

            fn left_out() -> ::core::option::Option<Self> {
                let inner = <__Inner as #private::FromText>::left_out();
                ::core::option::Option::map(inner, <Self as #private::Wrap<__Inner>>::wrap)
            }

            fn shown(&self) -> #private::Value {
                <__Inner as #private::FromText>::shown(<Self as #private::Wrap<__Inner>>::inner(self))
            }
        }
    }
}
