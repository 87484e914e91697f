//! Collecting faults, so that one compilation tells all of them.
//!
//! Every stage gets `&Errors` and keeps going in whatever is independent of the fault; nothing is expanded from a part
//! that failed. A collector that is dropped without having been asked is a bug of ours, and says so.

use std::cell::RefCell;
use std::fmt::{Display, Write as _};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The faults of one macro call.
pub(crate) struct Errors {
    /// `None` once [`Errors::finish`] was called.
    found: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    pub(crate) fn push(&self, fault: Fault) {
        self.add(fault.into_error());
    }

    pub(crate) fn add(&self, error: syn::Error) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            found.push(error);
        }
    }

    /// Keeps the good half of a result.
    pub(crate) fn take<T>(&self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.add(error);
                None
            }
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.found.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The `compile_error!`s of everything found, from the top of the item to its end, or `None` when there is nothing.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let mut found = self.found.borrow_mut().take().unwrap_or_default();
        found.sort_by_key(|error| place(error.span()));
        let all = found.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        all.map(|all| all.to_compile_error())
    }
}

/// Line and column. Only the compiler knows them; in unit tests, faults stay in the order in which they were found.
fn place(span: Span) -> Option<(usize, usize)> {
    proc_macro::is_available().then(|| {
        let start = span.unwrap().start();
        (start.line(), start.column())
    })
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            self.found.borrow().is_none() || std::thread::panicking(),
            "faults were collected and never reported"
        );
    }
}

/// One fault: what is wrong, then lines that say why (`note`) and what to write instead (`help`).
pub(crate) struct Fault {
    tokens: TokenStream,
    text: String,
}

impl Fault {
    /// `what` is lower case and has no final full stop.
    pub(crate) fn at(tokens: impl ToTokens, what: impl Display) -> Self {
        Self { tokens: tokens.into_token_stream(), text: what.to_string() }
    }

    pub(crate) fn note(mut self, why: impl Display) -> Self {
        // Writing into a `String` cannot fail.
        let _ = write!(self.text, "\nnote: {why}");
        self
    }

    pub(crate) fn help(mut self, write: impl Display) -> Self {
        let _ = write!(self.text, "\nhelp: {write}");
        self
    }

    /// A `help` line only if there is something to say.
    pub(crate) fn maybe_help(self, write: Option<impl Display>) -> Self {
        match write {
            Some(write) => self.help(write),
            None => self,
        }
    }

    pub(crate) fn into_error(self) -> syn::Error {
        syn::Error::new_spanned(self.tokens, self.text)
    }
}

/// The candidate nearest to `given`, if one is near enough to have been meant.
pub(crate) fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(given);
    candidates
        .into_iter()
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance * 3 <= candidate.len().max(3))
        .map(|(_, candidate)| candidate)
}

/// Case and separators are the commonest slips, so they cost nothing.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// Letters left out, added, replaced or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, right) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(left != right);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *left == b[j - 1] && a[i - 1] == *right {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// `` `a`, `b` and `c` ``, for lists inside a message.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Errors, listed, nearest};

    #[test]
    fn nearest_forgives_case_separators_and_small_slips() {
        let names = ["readonly", "additive", "destructive"];
        assert_eq!(nearest("read_only", names), Some("readonly"));
        assert_eq!(nearest("readOnly", names), Some("readonly"));
        assert_eq!(nearest("destuctive", names), Some("destructive"));
        assert_eq!(nearest("titel", ["title", "timeout"]), Some("title"));
        assert_eq!(nearest("colour", names), None);
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed(["a"], "and"), "`a`");
        assert_eq!(listed(["a", "b", "c"], "or"), "`a`, `b` or `c`");
    }

    #[test]
    #[should_panic(expected = "never reported")]
    fn an_unasked_collector_is_a_bug() {
        drop(Errors::new());
    }
}
