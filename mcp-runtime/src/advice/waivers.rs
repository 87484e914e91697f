//! What was waived, and whether it had to be.

use taffrail_core::{Definition, IdleWaivers};

use super::{FINISH, Finding, Subject, findings, of_items};
use crate::cli::nearest;

/// A guardrail that is waived for the server as a whole.
#[derive(Clone, Debug)]
pub(crate) struct ServerWaiver {
    pub(crate) guardrail: String,
    pub(crate) reason: String,
    /// Comes with the waiver, as it does with one on an item.
    idle: fn(Subject<'_>) -> Vec<String>,
}

impl ServerWaiver {
    pub(crate) fn new(guardrail: String, reason: String) -> Self {
        Self { guardrail, reason, idle: idle_on_server }
    }
}

/// Every guardrail that advises.
pub(crate) const ADVISED: &[&str] = &[
    "blocking_call",
    "call_order",
    "dangling_mention",
    "deep_arguments",
    "detached_task",
    "effect_wording",
    "endpoint_mirror",
    "fat_items",
    "generic_name",
    "id_without_source",
    "large_page",
    "legacy_output_shape",
    "long_description",
    "long_name",
    "many_parameters",
    "many_required",
    "may_panic",
    "mixed_naming",
    "model_side_confirmation",
    "near_duplicate_tools",
    "no_boundary",
    "no_filter",
    "plain_text_format",
    "relative_update",
    "repeated_instructions",
    "shared_scope",
    "silent_optional",
    "stringly_typed",
    "swallowed_failure",
    "text_only_output",
    "thin_description",
    "too_many_tools",
    "unbounded_destruction",
    "unbounded_header",
    "unbounded_number",
    "unbounded_string",
    "untyped_output",
    "vague_error",
];

/// Rules that the item alone decides, so that a waiver of them is needed wherever the item is served.
const OF_THE_ITEM: &[&str] = &[
    "blocking_call",
    "call_order",
    "deep_arguments",
    "detached_task",
    "effect_wording",
    "fat_items",
    "generic_name",
    "large_page",
    "legacy_output_shape",
    "long_name",
    "many_parameters",
    "many_required",
    "may_panic",
    "model_side_confirmation",
    "no_filter",
    "plain_text_format",
    "relative_update",
    "stringly_typed",
    "swallowed_failure",
    "thin_description",
    "unbounded_header",
    "untyped_output",
];

/// What to say about a name that no guardrail has.
pub(super) fn unknown(name: &str) -> Option<String> {
    if ADVISED.contains(&name) {
        return None;
    }
    let meant = nearest(name, ADVISED.iter().copied());
    let meant = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    Some(format!("there is no advice `{name}`{meant}"))
}

/// Whether a finding was waived: on its parameter, on its tool, or for the server.
pub(super) fn waived(subject: Subject<'_>, finding: &Finding) -> bool {
    let for_server = subject.waivers.iter().any(|waiver| waiver.guardrail == finding.guardrail);
    let Some(definition) = finding.tool.and_then(|tool| subject.definitions.get(tool)) else {
        return for_server;
    };
    for_server || on_tool(definition, finding) || on_parameter(definition, finding)
}

fn on_tool(definition: &Definition, finding: &Finding) -> bool {
    definition.waivers.iter().any(|waiver| waiver.guardrail == finding.guardrail)
}

fn on_parameter(definition: &Definition, finding: &Finding) -> bool {
    let property = definition
        .input
        .properties()
        .iter()
        .find(|property| Some(&*property.name) == finding.parameter.as_deref());
    property.is_some_and(|property| {
        property.schema.waivers().iter().any(|waiver| waiver.guardrail == finding.guardrail)
    })
}

/// As every waiver on an item carries it.
#[doc(hidden)]
pub const IDLE_WAIVERS: Option<IdleWaivers> = Some(idle_on_items);

/// Waivers on tools that waive nothing.
fn idle_on_items(definitions: &[&Definition]) -> Vec<String> {
    let found = of_items(Subject { definitions, instructions: None, waivers: &[] });
    let mut faults = Vec::new();
    for (at, definition) in definitions.iter().enumerate() {
        for waiver in definition.waivers.iter().filter(|waiver| OF_THE_ITEM.contains(&waiver.guardrail)) {
            if !found.iter().any(|finding| finding.tool == Some(at) && finding.guardrail == waiver.guardrail)
            {
                faults.push(format!(
                    "tool `{}`: the waiver of `{}` waives nothing; remove it",
                    definition.name, waiver.guardrail
                ));
            }
        }
    }
    faults
}

/// Faults of the server's own waivers: their names and reasons, and what waives nothing.
fn idle_on_server(subject: Subject<'_>) -> Vec<String> {
    let mut faults: Vec<String> = subject.waivers.iter().filter_map(server_fault).collect();
    let found = findings(subject);
    for waiver in subject.waivers.iter().filter(|waiver| !FINISH.contains(&waiver.guardrail.as_str())) {
        let known = ADVISED.contains(&waiver.guardrail.as_str());
        if known && !found.iter().any(|finding| finding.guardrail == waiver.guardrail) {
            faults.push(format!("the server's waiver of `{}` waives nothing; remove it", waiver.guardrail));
        }
    }
    faults
}

/// What all waivers of a server, which carry their checks, have to be told.
pub(crate) fn idle(subject: Subject<'_>) -> Vec<String> {
    let on_server = subject.waivers.first().map(|waiver| (waiver.idle)(subject));
    let on_items = subject.definitions.iter().flat_map(|definition| definition.waivers.iter());
    let on_items = on_items.filter_map(|waiver| waiver.idle).next().map(|idle| idle(subject.definitions));
    on_server.into_iter().chain(on_items).flatten().collect()
}

fn server_fault(waiver: &ServerWaiver) -> Option<String> {
    unknown(&waiver.guardrail).map(|unknown| format!("`allow` for the server: {unknown}")).or_else(|| {
        let thin = waiver.reason.split_whitespace().count() < 3;
        thin.then(|| {
            format!(
                "`allow(\"{}\", …)` for the server needs a reason that a reviewer can judge",
                waiver.guardrail
            )
        })
    })
}
