//! What keeps a server from starting: faults that only show when everything is together, and those of tools
//! that were not written by a macro.

use std::borrow::Cow;

use taffrail_core::schema::{Property, Schema};
use taffrail_core::{Definition, MAX_DESCRIPTION, Source};

use super::listing::Paging;
use crate::limit::{Limits, RateLimit};
use crate::order::positions;

/// Faults of the bounds.
pub(super) fn settings(limits: &Limits, rate: Option<RateLimit>) -> Vec<String> {
    let mut faults: Vec<String> = limits
        .faults()
        .map(|name| format!("the limit `{name}` is zero, which would refuse everything"))
        .collect();
    if rate.is_some_and(|rate| !rate.is_usable()) {
        faults.push("the rate limit needs a positive rate and a burst of at least 1".into());
    }
    if !limits.log_rate.is_usable() {
        faults.push("the limit `log_rate` needs a positive rate and a burst of at least 1".into());
    }
    faults
}

/// Faults of the tools.
pub(super) fn definitions(definitions: &[&Definition]) -> Vec<String> {
    let mut faults = Vec::new();
    let namesakes = namesakes(definitions);
    for (at, definition) in definitions.iter().enumerate() {
        check_one(definition, &mut faults);
        if let Some(first) = namesakes[at] {
            faults.push(duplicate(definitions[first], definition));
        }
    }
    faults
}

/// For each tool whose name an earlier one has too, ignoring case, the position of the last of those.
fn namesakes(definitions: &[&Definition]) -> Vec<Option<usize>> {
    let names: Vec<Cow<'_, str>> = definitions.iter().map(|definition| lowercase(&definition.name)).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let mut namesakes = vec![None; names.len()];
    for pair in positions(&names).windows(2) {
        if names[pair[0]] == names[pair[1]] {
            namesakes[pair[1]] = Some(pair[0]);
        }
    }
    namesakes
}

/// Most names are in lower case already.
fn lowercase(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

fn check_one(definition: &Definition, faults: &mut Vec<String>) {
    let name = &definition.name;
    if !is_portable_name(name) {
        faults.push(format!("tool name `{name}` must be 1 to 128 of `A-Z a-z 0-9 _ - .`"));
    }
    if definition.description.trim().is_empty() {
        faults.push(format!("tool `{name}` has no description; say what it does and what comes back"));
    }
    // No text has more characters than bytes, and those are counted already.
    let bytes = definition.description.len();
    let length = if bytes > MAX_DESCRIPTION { definition.description.chars().count() } else { bytes };
    if length > MAX_DESCRIPTION && !waives(definition, "long_description") {
        faults.push(format!(
            "the description of tool `{name}` has {length} characters, more than the {MAX_DESCRIPTION} that clients keep"
        ));
    }
    if let Err(fault) = definition.input.check_input() {
        faults.push(format!("the input schema of tool `{name}` cannot be published: {fault}"));
    }
    if let Some(Err(fault)) = definition.output.as_ref().map(Schema::check_output) {
        faults.push(format!("the output schema of tool `{name}` cannot be published: {fault}"));
    }
    if definition.output.as_ref().is_some_and(Schema::is_recursive) && !waives(definition, "recursive_output")
    {
        faults.push(format!(
            "the result type of tool `{name}` contains itself, which needs `$ref`, and many clients do not follow it; \
             return a flat list whose items name their parent, or write `#[tool(…, allow(recursive_output, reason = \"…\"))]`"
        ));
    }
    check_headers(definition, faults);
    for property in definition.input.properties() {
        check_values(name, property, faults);
    }
    for icon in definition.icons.iter() {
        faults.extend(icon.check().err().map(|fault| format!("tool `{name}`: {fault}")));
    }
    if definition.timeout.is_some_and(|timeout| timeout.is_zero()) {
        faults.push(format!("tool `{name}` has a time limit of zero"));
    }
}

fn waives(definition: &Definition, guardrail: &str) -> bool {
    definition.waivers.iter().any(|waiver| waiver.guardrail == guardrail)
}

pub(super) fn is_portable_name(name: &str) -> bool {
    let portable = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=128).contains(&name.len()) && name.bytes().all(portable)
}

fn duplicate(first: &Definition, second: &Definition) -> String {
    let places = (place(first.source.as_ref()), place(second.source.as_ref()));
    format!("tool `{}` is registered twice: {} and {}", second.name, places.0, places.1)
}

/// Where a definition stands.
pub(super) fn place(source: Option<&Source>) -> String {
    source.map_or_else(
        || String::from("one made at run time"),
        |source| format!("{}:{}", source.file, source.line),
    )
}

/// Faults of the sizes of pages.
pub(super) fn paging(paging: Paging) -> Vec<String> {
    let sizes = [("page_size", paging.items), ("page_bytes", paging.bytes)];
    let empty = sizes.into_iter().filter(|(_, size)| *size == 0);
    empty.map(|(name, _)| format!("`{name}` is zero, so that no page could hold anything")).collect()
}

/// The client's own rules for mirrored parameters, as a last line behind the compiler's (GR-47, TOOL-17).
fn check_headers(definition: &Definition, faults: &mut Vec<String>) {
    let mut names = Vec::new();
    collect_headers(definition.input.properties(), &mut names);
    for (at, (header, fits)) in names.iter().enumerate() {
        let name = &definition.name;
        if !fits {
            faults.push(format!(
                "tool `{name}`: header `{header}` mirrors something that is no string, integer or boolean"
            ));
        }
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if header.is_empty() || !header.bytes().all(is_token) {
            faults.push(format!("tool `{name}`: header name `{header}` is no HTTP token"));
        }
        if names[..at].iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(header)) {
            faults.push(format!("tool `{name}`: header `{header}` is used twice"));
        }
    }
}

fn collect_headers<'a>(properties: &'a [Property], names: &mut Vec<(&'a str, bool)>) {
    for Property { schema, .. } in properties {
        if let Some(header) = schema.header() {
            names.push((header, schema.scalar_type().is_some()));
        }
        collect_headers(schema.properties(), names);
    }
}

/// GR-62 for what the macro could not see: a default or example that its own schema refuses.
fn check_values(tool: &str, property: &Property, faults: &mut Vec<String>) {
    let Property { name, schema, .. } = property;
    let default = schema.default_value().map(|value| ("default", value));
    let examples = schema.examples().iter().map(|value| ("example", value));
    for (what, value) in default.into_iter().chain(examples) {
        if !schema.accepts(value) {
            faults.push(format!(
                "tool `{tool}`: the {what} {value} of parameter `{name}` is outside its own constraints"
            ));
        }
    }
}
