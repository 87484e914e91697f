//! `allow(guardrail_name, reason = "…")`.

use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, LitStr, Token};

use super::words::Words;
use super::{group, text};
use crate::diagnostic::{Errors, Fault, listed, nearest};
use crate::model::guardrail;

const SHOWN: &str = "allow(guardrail_name, reason = \"why it does not apply here\")";

const REMOVE: &str = "remove the waiver";

/// One written waiver whose guardrail exists and whose reason is a reason.
pub(crate) struct Waiver {
    pub(crate) guardrail: Ident,
    pub(crate) reason: LitStr,
}

impl Waiver {
    /// `words` are those of the whole attribute.
    pub(crate) fn parse(
        key: &Ident,
        input: ParseStream<'_>,
        words: &mut Words,
        errors: &Errors,
    ) -> syn::Result<Option<Self>> {
        let tokens = group(key, input, SHOWN)?;
        let Some((guardrail, reason)) = errors.take(parts.parse2(tokens)) else { return Ok(None) };
        let known = check_name(&guardrail, words, errors);
        let reason = check_reason(&guardrail, reason, errors);
        Ok(reason.filter(|_| known).map(|reason| Self { guardrail, reason }))
    }

    pub(crate) fn is(&self, guardrail: &str) -> bool {
        self.guardrail == guardrail
    }

    /// The fault of a waiver where there is nothing to waive.
    pub(crate) fn idle(&self) -> Fault {
        self.waives_nothing().help(REMOVE)
    }

    /// As [`idle`](Self::idle), with what makes it so.
    pub(crate) fn needless(&self, reason: &str) -> Fault {
        self.waives_nothing().note(reason).help(REMOVE)
    }

    /// The fault of a waiver of what another argument rules out.
    pub(crate) fn contradicts(&self, reason: &str, other: &str) -> Fault {
        self.waives_nothing().note(reason).help(format!("{REMOVE}, or `{other}`"))
    }

    /// The fault of a waiver that belongs elsewhere.
    pub(crate) fn misplaced(&self, place: &str) -> Fault {
        self.waives_nothing().help(format!("{REMOVE}, or move it {place}"))
    }

    fn waives_nothing(&self) -> Fault {
        Fault::at(&self.guardrail, format!("the waiver of `{}` waives nothing here", self.guardrail))
    }
}

/// The item that a waiver is written on. A message that offers one says where it goes.
#[derive(Clone, Copy)]
pub(crate) enum On {
    Tool,
    Argument,
    /// A variant, or the whole struct, of a failure.
    Failure,
}

impl On {
    /// The waiver as it is to be written, for messages.
    pub(crate) fn shown(self, guardrail: &str) -> String {
        let waiver = format!("allow({guardrail}, reason = \"…\")");
        match self {
            Self::Tool => format!("`#[tool(…, {waiver})]`"),
            Self::Argument => format!("`#[arg({waiver})]`"),
            Self::Failure => format!("`#[failure(…, {waiver})]`"),
        }
    }
}

/// Whether a guardrail is waived in any of the lists that apply to an item.
pub(crate) fn waived<'a>(waivers: impl IntoIterator<Item = &'a Waiver>, guardrail: &str) -> bool {
    waivers.into_iter().any(|waiver| waiver.is(guardrail))
}

fn parts(input: ParseStream<'_>) -> syn::Result<(Ident, Option<LitStr>)> {
    let guardrail: Ident = input.call(Ident::parse_any)?;
    if input.is_empty() {
        return Ok((guardrail, None));
    }
    input.parse::<Token![,]>()?;
    if input.is_empty() {
        return Ok((guardrail, None));
    }
    let key: Ident = input.call(Ident::parse_any)?;
    if key != "reason" {
        return Err(Fault::at(&key, format!("expected `reason`, found `{key}`"))
            .note("a waiver names one guardrail and says why it does not apply")
            .help(format!(
                "write `allow({guardrail}, reason = \"…\")`, and a second `allow` for another guardrail"
            ))
            .into_error());
    }
    let reason = text(&key, input)?;
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() {
        return Ok((guardrail, Some(reason)));
    }
    let rest: TokenStream = input.parse()?;
    Err(Fault::at(rest, "nothing may follow the reason").into_error())
}

fn check_name(guardrail: &Ident, words: &mut Words, errors: &Errors) -> bool {
    let name = guardrail.to_string();
    if guardrail::waivable().any(|known| known == name) {
        return true;
    }
    let fault = Fault::at(guardrail, format!("there is no guardrail `{name}` that could be waived"));
    errors.push(match nearest(&name, guardrail::waivable()) {
        Some(meant) if words.offer_waiver(meant) => fault.help(format!("did you mean `{meant}`?")),
        Some(meant) => fault.help(format!("remove this waiver: `{meant}` is waived already")),
        None => fault
            .note(format!(
                "those that stop a build are {}",
                listed(guardrail::BLOCKING.iter().copied(), "and")
            ))
            .note("the names of all others stand in the advice that the subcommand `check` prints")
            .help("write the name that stands in the message or advice to be waived, or remove the waiver"),
    });
    false
}

fn check_reason(guardrail: &Ident, reason: Option<LitStr>, errors: &Errors) -> Option<LitStr> {
    let Some(reason) = reason else {
        errors.push(
            Fault::at(guardrail, format!("the waiver of `{guardrail}` gives no reason"))
                .help(format!("write `allow({guardrail}, reason = \"why it does not apply here\")`")),
        );
        return None;
    };
    if reason.value().split_whitespace().count() < 3 {
        errors.push(
            Fault::at(&reason, format!("`{}` is not a reason that a reviewer can judge", reason.value()))
                .help("say in a few words why the guardrail does not apply here"),
        );
        return None;
    }
    Some(reason)
}
