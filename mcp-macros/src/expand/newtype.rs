//! A struct of one unnamed field: another name for that field's type, with everything that the type can do.
//!
//! Whether the inner type has a range, a length or a header is not known here. `__Inner` makes each such question a
//! conditional implementation, which a concrete type in a `where` clause could not be.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Type, Visibility};

use super::at;

pub(crate) fn newtype(ident: &Ident, vis: &Visibility, ty: &Type, private: &Ident) -> TokenStream {
    let argument = argument(ident, ty, vis, private);
    let constraints = constraints(ident, private);
    quote! {
        enum __TaffrailParts {}
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

/// A struct that others see may hold a type that they do not, and then the type cannot stand in the associated type. Elsewhere it
/// is named directly, so that a type that no argument can have is one error.
fn argument(ident: &Ident, ty: &Type, vis: &Visibility, private: &Ident) -> TokenStream {
    let (generics, named, clause) = match vis {
        Visibility::Inherited => (TokenStream::new(), ty.to_token_stream(), TokenStream::new()),
        _ => {
            let clause = quote! {
                where
                    __TaffrailParts: #private::Newtype<Inner = __Inner>,
                    __Inner: #private::Argument,
                    Self: #private::Wrap<__Inner>,
            };
            (quote!(<__Inner>), quote!(__Inner), clause)
        }
    };
    let private = &at(ty.span(), private);
    let inner = quote_spanned!(ty.span()=> <#named as #private::Argument>);
    let wrap = quote!(<Self as #private::Wrap<#named>>);
    let asked = (!generics.is_empty())
        .then(|| quote!(impl #private::Asked<0> for __TaffrailParts { type Value = #ty; }));
    // All of it at the type, where the compiler then says once what is wrong with it.
    quote_spanned! {ty.span()=>
        #asked
        #[automatically_derived]
        impl #generics #private::Argument for #ident #clause {
            type Rule = #inner::Rule;
            const HEADERS: #private::HeaderTree = #inner::HEADERS;

            fn schema(__taffrail_rule: &Self::Rule) -> #private::Schema {
                #inner::schema(__taffrail_rule)
            }

            fn decode<'de, __TaffrailInput: #private::Deserializer<'de>>(
                __taffrail_input: __TaffrailInput,
                __taffrail_rule: &Self::Rule,
                __taffrail_at: #private::Place<'_>,
            ) -> ::core::result::Result<::core::option::Option<Self>, __TaffrailInput::Error> {
                let __taffrail_inner = #inner::decode(__taffrail_input, __taffrail_rule, __taffrail_at)?;
                ::core::result::Result::Ok(::core::option::Option::map(
                    __taffrail_inner,
                    #wrap::wrap,
                ))
            }

            fn absent() -> ::core::option::Option<Self> {
                ::core::option::Option::map(#inner::absent(), #wrap::wrap)
            }

            fn encode(&self) -> #private::Value {
                #inner::encode(#wrap::inner(self))
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
