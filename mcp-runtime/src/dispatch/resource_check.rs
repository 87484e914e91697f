//! What keeps resources from being served: URIs that are none, and two that answer to the same one.

use taffrail_core::ResourceDefinition;
use taffrail_core::uri::{self, UriTemplate};

use super::check::place;

/// All faults of a set of resources.
pub(super) fn faults(definitions: &[&ResourceDefinition]) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, definition) in definitions.iter().enumerate() {
        check_one(definition, definitions, &mut faults);
        for earlier in &definitions[..at] {
            faults.extend(overlap(earlier, definition));
        }
    }
    if in_order(definitions).len() < definitions.len() {
        faults.push("some resources are each to be asked after the other: remove one `after`".into());
    }
    faults
}

fn check_one(definition: &ResourceDefinition, all: &[&ResourceDefinition], faults: &mut Vec<String>) {
    let uri = &definition.uri;
    let mut fault = |problem: String| faults.push(format!("resource `{uri}`: {problem}"));
    if definition.name.trim().is_empty() {
        fault("it has no name".into());
    }
    if definition.description.trim().is_empty() {
        fault("it has no description; say what it holds".into());
    }
    if definition.is_template() {
        match UriTemplate::parse(uri) {
            Ok(template) => {
                for name in definition.completes.iter() {
                    if template.variables().all(|variable| variable != name) {
                        fault(format!("it completes `{name}`, which is none of its variables"));
                    }
                }
            }
            Err(problem) => fault(problem),
        }
        if definition.size.is_some() {
            fault("a template has no size".into());
        }
    } else if let Err(problem) = uri::check(uri) {
        fault(problem);
    }
    for other in definition.after.iter() {
        if !all.iter().any(|definition| definition.uri == *other) {
            fault(format!("it is to be asked after `{other}`, which the server does not have"));
        }
    }
    if definition.timeout.is_some_and(|timeout| timeout.is_zero()) {
        fault("it has a time limit of zero".into());
    }
    for icon in definition.icons.iter() {
        if let Err(problem) = icon.check() {
            fault(problem);
        }
    }
}

/// GR-123, RES-09: one URI means one resource, unless one of the two says that it is asked after the other.
fn overlap(a: &ResourceDefinition, b: &ResourceDefinition) -> Option<String> {
    let places = || format!("{} and {}", place(a.source.as_ref()), place(b.source.as_ref()));
    if a.uri == b.uri {
        return Some(format!("resource `{}` is registered twice: {}", a.uri, places()));
    }
    let is_ordered = |first: &ResourceDefinition, second: &ResourceDefinition| {
        second.is_template() && second.after.contains(&first.uri)
    };
    if is_ordered(a, b) || is_ordered(b, a) {
        return None;
    }
    let parse = |definition: &ResourceDefinition| UriTemplate::parse(&definition.uri);
    let witness = match (a.is_template(), b.is_template()) {
        (true, true) => parse(a).ok()?.overlap(&parse(b).ok()?)?,
        (true, false) => parse(a).ok()?.matches(&b.uri).map(|_| b.uri.to_string())?,
        (false, true) => parse(b).ok()?.matches(&a.uri).map(|_| a.uri.to_string())?,
        (false, false) => return None,
    };
    Some(format!(
        "`{}` and `{}` match the same URIs, for example `{witness}`: {}; make them differ, or write `after(…)` on the more general one",
        a.uri,
        b.uri,
        places()
    ))
}

/// Positions in the order in which the resources are asked: as declared, but each after those that it names. What waits for
/// each other in a circle is left out.
pub(super) fn in_order(definitions: &[&ResourceDefinition]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let is_waiting = |at: usize, order: &[usize]| {
        definitions[at].after.iter().any(|before| {
            let others = definitions.iter().enumerate().filter(|(_, other)| other.uri == *before);
            others.into_iter().any(|(other, _)| other != at && !order.contains(&other))
        })
    };
    while let Some(next) = (0..definitions.len()).find(|at| !order.contains(at) && !is_waiting(*at, &order)) {
        order.push(next);
    }
    order
}
