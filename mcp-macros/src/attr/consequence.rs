//! The arguments of `#[tool]` that say what a tool leaves behind, and what it takes to let it.

use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, LitInt, LitStr, Path, Token};

use super::words::Words;
use super::{Keyed, arguments, flag, group, set, set_flag, text, unknown, value};
use crate::diagnostic::{Errors, Fault, listed, nearest};

/// `confirm(…)`, `irreversible`, `reversible_by`, `max_affected`, `charges` and `sends`, as written.
#[derive(Default)]
pub(crate) struct ConsequenceAttr {
    pub(crate) confirm: Option<Keyed<Fallback>>,
    /// A `confirm` was refused, so that a missing one is no fault of its own.
    pub(crate) confirm_misspelt: bool,
    pub(crate) irreversible: Option<Ident>,
    pub(crate) reversible_by: Option<Keyed<Path>>,
    /// As [`confirm_misspelt`](Self::confirm_misspelt), of `reversible_by`.
    pub(crate) reversible_misspelt: bool,
    pub(crate) max_affected: Option<Keyed<u64>>,
    pub(crate) charges: Option<Keyed<LitStr>>,
    pub(crate) sends: Option<Keyed<LitStr>>,
}

/// What happens when the client cannot ask the user.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fallback {
    Refuse,
    DryRunOnly,
}

const SHOWN: &str = "confirm(fallback = refuse)";
const FALLBACKS: &[&str] = &["refuse", "dry_run_only"];

impl ConsequenceAttr {
    /// Reads an argument if it is one of these.
    pub(crate) fn argument(
        &mut self,
        key: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Option<syn::Result<()>> {
        let word = key.to_string();
        let read = match word.as_str() {
            "confirm" => {
                self.confirm_misspelt = true;
                confirm(key, input, errors).map(|fallback| {
                    if let Some(fallback) = fallback {
                        set(&mut self.confirm, key.clone(), fallback, errors);
                    }
                })
            }
            "irreversible" => {
                flag(key, input).map(|()| set_flag(&mut self.irreversible, key.clone(), errors))
            }
            "reversible_by" => {
                self.reversible_misspelt = true;
                undo(key, input).map(|path| set(&mut self.reversible_by, key.clone(), path, errors))
            }
            "max_affected" => {
                count(key, input).map(|count| set(&mut self.max_affected, key.clone(), count, errors))
            }
            "charges" => text(key, input).map(|text| set(&mut self.charges, key.clone(), text, errors)),
            "sends" => text(key, input).map(|text| set(&mut self.sends, key.clone(), text, errors)),
            _ => return None,
        };
        Some(read)
    }

    /// The words that are written, for messages.
    pub(crate) fn keys(&self) -> Vec<&Ident> {
        fn key<T>(slot: &Option<Keyed<T>>) -> Option<&Ident> {
            slot.as_ref().map(|keyed| &keyed.key)
        }
        [key(&self.confirm), self.irreversible.as_ref(), key(&self.reversible_by)]
            .into_iter()
            .chain([key(&self.max_affected), key(&self.charges), key(&self.sends)])
            .flatten()
            .collect()
    }

    pub(crate) fn fallback(&self) -> Option<Fallback> {
        self.confirm.as_ref().map(|confirm| confirm.value)
    }
}

/// GR-31.
fn confirm(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Option<Fallback>> {
    if !input.peek(syn::token::Paren) {
        return Err(no_fallback(key).into_error());
    }
    let before = errors.count();
    let mut found = None;
    let tokens = group(key, input, SHOWN)?;
    let mut words = Words::of(&tokens);
    arguments(tokens, errors, |word, input| {
        if word != "fallback" {
            return Err(unknown(
                "confirm",
                &word,
                &["fallback"],
                &[("message", "say the message where it is asked: `intent.confirm(ctx, \"…\")`")],
                &mut words,
            )
            .into_error());
        }
        let written: Ident = value(&word, input, "refuse")?;
        let fallback = match written.unraw().to_string().as_str() {
            "refuse" => Fallback::Refuse,
            "dry_run_only" => Fallback::DryRunOnly,
            word => {
                return Err(Fault::at(&written, format!("`fallback` cannot be `{word}`"))
                    .help(match nearest(word, FALLBACKS.iter().copied()) {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => format!("write {}", listed(FALLBACKS.iter().copied(), "or")),
                    })
                    .into_error());
            }
        };
        set(&mut found, word, fallback, errors);
        Ok(())
    });
    if found.is_none() && errors.count() == before {
        errors.push(no_fallback(key));
    }
    Ok(found.map(|found| found.value))
}

fn no_fallback(key: &Ident) -> Fault {
    Fault::at(key, "`confirm` does not say what happens when the client cannot ask the user")
        .note("`refuse` refuses the call before it runs; `dry_run_only` lets the tool show what it would do, and no more")
        .help("write `confirm(fallback = refuse)` or `confirm(fallback = dry_run_only)`")
}

fn undo(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    if input.peek(Token![=]) && input.peek2(LitStr) {
        input.parse::<Token![=]>()?;
        let name: LitStr = input.parse()?;
        return Err(Fault::at(&name, "`reversible_by` takes the path of a tool, not its name as a string")
            .note("a path is checked by the compiler; a string goes stale when the tool is renamed")
            .help(format!("write `reversible_by = {}`", name.value()))
            .into_error());
    }
    value(key, input, "restore_project")
}

fn count(key: &Ident, input: ParseStream<'_>) -> syn::Result<u64> {
    let written: LitInt = value(key, input, "50")?;
    let count: u64 = written.base10_parse()?;
    if count == 0 {
        return Err(Fault::at(written.to_token_stream(), "`max_affected = 0` lets the tool do nothing")
            .help("write how many items one call may affect at most, for example `max_affected = 50`")
            .into_error());
    }
    Ok(count)
}
