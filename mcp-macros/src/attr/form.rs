//! `#[arg(…)]` on a field of a form: the words that a form can say, which are fewer than those of a tool's parameter, and
//! two more.

use syn::{Attribute, Ident, LitStr};

use super::arg::ArgAttr;
use super::words::Words;
use super::{Keyed, arguments, named, set, text, unknown};
use crate::diagnostic::{Errors, Fault, nearest};

const KNOWN: &[&str] = &["default", "min", "max", "min_len", "max_len", "format", "title", "name", "allow"];

/// Words that `#[arg]` knows and a form does not.
const OTHERS: &[(&str, &str)] = &[
    (
        "pattern",
        "remove it, and check the answer after it has arrived; for addresses, days and moments there is `format`",
    ),
    (
        "regex",
        "remove it, and check the answer after it has arrived; for addresses, days and moments there is `format`",
    ),
    ("secret", "remove the field, and send the user to a page: `ctx.elicit_url(message, url).await?`"),
    ("flatten", "remove it; a form has one level, so the fields of a struct are written here"),
    ("example", "say it in the doc comment; `default` fills the field in"),
    ("header", "remove it: an answer is no argument of the tool"),
    ("description", "remove it: the doc comment above the field is the description"),
    ("minimum", "did you mean `min`?"),
    ("maximum", "did you mean `max`?"),
    ("min_length", "did you mean `min_len`?"),
    ("max_length", "did you mean `max_len`?"),
    ("options", "use a fieldless enum with `#[derive(Elicit)]` as the type"),
    ("required", "leave it out: every field is required unless it is an `Option<…>` or has a `default`"),
    ("optional", "use `Option<…>` as the type, or give a `default`"),
];

const FORMATS: &[(&str, &str)] =
    &[("email", "Email"), ("uri", "Uri"), ("date", "Date"), ("date-time", "DateTime")];

/// What is written on one field or variant.
#[derive(Default)]
pub(crate) struct FormAttr {
    pub(crate) arg: ArgAttr,
    pub(crate) format: Option<Keyed<&'static str>>,
    pub(crate) title: Option<Keyed<LitStr>>,
}

impl FormAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut attr = Self::default();
        let attributes = named(attrs, "arg", "#[arg(title = \"…\", min = …, max = …)]", errors);
        attributes.iter().for_each(|tokens| attr.arg.words.add(tokens));
        for tokens in attributes {
            arguments(tokens.clone(), errors, |key, input| {
                match key.to_string().as_str() {
                    "format" => {
                        let format = format(&text(&key, input)?)?;
                        set(&mut attr.format, key, format, errors);
                    }
                    "title" => {
                        let title = text(&key, input)?;
                        set(&mut attr.title, key, title, errors);
                    }
                    word if KNOWN.contains(&word) => return attr.arg.argument(key, input, errors),
                    word => return Err(refused(&key, word, &mut attr.arg.words).into_error()),
                }
                Ok(())
            });
        }
        attr
    }
}

/// ELIC-05.
fn refused(key: &Ident, word: &str, words: &mut Words) -> Fault {
    let fault = unknown("#[arg]", key, KNOWN, OTHERS, words);
    if OTHERS.iter().any(|(other, _)| *other == word) {
        return Fault::at(key, format!("a form cannot have `{word}`"))
            .note("clients draw forms from a small part of JSON Schema, and refuse the rest")
            .maybe_help(OTHERS.iter().find(|(other, _)| *other == word).map(|(_, help)| *help));
    }
    fault
}

fn format(written: &LitStr) -> syn::Result<&'static str> {
    let word = written.value();
    if let Some((_, variant)) = FORMATS.iter().find(|(format, _)| *format == word) {
        return Ok(variant);
    }
    let meant = nearest(&word, FORMATS.iter().map(|(format, _)| *format));
    Err(Fault::at(written, format!("a form has no format `{word}`"))
        .note("the formats are `email`, `uri`, `date` and `date-time`")
        .help(match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => String::from("remove `format`, or write one of these"),
        })
        .into_error())
}
