//! GR-53, 93 and 95: what `#[error("…")]` tells the model.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Field, Fields, Ident, LitStr, Meta, Type};

use crate::attr::failure::FailureAttr;
use crate::attr::waiver::{On, waived};
use crate::diagnostic::{Errors, Fault};
use crate::model::remark::Remark;
use crate::model::types::last_segment;

/// The message of one case, as thiserror reads it.
pub(crate) enum Message {
    /// Written by hand, in an `impl Display` that a derive cannot see.
    Elsewhere,
    /// `#[error(transparent)]`.
    Transparent(Ident),
    Text {
        literal: LitStr,
        arguments: TokenStream,
    },
}

impl Message {
    pub(crate) fn of(attrs: &[Attribute]) -> Self {
        let list = attrs.iter().find_map(|attr| match &attr.meta {
            Meta::List(list) if attr.path().is_ident("error") => Some(list.tokens.clone()),
            _ => None,
        });
        let mut tokens = list.into_iter().flatten();
        match tokens.next() {
            Some(TokenTree::Ident(word)) if word == "transparent" => Self::Transparent(word),
            Some(TokenTree::Literal(literal)) => match syn::parse2(TokenTree::Literal(literal).into()) {
                Ok(literal) => Self::Text { literal, arguments: tokens.collect() },
                Err(_) => Self::Elsewhere,
            },
            _ => Self::Elsewhere,
        }
    }
}

/// Everything about one message. `category` is what the failure is.
pub(crate) fn check(
    message: &Message,
    attr: &FailureAttr,
    category: &Ident,
    ident: &Ident,
    fields: &Fields,
    errors: &Errors,
) -> Vec<Remark> {
    match message {
        Message::Elsewhere => Vec::new(),
        Message::Transparent(word) => {
            errors.push(internals(
                word,
                "`#[error(transparent)]` sends the inner error's own words to the model",
            ));
            Vec::new()
        }
        Message::Text { literal, arguments } => {
            no_internals(literal, arguments, attr, fields, errors);
            if category == "validation" && attr.accepts.is_none() && !says_what_is_right(&literal.value()) {
                errors.push(
                    Fault::at(category, format!("validation failure `{ident}` does not say what would be right"))
                        .note("a model that is told only what is wrong makes the same mistake again")
                        .help("write for example `#[failure(validation, accepts = \"a date after today, as YYYY-MM-DD\")]`"),
                );
            }
            vague(literal, attr).into_iter().collect()
        }
    }
}

/// GR-53.
fn no_internals(
    literal: &LitStr,
    arguments: &TokenStream,
    attr: &FailureAttr,
    fields: &Fields,
    errors: &Errors,
) {
    for Placeholder { name, spec } in placeholders(&literal.value()) {
        if spec.contains('?') {
            errors.push(internals(
                literal,
                &format!("`{{{name}:{spec}}}` shows the model how a value looks inside the program"),
            ));
        } else if fields.iter().enumerate().any(|(at, field)| is_named(at, field, &name) && is_cause(field)) {
            errors.push(internals(
                literal,
                &format!("the message prints `{name}`, the cause, which may tell addresses, paths and data"),
            ));
        } else if tells_internals(&name) && !waived(&attr.waivers, "detail_in_error") {
            errors.push(
                internals(literal, &format!("the message prints `{name}`, which is about the inside of the server (`detail_in_error`)"))
                    .help(format!("if it may be told, say why: {}", On::Failure.shown("detail_in_error"))),
            );
        }
    }
    if mentions_source(arguments.clone()) {
        errors.push(internals(
            literal,
            "the message prints `source`, the cause, which may tell addresses, paths and data",
        ));
    }
}

fn internals(place: impl quote::ToTokens, what: &str) -> Fault {
    Fault::at(place, what)
        .note("a failure's message is read by the model and by everybody who sees the conversation; the error itself and its causes are logged anyway")
        .help("say what failed and what to do, in words: `#[error(\"the ledger did not answer\")]`")
}

/// What `{…}` stands for in a format string.
struct Placeholder {
    name: String,
    /// What follows the colon.
    spec: String,
}

fn placeholders(text: &str) -> Vec<Placeholder> {
    let text = text.replace("{{", "").replace("}}", "");
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let mut position = 0;
    parts
        .map(|(inner, _)| {
            let (name, spec) = inner.split_once(':').unwrap_or((inner, ""));
            let name = if name.is_empty() { position.to_string() } else { name.trim().to_owned() };
            position += 1;
            Placeholder { name, spec: spec.to_owned() }
        })
        .collect()
}

fn is_named(at: usize, field: &Field, name: &str) -> bool {
    field.ident.as_ref().map_or_else(|| at.to_string() == name, |ident| ident == name)
}

/// `#[source]`, `#[from]`, a field named `source`, or an error type.
fn is_cause(field: &Field) -> bool {
    let marked =
        field.attrs.iter().any(|attr| attr.path().is_ident("source") || attr.path().is_ident("from"));
    let named = field.ident.as_ref().is_some_and(|ident| ident == "source");
    marked || named || is_error_type(&field.ty)
}

fn is_error_type(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|last| last.ident.to_string().ends_with("Error"))
}

fn tells_internals(name: &str) -> bool {
    [
        "sql",
        "statement",
        "backtrace",
        "stack",
        "stack_trace",
        "dsn",
        "connection_string",
        "database_url",
        "hostname",
    ]
    .contains(&name)
}

fn mentions_source(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "source",
        TokenTree::Group(group) => mentions_source(group.stream()),
        _ => false,
    })
}

/// Whether the message itself says what is accepted.
fn says_what_is_right(text: &str) -> bool {
    const SIGNS: &[&str] = &[
        "must",
        "use ",
        "use a",
        "expected",
        "between",
        "at least",
        "at most",
        "only ",
        "one of",
        "instead",
        "accepted",
        "accepts",
        "allowed",
        "try ",
        "should",
        "has to",
        "needs",
        "give ",
        "write ",
        "choose",
        "for example",
        "such as",
        "greatest is",
        "smallest is",
        "limit is",
        "maximum is",
        "available are",
        "did you mean",
    ];
    let text = text.to_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// GR-95.
fn vague(literal: &LitStr, attr: &FailureAttr) -> Option<Remark> {
    is_vague(&literal.value())
        .then(|| Remark {
            guardrail: "vague_error",
            problem: format!("\"{}\" does not tell the model what went wrong", literal.value()),
            help: "say what was wrong with which value, or what did not answer".into(),
            span: literal.span(),
        })
        .filter(|_| !waived(&attr.waivers, "vague_error"))
}

pub(crate) fn is_vague(text: &str) -> bool {
    const EMPTY: &[&str] = &[
        "a",
        "an",
        "the",
        "error",
        "failed",
        "failure",
        "invalid",
        "input",
        "bad",
        "request",
        "something",
        "went",
        "wrong",
        "internal",
        "unknown",
        "unexpected",
        "problem",
        "occurred",
        "operation",
        "data",
        "value",
        "arguments",
        "argument",
        "not",
        "found",
        "denied",
        "forbidden",
        "unable",
        "to",
        "process",
        "is",
        "was",
        "has",
        "with",
    ];
    let text = text.to_lowercase();
    let mut words =
        text.split(|c: char| !c.is_alphanumeric() && c != '{' && c != '}').filter(|word| !word.is_empty());
    words.all(|word| EMPTY.contains(&word))
}

/// Whether a waiver of `vague_error` is needed.
pub(crate) fn is_vague_text(message: &Message) -> bool {
    matches!(message, Message::Text { literal, .. } if is_vague(&literal.value()))
}

/// Whether a waiver of `detail_in_error` is needed.
pub(crate) fn tells_details(message: &Message) -> bool {
    matches!(message, Message::Text { literal, .. }
        if placeholders(&literal.value()).iter().any(|placeholder| !placeholder.spec.contains('?') && tells_internals(&placeholder.name)))
}

#[cfg(test)]
mod tests {
    use super::{is_vague, placeholders, says_what_is_right};

    #[test]
    fn gr_95_vague_words_are_heard() {
        for text in ["Invalid input", "something went wrong", "error", "the operation failed"] {
            assert!(is_vague(text), "{text}");
        }
        for text in ["the ledger did not answer", "there is no invoice {number}", "{city} is not served"] {
            assert!(!is_vague(text), "{text}");
        }
    }

    #[test]
    fn gr_93_a_message_may_say_what_is_right() {
        assert!(says_what_is_right("departure {date} is in the past; use a date after {today}"));
        assert!(!says_what_is_right("{date} is no date"));
    }

    #[test]
    fn placeholders_have_names_and_forms() {
        let found: Vec<_> =
            placeholders("{{x}} {} {name:?} {1} {len:>4}").into_iter().map(|p| (p.name, p.spec)).collect();
        let expected = [("0", ""), ("name", "?"), ("1", ""), ("len", ">4")];
        assert_eq!(found, expected.map(|(name, spec)| (name.to_owned(), spec.to_owned())));
    }
}
