//! The catalogue: each guardrail, what becomes of the mistake, and what holds it; one file for each part of it.

mod conduct;
mod descriptions;
mod effects;
mod errors;
mod handles;
mod headers;
mod names;
mod parameters;
mod results;
mod rounds;
mod scopes;
mod secrets;
mod texts;

use super::Entry;

/// Every guardrail, by its number.
pub(crate) fn all() -> impl Iterator<Item = &'static Entry> {
    let parts = [
        names::ENTRIES,
        descriptions::ENTRIES,
        effects::ENTRIES,
        headers::ENTRIES,
        secrets::ENTRIES,
        parameters::ENTRIES,
        results::ENTRIES,
        errors::ENTRIES,
        handles::ENTRIES,
        scopes::ENTRIES,
        texts::ENTRIES,
        rounds::ENTRIES,
        conduct::ENTRIES,
    ];
    parts.into_iter().flatten()
}
