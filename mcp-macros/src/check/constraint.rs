//! GR-62: what a parameter says of its values must be true of its own default and examples. Only literals are seen here.

use quote::ToTokens as _;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, UnOp};

use super::pattern;
use crate::attr::Keyed;
use crate::diagnostic::{Errors, Fault};
use crate::model::parameter::Parameter;
use crate::model::types::option_inner;

/// Everything about one parameter that must fit together.
pub(crate) fn consistent(parameter: &Parameter<'_>, errors: &Errors) {
    let arg = &parameter.arg;
    ordered(arg.min.as_ref(), arg.max.as_ref(), errors);
    ordered(arg.min_len.as_ref(), arg.max_len.as_ref(), errors);
    let pattern_is_valid = arg.pattern.as_ref().is_none_or(|pattern| pattern::check(&pattern.value, errors));
    default_has_a_use(parameter, errors);
    secrets_stay_unshown(parameter, errors);
    untyped_is_unconstrained(parameter, errors);
    for (what, value) in values(parameter) {
        let Some(literal) = Literal::of(value) else { continue };
        in_range(parameter, what, value, &literal, errors);
        if let Literal::Text(text) = &literal {
            fits_length(parameter, what, value, text, errors);
            if let Some(pattern) = arg.pattern.as_ref().filter(|_| pattern_is_valid) {
                matches(&pattern.value, what, value, text, errors);
            }
        }
    }
}

/// The default and the examples.
fn values<'a>(parameter: &'a Parameter<'_>) -> impl Iterator<Item = (&'static str, &'a Expr)> {
    let default = parameter.default.as_ref().and_then(|default| default.value.as_ref());
    let examples = parameter.arg.examples.iter().map(|example| ("example", &example.value));
    default.map(|value| ("default", value)).into_iter().chain(examples)
}

fn ordered(low: Option<&Keyed<Expr>>, high: Option<&Keyed<Expr>>, errors: &Errors) {
    let (Some(low), Some(high)) = (low, high) else { return };
    let (Some(least), Some(most)) = (Literal::of(&low.value), Literal::of(&high.value)) else { return };
    if least.is_above(&most) {
        let (low_key, high_key) = (&low.key, &high.key);
        errors.push(
            Fault::at(&low.value, format!("`{low_key} = {least}` is above `{high_key} = {most}`"))
                .note("no value can satisfy both")
                .help(format!(
                    "change one of them, or, if they are mixed up, write `{low_key} = {most}, {high_key} = {least}`"
                )),
        );
    }
}

fn in_range(parameter: &Parameter<'_>, what: &str, value: &Expr, literal: &Literal, errors: &Errors) {
    if let Some((_, min)) = bound(parameter.arg.min.as_ref())
        && min.is_above(literal)
    {
        outside(what, value, literal, "is below", "min", &min, errors);
    }
    if let Some((_, max)) = bound(parameter.arg.max.as_ref())
        && literal.is_above(&max)
    {
        outside(what, value, literal, "is above", "max", &max, errors);
    }
}

fn outside(
    what: &str,
    value: &Expr,
    literal: &Literal,
    relation: &str,
    key: &str,
    bound: &Literal,
    errors: &Errors,
) {
    errors.push(
        Fault::at(value, format!("{what} `{literal}` {relation} `{key} = {bound}`"))
            .note(why(what))
            .help(format!("change the {what} or `{key}`")),
    );
}

fn fits_length(parameter: &Parameter<'_>, what: &str, value: &Expr, text: &str, errors: &Errors) {
    let length = text.chars().count() as i128;
    let has = format!("{what} has {length} {}", if length == 1 { "character" } else { "characters" });
    let (min, max) = (bound(parameter.arg.min_len.as_ref()), bound(parameter.arg.max_len.as_ref()));
    for (key, limit, broken) in [
        ("min_len", &min, min.as_ref().is_some_and(|(_, min)| min.is_above(&Literal::Integer(length)))),
        ("max_len", &max, max.as_ref().is_some_and(|(_, max)| Literal::Integer(length).is_above(max))),
    ] {
        let Some((_, bound)) = limit.as_ref().filter(|_| broken) else { continue };
        let than = if key == "min_len" { "fewer" } else { "more" };
        errors.push(
            Fault::at(value, format!("{has}, {than} than `{key} = {bound}` allows"))
                .note(why(what))
                .help(format!("change the {what} or `{key}`")),
        );
    }
}

fn matches(pattern: &LitStr, what: &str, value: &Expr, text: &str, errors: &Errors) {
    // `pattern::check` has compiled it before, so a failure here is none of the value's.
    let Ok(regex) = regex_lite::Regex::new(&pattern.value()) else { return };
    if !regex.is_match(text) {
        errors.push(
            Fault::at(value, format!("{what} `{text}` does not match the pattern `{}`", pattern.value()))
                .note(why(what))
                .help(format!("change the {what} or the pattern")),
        );
    }
}

fn why(what: &str) -> &'static str {
    if what == "default" {
        "the default would bypass the rule"
    } else {
        "a model that copies the example would be refused"
    }
}

fn default_has_a_use(parameter: &Parameter<'_>, errors: &Errors) {
    let Some(default) = &parameter.default else { return };
    let Some(inner) = option_inner(parameter.ty) else { return };
    let inner = crate::model::types::shown(inner);
    errors.push(
        Fault::at(
            &default.key,
            format!("`{}` is an `Option` and has a default, so it could never be `None`", parameter.ident),
        )
        .help(format!("write `{}: {inner}` with the default, or leave the default out", parameter.ident)),
    );
}

fn secrets_stay_unshown(parameter: &Parameter<'_>, errors: &Errors) {
    if parameter.arg.secret.is_none() {
        return;
    }
    let keys = parameter.default.iter().map(|default| &default.key);
    for key in keys.chain(parameter.arg.examples.iter().map(|example| &example.key)) {
        errors.push(
            Fault::at(
                key,
                format!("`{key}` would publish a value of the secret parameter `{}`", parameter.ident),
            )
            .note("defaults and examples stand in the schema, which every client sees")
            .help("describe the form of the value in the doc comment instead"),
        );
    }
}

/// Where anything is accepted, there is nothing to constrain.
fn untyped_is_unconstrained(parameter: &Parameter<'_>, errors: &Errors) {
    if !parameter.is_untyped() {
        return;
    }
    let default = parameter.default.iter().map(|default| &default.key);
    let keys = parameter.arg.keys_of_one_value().into_iter().filter(|key| *key != "name" && *key != "secret");
    for key in default.chain(keys) {
        errors.push(
            Fault::at(
                key,
                format!(
                    "`{key}` does not apply to `{}`, because its type says nothing about its values",
                    parameter.ident
                ),
            )
            .help(format!(
                "remove `{key}`, or give `{}` {}, and remove the waiver of `untyped_argument`",
                parameter.ident,
                typed_for(key)
            )),
        );
    }
}

/// A type that has what `key` says.
fn typed_for(key: &Ident) -> &'static str {
    match key.to_string().as_str() {
        "min" | "max" => "a number type",
        "min_len" | "max_len" => "the type `String` or `Vec<…>`",
        "pattern" => "the type `String`",
        "header" => "the type `String`, `bool` or `u32`",
        _ => "a type that says what it holds",
    }
}

fn bound(keyed: Option<&Keyed<Expr>>) -> Option<(&Expr, Literal)> {
    let keyed = keyed?;
    Some((&keyed.value, Literal::of(&keyed.value)?))
}

/// A value that the macro can read.
pub(crate) enum Literal {
    Integer(i128),
    Float(f64),
    Text(String),
}

impl Literal {
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok().map(Self::Integer),
            Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => float.base10_parse().ok().map(Self::Float),
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(Self::Text(text.value())),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match Self::of(&unary.expr)? {
                Self::Integer(value) => value.checked_neg().map(Self::Integer),
                Self::Float(value) => Some(Self::Float(-value)),
                Self::Text(_) => None,
            },
            Expr::Group(group) => Self::of(&group.expr),
            Expr::Paren(paren) => Self::of(&paren.expr),
            _ => None,
        }
    }

    fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a > b,
            (Self::Float(a), Self::Float(b)) => a > b,
            // An integer where a float stands is a type error that the compiler reports better.
            _ => false,
        }
    }
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
            Self::Text(text) => text.to_token_stream().fmt(f),
        }
    }
}
