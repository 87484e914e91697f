//! `task` and `task(…)`: how calls of a tool become tasks.

use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::token::Paren;
use syn::{Ident, LitStr, Token};

use super::words::Words;
use super::{arguments, flag, group, set_flag, unknown, value};
use crate::diagnostic::{Errors, Fault};

/// What `task(…)` may say.
const KNOWN: &[&str] = &["required", "explicit"];

/// Words that other frameworks use, or that a reader of the protocol would try.
const OTHERS: &[(&str, &str)] = &[
    ("optional", "write `task` alone: clients without the extension get the call's own answer"),
    ("forbidden", "leave `task` out: a tool is no task unless it says so"),
    ("only", "did you mean `required`?"),
    ("always", "did you mean `required`?"),
    ("manual", "did you mean `explicit`?"),
    ("ttl", "set it for the server: `Server::tasks(Tasks::default().…)`"),
    ("timeout", "write `timeout = \"10m\"` beside `task`; it holds for a task too"),
    ("poll_interval", "set it for the server: `Server::tasks(Tasks::default().poll_interval(…))`"),
];

/// `task`, as written.
#[derive(Default)]
pub(crate) struct TaskAttr {
    /// Clients without the extension are refused.
    pub(crate) required: Option<Ident>,
    /// The function says where the task begins.
    pub(crate) explicit: Option<Ident>,
}

impl TaskAttr {
    pub(crate) fn parse(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Self> {
        if !cfg!(feature = "tasks") {
            errors.push(not_in_this_build(key));
        }
        let mut attr = Self::default();
        if !input.peek(Paren) {
            if input.peek(Token![=]) && input.peek2(LitStr) {
                return Err(in_quotes(key, input)?.into_error());
            }
            flag(key, input)?;
            return Ok(attr);
        }
        let tokens = group(key, input, "task` or `task(required)")?;
        let mut words = Words::of(&tokens);
        arguments(tokens, errors, |word, input| {
            let slot = match word.unraw().to_string().as_str() {
                "required" => &mut attr.required,
                "explicit" => &mut attr.explicit,
                _ => return Err(unknown("task", &word, KNOWN, OTHERS, &mut words).into_error()),
            };
            flag(&word, input)?;
            set_flag(slot, word, errors);
            Ok(())
        });
        Ok(attr)
    }
}

/// What runs tasks is only in programs that ask for it.
fn not_in_this_build(key: &Ident) -> Fault {
    Fault::at(key, "a tool that may run as a task needs taffrail's feature `tasks`")
        .note("few servers offer tasks, so what runs and keeps them is only where it is asked for")
        .help("run `cargo add taffrail --features tasks`, or leave `task` out: its clients then wait for the answer")
}

/// `task = "required"`.
fn in_quotes(key: &Ident, input: ParseStream<'_>) -> syn::Result<Fault> {
    let written: LitStr = value(key, input, "required")?;
    let word = written.value();
    let instead = if KNOWN.contains(&word.as_str()) { format!("task({word})") } else { "task".to_owned() };
    Ok(Fault::at(&written, "`task` takes no value").help(format!("write `{instead}`")))
}
