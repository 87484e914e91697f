//! `#[failure(…)]` on a variant of a `#[derive(ToolFailure)]` enum, or on such a struct.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Meta, Path};

use super::waiver::Waiver;
use super::words::Words;
use super::{Keyed, arguments, crate_value, duration, flag, named, set, text, unknown};
use crate::diagnostic::{Errors, Fault, nearest};

const KNOWN: &[&str] = &[
    "transient",
    "validation",
    "permission",
    "business",
    "transparent",
    "retry_after",
    "action",
    "accepts",
    "allow",
];

const CATEGORIES: &[&str] = &["transient", "validation", "permission", "business", "transparent"];

const OTHERS: &[(&str, &str)] = &[
    ("category", "write the category alone: `#[failure(transient, …)]`"),
    ("retryable", "leave it out: whether to retry follows from the category"),
    ("retry", "write `retry_after = \"30s\"`"),
    ("message", "write the message with `#[error(\"…\")]` of thiserror"),
    ("code", "leave it out: a model acts on the category and the words"),
    ("crate", "write `crate = …` on the type: `#[failure(crate = ::path)]`"),
];

/// The written arguments of all `#[failure(…)]` in one place.
#[derive(Default)]
pub(crate) struct FailureAttr {
    /// As often as written.
    pub(crate) categories: Vec<Ident>,
    /// A word was refused that was meant to be a category.
    pub(crate) category_misspelt: bool,
    pub(crate) retry_after: Option<Keyed<RetryAfter>>,
    pub(crate) action: Option<Keyed<LitStr>>,
    pub(crate) accepts: Option<Keyed<LitStr>>,
    pub(crate) waivers: Vec<Waiver>,
    pub(crate) krate: Option<Keyed<Path>>,
    words: Words,
}

/// When to try again.
pub(crate) enum RetryAfter {
    After(LitStr),
    /// `retry_after = unknown`: said, not forgotten.
    Unknown,
}

impl FailureAttr {
    /// `on_type`: the attribute stands on the whole type, where `crate` belongs.
    pub(crate) fn parse(attrs: &[Attribute], on_type: bool, errors: &Errors) -> Self {
        let mut attr = Self::default();
        // `#[failure]` alone is reported as a missing category.
        let written: Vec<Attribute> =
            attrs.iter().filter(|attr| !matches!(attr.meta, Meta::Path(_))).cloned().collect();
        let attributes = named(&written, "failure", "#[failure(transient, retry_after = \"30s\")]", errors);
        attributes.iter().for_each(|tokens| attr.words.add(tokens));
        for tokens in attributes {
            arguments(tokens.clone(), errors, |key, input| attr.argument(key, input, on_type, errors));
        }
        attr
    }

    fn argument(
        &mut self,
        key: Ident,
        input: ParseStream<'_>,
        on_type: bool,
        errors: &Errors,
    ) -> syn::Result<()> {
        match key.to_string().as_str() {
            word if CATEGORIES.contains(&word) => {
                flag(&key, input)?;
                self.categories.push(key);
            }
            "retry_after" => {
                let after = retry_after(&key, input, errors)?;
                set(&mut self.retry_after, key, after, errors);
            }
            "action" => {
                let action = text(&key, input)?;
                set(&mut self.action, key, action, errors);
            }
            "accepts" => {
                let accepts = text(&key, input)?;
                set(&mut self.accepts, key, accepts, errors);
            }
            "allow" => self.waivers.extend(Waiver::parse(&key, input, &mut self.words, errors)?),
            "crate" if on_type => {
                let path = crate_value(&key, input)?;
                set(&mut self.krate, key, path, errors);
            }
            word => {
                self.category_misspelt |=
                    nearest(word, CATEGORIES.iter().copied()).is_some() || word == "category";
                return Err(self.unknown(&key).into_error());
            }
        }
        Ok(())
    }

    /// A category is offered with what it needs, unless that is written.
    fn unknown(&mut self, key: &Ident) -> Fault {
        const NEEDS: &[(&str, &str, &str)] = &[
            ("transient", "retry_after", "\"30s\""),
            ("validation", "accepts", "\"a date after today, as YYYY-MM-DD\""),
            ("permission", "action", "\"escalate_to_human\""),
            ("business", "action", "\"escalate_to_human\""),
        ];
        let meant = nearest(&key.to_string(), KNOWN.iter().copied());
        let needs =
            NEEDS.iter().find(|(category, needed, _)| meant == Some(*category) && !self.words.has(needed));
        match needs {
            Some((category, needed, value)) if self.categories.is_empty() => {
                Fault::at(key, format!("`#[failure]` has no argument `{key}`"))
                    .help(format!("write `{category}, {needed} = {value}`"))
            }
            _ => unknown("#[failure]", key, KNOWN, OTHERS, &mut self.words),
        }
    }

    /// Whether anything but `crate` was written.
    pub(crate) fn says_something(&self) -> bool {
        !self.categories.is_empty()
            || self.category_misspelt
            || self.retry_after.is_some()
            || self.action.is_some()
            || self.accepts.is_some()
            || !self.waivers.is_empty()
    }
}

fn retry_after(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<RetryAfter> {
    if input.peek(syn::Token![=]) && input.peek2(Ident) {
        input.parse::<syn::Token![=]>()?;
        let word: Ident = input.parse()?;
        if word != "unknown" {
            errors.push(
                Fault::at(&word, format!("`{word}` is not a time to wait"))
                    .help("write `retry_after = \"30s\"`, or `retry_after = unknown`")
                    .help("if waiting never helps, it is no transient failure: write `business, action = \"escalate_to_human\"`"),
            );
        }
        return Ok(RetryAfter::Unknown);
    }
    duration(key, input).map(RetryAfter::After)
}
