//! One argument: what is known of it, and what the compiler must check about its type.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Ident, Lit, Type};

use super::arguments;
use super::declaration::waiver_list;
use super::{all_at, at};
use crate::attr::Keyed;
use crate::attr::waiver::{Waiver, waived};
use crate::check::constraint;
use crate::model::doc::Doc;
use crate::model::parameter::Parameter;
use crate::model::types::{is_number, option_inner, shown};

/// `impl Parameter<at>`, or `impl Group<at>` for what is flattened.
pub(crate) fn part(
    at: usize,
    parameter: &Parameter<'_>,
    constants: Option<TokenStream>,
    private: &Ident,
) -> TokenStream {
    let (position, ty) = (arguments::position(at, private), parameter.ty);
    if parameter.is_flattened() {
        return quote! {
            #[automatically_derived]
            impl #private::Group<#position> for __TaffrailParts {
                type Value = #ty;
            }
        };
    }
    let value = match option_inner(ty) {
        _ if !parameter.is_untyped() => ty.to_token_stream(),
        Some(inner) => quote!(::core::option::Option<#private::Untyped<#inner>>),
        None => quote!(#private::Untyped<#ty>),
    };
    let rule = rule(&position, parameter, private);
    let fallback = fallback(parameter);
    let examples = examples(parameter, private);
    quote! {
        #[automatically_derived]
        impl #private::Parameter<#position> for __TaffrailParts {
            type Value = #value;
            #constants
            #rule
            #fallback
            #examples
        }
    }
}

/// What is said of it beside its type and rule, each thing only if there is something to say.
pub(crate) fn described(at: &TokenStream, parameter: &Parameter<'_>, private: &Ident) -> TokenStream {
    let (name, description, arg) = (&parameter.name, parameter.doc.expression(), &parameter.arg);
    let fallback = parameter
        .default
        .as_ref()
        .map(|_| quote!(#private::describe_fallback::<__TaffrailParts, #at>(__taffrail_object);));
    let examples = (!arg.examples.is_empty())
        .then(|| quote!(#private::describe_examples::<__TaffrailParts, #at>(__taffrail_object);));
    let header = parameter
        .header
        .as_ref()
        .map(|header| quote!(#private::describe_header(__taffrail_object, #header);));
    let secret = arg.secret.as_ref().map(|_| quote!(#private::describe_secret(__taffrail_object);));
    let waivers = (!arg.waivers.is_empty()).then(|| {
        let waivers = waiver_list(&arg.waivers, private);
        quote!(#private::describe_waivers(__taffrail_object, #waivers);)
    });
    quote! {
        #private::describe::<__TaffrailParts, #at>(__taffrail_object, #name, #description);
        #fallback #examples #header #secret #waivers
    }
}

/// The constraints. Each call stands at its own word, so that the compiler blames the word that does not fit the type.
fn rule(position: &TokenStream, parameter: &Parameter<'_>, private: &Ident) -> Option<TokenStream> {
    let arg = &parameter.arg;
    let mut calls = Vec::new();
    if let Some(key) = arg.min.as_ref().or(arg.max.as_ref()).map(|keyed| &keyed.key) {
        let private = at(key.span(), private);
        let ty = quote_spanned!(key.span()=> #private::Bound<__TaffrailParts, #position>);
        let (min, max) = (bound(key, arg.min.as_ref(), &ty), bound(key, arg.max.as_ref(), &ty));
        calls.push(quote_spanned! {key.span()=>
            #private::range::<<__TaffrailParts as #private::Parameter<#position>>::Value>(&mut __taffrail_rule, #min, #max);
        });
    }
    if let Some(key) = arg.min_len.as_ref().or(arg.max_len.as_ref()).map(|keyed| &keyed.key) {
        let private = at(key.span(), private);
        let ty = quote_spanned!(key.span()=> ::core::primitive::usize);
        let (min, max) = (bound(key, arg.min_len.as_ref(), &ty), bound(key, arg.max_len.as_ref(), &ty));
        calls.push(quote_spanned! {key.span()=>
            #private::measure::<<__TaffrailParts as #private::Parameter<#position>>::Value>(&mut __taffrail_rule, #min, #max);
        });
    }
    if let Some(Keyed { key, value: pattern }) = &arg.pattern {
        let private = at(key.span(), private);
        calls.push(quote_spanned! {key.span()=>
            static __TAFFRAIL_PATTERN: #private::Pattern = #private::Pattern::new(#pattern);
            #private::pattern::<<__TaffrailParts as #private::Parameter<#position>>::Value>(
                &mut __taffrail_rule,
                &__TAFFRAIL_PATTERN,
            );
        });
    }
    (!calls.is_empty()).then(|| {
        quote! {
            fn rule() -> #private::Rule<Self, #position> {
                let mut __taffrail_rule: #private::Rule<Self, #position> = ::core::default::Default::default();
                #(#calls)*
                __taffrail_rule
            }
        }
    })
}

/// A bound with its type said, so that a mismatch is reported at the bound.
fn bound(key: &Ident, bound: Option<&Keyed<Expr>>, ty: &TokenStream) -> TokenStream {
    match bound {
        Some(bound) => {
            let bound = &bound.value;
            quote_spanned!(key.span()=> ::core::option::Option::Some({
                let __taffrail_bound: #ty = #bound;
                __taffrail_bound
            }))
        }
        None => quote_spanned!(key.span()=> ::core::option::Option::None),
    }
}

fn fallback(parameter: &Parameter<'_>) -> Option<TokenStream> {
    let default = parameter.default.as_ref()?;
    let ty = parameter.ty;
    let value = match &default.value {
        Some(value) => typed(parameter, ty, value),
        None => quote_spanned!(default.key.span()=> <#ty as ::core::default::Default>::default()),
    };
    Some(quote! {
        fn fallback() -> ::core::option::Option<#ty> {
            ::core::option::Option::Some(#value)
        }
    })
}

fn examples(parameter: &Parameter<'_>, private: &Ident) -> Option<TokenStream> {
    let ty = parameter.given_type();
    let examples = parameter.arg.examples.iter().map(|example| {
        let value = typed(parameter, ty, &example.value);
        quote!(#private::example::<#ty>(&#value))
    });
    (!parameter.arg.examples.is_empty()).then(|| {
        quote! {
            fn examples() -> #private::Vec<#private::Value> {
                #private::examples([#(#examples),*])
            }
        }
    })
}

/// A value with its type said, so that a mismatch is reported at the value. Text literals become owned text.
fn typed(parameter: &Parameter<'_>, ty: &Type, value: &Expr) -> TokenStream {
    let text = matches!(value, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }));
    let value = if text && parameter.literal_needs_owning() {
        quote!(::core::convert::Into::into(#value))
    } else {
        value.to_token_stream()
    };
    quote!({
        let __taffrail_value: #ty = #value;
        __taffrail_value
    })
}

/// Constants that fail the build. `waivers` are those of the tool around the parameter.
pub(crate) fn checks(
    place: usize,
    parameter: &Parameter<'_>,
    waivers: &[Waiver],
    private: &Ident,
) -> TokenStream {
    let (position, ty) = (arguments::position(place, private), parameter.ty);
    let span = ty.span();
    let private = &at(span, private);
    let mut checks = TokenStream::new();
    if let Doc::Constant(constant) = &parameter.doc {
        let message = format!(
            "the description of `{}` is empty\nhelp: write what it means, with an example: `/// …`",
            parameter.ident
        );
        checks.extend(quote!(const _: () = #private::assert_described(#constant, #message);));
    }
    if parameter.is_flattened() {
        return checks;
    }
    checks.extend(constant_checks(&position, parameter, private));
    if parameter.header.is_some() {
        let (name, min, max) =
            (&parameter.name, wide(parameter.arg.min.as_ref()), wide(parameter.arg.max.as_ref()));
        checks.extend(quote_spanned! {span=>
            const _: () = #private::assert_header_range::<#ty>(#name, #min, #max);
        });
    }
    if !arguments::may_nest(parameter) || parameter.header.is_some() {
        return checks;
    }
    let nesting = parameter.waives("nested_header") || waived(waivers, "nested_header");
    let (name, assert) = (&parameter.name, if nesting { "assert_reachable" } else { "assert_flat" });
    let assert = Ident::new(assert, span);
    checks
        .extend(quote_spanned!(span=> const _: () = #private::#assert::<__TaffrailParts, #position>(#name);));
    checks
}

/// GR-62 where a bound or the default is a named constant, which only the compiler can read. Integers beyond 2^53 are
/// rounded here, and rounding keeps their order, so nothing right is refused.
pub(super) fn constant_checks(
    position: &TokenStream,
    parameter: &Parameter<'_>,
    private: &Ident,
) -> TokenStream {
    let arg = &parameter.arg;
    let bound = quote!(#private::Bound<__TaffrailParts, #position>);
    let number = is_number(parameter.ty).then(|| parameter.ty.to_token_stream());
    let default =
        parameter.default.as_ref().and_then(|default| Some((&default.key, default.value.as_ref()?)));
    let default = default.filter(|_| number.is_some());
    let min = arg.min.as_ref().map(|min| (&min.key, &min.value));
    let max = arg.max.as_ref().map(|max| (&max.key, &max.value));
    let number = number.unwrap_or_else(TokenStream::new);
    let pairs = [
        ((min, &bound), (max, &bound)),
        ((min, &bound), (default, &number)),
        ((default, &number), (max, &bound)),
    ];
    let checks = pairs.into_iter().filter_map(|((low, low_ty), (high, high_ty))| {
        let ((low_key, low), (high_key, high)) = (low?, high?);
        let named = constraint::Literal::of(low).is_none() || constraint::Literal::of(high).is_none();
        if !named || !is_constant(low) || !is_constant(high) {
            return None;
        }
        let (low_text, high_text, ident) = (shown(low), shown(high), parameter.ident);
        let (place, message) = if low_key == "default" {
            let what = format!("`default = {low_text}` of `{ident}` is above `{high_key} = {high_text}`");
            (low.span(), format!("{what}\nnote: the default would bypass the rule\nhelp: change the default or `{high_key}`"))
        } else if high_key == "default" {
            let what = format!("`default = {high_text}` of `{ident}` is below `{low_key} = {low_text}`");
            (high.span(), format!("{what}\nnote: the default would bypass the rule\nhelp: change the default or `{low_key}`"))
        } else {
            let what = format!("`{low_key} = {low_text}` of `{ident}` is above `{high_key} = {high_text}`");
            (low.span(), format!("{what}\nnote: no call can satisfy both\nhelp: change one of them, so that `{low_key}` is not above `{high_key}`"))
        };
        let private = at(place, private);
        let (low, high) = (as_float(low, low_ty), as_float(high, high_ty));
        Some(quote_spanned!(place=> const _: () = #private::assert_ordered(#low, #high, #message);))
    });
    checks.collect()
}

fn as_float(value: &Expr, ty: &TokenStream) -> TokenStream {
    let ty = all_at(value.span(), ty);
    quote_spanned!(value.span()=> {
        let __taffrail_value: #ty = #value;
        __taffrail_value as ::core::primitive::f64
    })
}

/// Names, numbers and arithmetic on them.
fn is_constant(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Group(group) => is_constant(&group.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        _ => false,
    }
}

fn wide(bound: Option<&Keyed<Expr>>) -> TokenStream {
    match bound {
        Some(bound) => {
            let bound = &bound.value;
            quote!(::core::option::Option::Some((#bound) as ::core::primitive::i128))
        }
        None => quote!(::core::option::Option::None),
    }
}
