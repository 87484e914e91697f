//! Attribute arguments as they were written, with their tokens.
//!
//! Each attribute has a raw struct whose values stay paired with the word that introduced them, so that every later
//! message can point at either. A broken argument is reported and skipped; the arguments after it are still read.

pub(crate) mod arg;
pub(crate) mod completer;
pub(crate) mod consequence;
pub(crate) mod container;
pub(crate) mod failure;
pub(crate) mod form;
pub(crate) mod icon;
pub(crate) mod prompt;
pub(crate) mod resource;
pub(crate) mod serde;
pub(crate) mod task;
pub(crate) mod tool;
pub(crate) mod waiver;
pub(crate) mod words;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, Ident, LitInt, LitStr, Meta, Path, Token};

use self::words::Words;
use crate::diagnostic::{Errors, Fault, listed, nearest};

/// A value and the word that introduced it.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// Reads `word`, `word = value` and `word(…)` separated by commas, each through `each`, which consumes what follows the
/// word.
pub(crate) fn arguments(
    tokens: TokenStream,
    errors: &Errors,
    mut each: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) {
    let one = |input: ParseStream<'_>| {
        if !input.peek(Ident::peek_any) {
            let found: TokenTree = input.parse()?;
            let what = format!("expected the name of an argument, found `{found}`");
            let fault = Fault::at(&found, what);
            return Err(match syn::parse2::<LitStr>(found.to_token_stream()) {
                Ok(_) => fault.help(format!("write what it is, such as `name = {found}`")),
                Err(_) => fault.help("write `word`, `word = value` or `word(…)`, with commas between them"),
            }
            .into_error());
        }
        each(Ident::parse_any(input)?, input)
    };
    errors.take((|input: ParseStream<'_>| separated(input, errors, one)).parse2(tokens));
}

/// Reads what commas separate, each through `one`. After a fault the rest up to the next comma is skipped.
pub(crate) fn separated(
    input: ParseStream<'_>,
    errors: &Errors,
    mut one: impl FnMut(ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    while !input.is_empty() {
        let whole = one(input).and_then(|()| ended(input));
        if errors.take(whole).is_none() {
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

fn ended(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    let found: TokenTree = input.parse()?;
    Err(Fault::at(&found, format!("expected `,`, found `{found}`"))
        .help(format!("write a comma before `{found}`, or remove it"))
        .into_error())
}

/// A word that stands alone.
pub(crate) fn flag(key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    let rest: TokenTree = input.fork().parse()?;
    Err(Fault::at(rest, format!("`{key}` takes no value")).help(format!("write `{key}` alone")).into_error())
}

/// The value of `key = value`; `shown` is an example of one.
pub(crate) fn value<T: Parse>(key: &Ident, input: ParseStream<'_>, shown: &str) -> syn::Result<T> {
    if input.peek(Token![:]) {
        let colon: TokenTree = input.parse()?;
        return Err(Fault::at(&colon, format!("expected `=` after `{key}`, found `:`"))
            .help(format!("write `{key} = …`"))
            .into_error());
    }
    if !input.peek(Token![=]) {
        return Err(Fault::at(key, format!("`{key}` needs a value"))
            .help(format!("write `{key} = {shown}`"))
            .into_error());
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(Fault::at(key, format!("`{key}` needs a value after `=`"))
            .help(format!("write `{key} = {shown}`"))
            .into_error());
    }
    input.parse()
}

/// What the text of an argument is about, for messages.
fn meaning(key: &Ident) -> &'static str {
    match key.to_string().as_str() {
        "when" => "when to use it",
        "not_when" => "when not to use it",
        "title" => "what people are to see in place of the name",
        "accepts" => "what would be right",
        "action" => "what can be done about it",
        _ => "what it is",
    }
}

/// The duration of `key = "30s"`.
pub(crate) fn duration(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let number = input.peek(Token![=]) && input.peek2(LitInt);
    if !number {
        return text(key, input);
    }
    let number: LitInt = value(key, input, "\"30s\"")?;
    let seconds = Some(number.base10_digits()).filter(|digits| *digits != "0" && number.suffix().is_empty());
    Err(Fault::at(&number, format!("`{key}` is a number without a unit"))
        .note("a duration is a string: a whole number and `ms`, `s`, `m` or `h`")
        .help(format!("write `{key} = \"{}s\"`", seconds.unwrap_or("30")))
        .into_error())
}

/// The string literal of `key = "…"`: definitions are constants, so nothing computed is taken.
pub(crate) fn text(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let written: TextValue = value(key, input, "\"…\"")?;
    match written {
        TextValue::Literal(literal) if literal.value().trim().is_empty() => {
            Err(Fault::at(&literal, format!("`{key}` is empty"))
                .help(format!("write {}, or remove `{key}`", meaning(key)))
                .into_error())
        }
        TextValue::Literal(literal) => Ok(literal),
        TextValue::Other(tokens) => Err(Fault::at(tokens, format!("`{key}` takes a string literal"))
            .note("a definition is fixed when the program is compiled, and is the same on every machine")
            .help(format!("write `{key} = \"…\"`"))
            .into_error()),
    }
}

enum TextValue {
    Literal(LitStr),
    Other(TokenStream),
}

impl Parse for TextValue {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return input.parse().map(Self::Literal);
        }
        let mut tokens = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?.to_tokens(&mut tokens);
        }
        Ok(Self::Other(tokens))
    }
}

/// The tokens of `key(…)`; `shown` is an example of the whole.
pub(crate) fn group(key: &Ident, input: ParseStream<'_>, shown: &str) -> syn::Result<TokenStream> {
    if !input.peek(syn::token::Paren) {
        return Err(Fault::at(key, format!("`{key}` needs a list in parentheses"))
            .help(format!("write `{shown}`"))
            .into_error());
    }
    let content;
    syn::parenthesized!(content in input);
    if content.is_empty() {
        return Err(Fault::at(key, format!("`{key}()` is empty"))
            .help(format!("write `{shown}`, or leave it out"))
            .into_error());
    }
    content.parse()
}

/// The path of `crate = ::path`.
pub(crate) fn crate_value(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    let path = |input: ParseStream<'_>| Path::parse_mod_style(input);
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return path(input);
    }
    Err(Fault::at(key, "`crate` needs a path").help("write `crate = ::path::to::taffrail`").into_error())
}

/// Fills a slot once; a second filling is reported.
pub(crate) fn set<T>(slot: &mut Option<Keyed<T>>, key: Ident, value: T, errors: &Errors) {
    if slot.is_some() {
        twice(&key, errors);
    } else {
        *slot = Some(Keyed { key, value });
    }
}

/// As [`set`], for words that stand alone.
pub(crate) fn set_flag(slot: &mut Option<Ident>, key: Ident, errors: &Errors) {
    if slot.is_some() {
        twice(&key, errors);
    } else {
        *slot = Some(key);
    }
}

/// One mistake is one error, so it is told at the second word, which is the one too many.
fn twice(second: &Ident, errors: &Errors) {
    errors.push(Fault::at(second, format!("`{second}` is given twice")).help("keep one of the two"));
}

/// The fault of a word that an attribute does not know. `others` are words that people try, with what to write instead.
pub(crate) fn unknown(
    attribute: &str,
    key: &Ident,
    known: &[&str],
    others: &[(&str, &str)],
    words: &mut Words,
) -> Fault {
    let word = key.unraw().to_string();
    let fault = Fault::at(key, format!("`{attribute}` has no argument `{word}`"));
    let other = others.iter().find(|(other, _)| *other == word).map(|(_, instead)| (*instead).to_owned());
    let instead = other.or_else(|| {
        let meant = nearest(&word, known.iter().copied())?;
        Some(format!("did you mean `{meant}`?"))
    });
    match instead {
        None => fault
            .note(format!("it takes {}", listed(known.iter().copied(), "and")))
            .help(format!("remove `{word}`")),
        Some(instead) => match offered(&instead).filter(|offered| known.contains(offered)) {
            Some(offered) if !words.offer(offered) => {
                fault.help(format!("remove it: `{offered}` is given already"))
            }
            _ => fault.help(instead),
        },
    }
}

/// The word that a `help` line tells to write.
fn offered(help: &str) -> Option<&str> {
    let code =
        help.strip_prefix("write ").or_else(|| help.strip_prefix("did you mean "))?.split('`').nth(1)?;
    code.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The arguments of every `#[name(…)]` among `attrs`. `#[name]` alone and `#[name = …]` are faults.
pub(crate) fn named<'a>(
    attrs: &'a [Attribute],
    name: &str,
    shown: &str,
    errors: &Errors,
) -> Vec<&'a TokenStream> {
    let mut found = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        match &attr.meta {
            Meta::List(list) if !list.tokens.is_empty() => found.push(&list.tokens),
            _ => errors
                .push(Fault::at(attr, format!("`#[{name}]` says nothing")).help(format!("write `{shown}`"))),
        }
    }
    found
}
