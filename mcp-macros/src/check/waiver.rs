//! A waiver that waives nothing is a fault, where the macro can tell.

use super::header::sensitive_header;
use super::{breadth, secret, width};
use crate::attr::waiver::{On, Waiver};
use crate::diagnostic::Errors;
use crate::model::parameter::Parameter;
use crate::model::tool::{Effect, Tool};
use crate::model::types::is_scalar;

/// Guardrails of failures, which `#[tool]` and `#[arg]` cannot waive.
const OF_FAILURES: &[&str] = &["detail_in_error", "no_required_action", "no_retry_hint", "vague_error"];

/// Guardrails of one parameter, which `#[tool]` cannot waive for all of them.
const OF_PARAMETERS: &[&str] = &["untyped_argument"];

/// Guardrails of a whole tool, which `#[arg]` cannot waive.
const OF_TOOLS: &[&str] =
    &["inline_media", "long_description", "no_when", "not_idempotent", "universal_tool"];

pub(crate) fn needed_on_tool(tool: &Tool<'_>, errors: &Errors) {
    let parameters: Vec<&Parameter<'_>> = tool.arguments().collect();
    for (at, waiver) in tool.attr.waivers.iter().enumerate() {
        // One that is repeated is reported as that.
        if tool.attr.waivers[..at].iter().any(|first| first.guardrail == waiver.guardrail) {
            continue;
        }
        let name = waiver.guardrail.to_string();
        let idle = match name.as_str() {
            "no_when" => {
                let when = tool.attr.when.as_ref();
                when.map(|_| Idle::Either(format!("`{}` says `when`", tool.ident()), "when"))
            }
            "not_idempotent" if tool.effect == Effect::Readonly => {
                Some(needless(format!("`{}` is `readonly`", tool.ident())))
            }
            "not_idempotent" => {
                let idempotent = tool.attr.idempotent.as_ref();
                idempotent.map(|_| Idle::Either(format!("`{}` is `idempotent`", tool.ident()), "idempotent"))
            }
            "sensitive_header" => idle_sensitive(&parameters),
            "nested_header" => idle_nested(&parameters),
            "untyped_argument" => Some(idle_untyped(&parameters, &name)),
            "secret_argument" => idle_secret(&parameters),
            "wide_integer" => idle_wide(&parameters),
            "universal_tool" => {
                let idle = breadth::open_parameters(tool).is_none();
                idle.then(|| needless(format!("no parameter of `{}` lets it do anything", tool.ident())))
            }
            "open_arguments" => Some(needless("unknown arguments are always refused")),
            "union_argument" => Some(Idle::Elsewhere(on_enum())),
            name if OF_FAILURES.contains(&name) => Some(Idle::Elsewhere(on_variant(name))),
            _ => None,
        };
        report(waiver, idle, errors);
    }
    needed_on_parameters(&parameters, &tool.attr.waivers, errors);
}

/// `outer` are the waivers of the tool around the parameters.
pub(crate) fn needed_on_parameters(parameters: &[&Parameter<'_>], outer: &[Waiver], errors: &Errors) {
    for parameter in parameters {
        for waiver in &parameter.arg.waivers {
            let name = waiver.guardrail.to_string();
            let idle = match name.as_str() {
                "sensitive_header" => idle_sensitive(std::slice::from_ref(parameter)),
                "nested_header" => idle_nested(std::slice::from_ref(parameter)),
                "untyped_argument" if parameter.is_flattened() || is_scalar(parameter.ty) => {
                    Some(needless(format!("`{}` has a type that says what is accepted", parameter.ident)))
                }
                "secret_argument" => idle_secret(std::slice::from_ref(parameter)),
                "wide_integer" => idle_wide(std::slice::from_ref(parameter)),
                "open_arguments" => Some(needless("unknown arguments are always refused")),
                "union_argument" => Some(Idle::Elsewhere(on_enum())),
                name if OF_FAILURES.contains(&name) => Some(Idle::Elsewhere(on_variant(name))),
                name if OF_TOOLS.contains(&name) && outer.iter().any(|outer| outer.is(name)) => {
                    Some(needless("it is about the whole tool, where it stands already"))
                }
                name if OF_TOOLS.contains(&name) => {
                    Some(Idle::Elsewhere(format!("{} on the function", On::Tool.shown(name))))
                }
                _ => None,
            };
            let is_outer =
                outer.iter().any(|outer| outer.is(&name)) && !OF_PARAMETERS.contains(&name.as_str());
            let idle = idle.or_else(|| is_outer.then(|| needless("the whole tool waives it already")));
            report(waiver, idle, errors);
        }
    }
}

fn idle_sensitive(parameters: &[&Parameter<'_>]) -> Option<Idle> {
    let needed = parameters.iter().any(|parameter| sensitive_header(parameter).is_some());
    (!needed).then(|| needless("no mirrored parameter sounds secret or personal"))
}

fn idle_nested(parameters: &[&Parameter<'_>]) -> Option<Idle> {
    let needed = parameters.iter().any(|parameter| !parameter.is_flattened() && !is_scalar(parameter.ty));
    (!needed).then(|| needless("no parameter is a struct"))
}

fn idle_untyped(parameters: &[&Parameter<'_>], guardrail: &str) -> Idle {
    match parameters.iter().find(|parameter| parameter.waives(guardrail)) {
        Some(parameter) => needless(format!("`{}` has its own", parameter.ident)),
        None => Idle::Elsewhere(on_parameter(guardrail)),
    }
}

fn idle_secret(parameters: &[&Parameter<'_>]) -> Option<Idle> {
    let needed = parameters.iter().any(|parameter| secret::is_exposed(parameter));
    (!needed).then(|| needless("no parameter sounds like a credential, or each that does is `secret`"))
}

fn idle_wide(parameters: &[&Parameter<'_>]) -> Option<Idle> {
    let needed = parameters.iter().any(|parameter| width::is_wide(parameter));
    (!needed).then(|| needless("no parameter is an identifier of 64 bits without a range"))
}

/// Why a waiver is not needed where it stands.
enum Idle {
    /// There is nothing to waive.
    Needless(String),
    /// It contradicts another argument, of this name.
    Either(String, &'static str),
    /// It belongs to another item, and is written so.
    Elsewhere(String),
}

fn needless(reason: impl Into<String>) -> Idle {
    Idle::Needless(reason.into())
}

fn on_parameter(guardrail: &str) -> String {
    format!("{} on the parameter", On::Argument.shown(guardrail))
}

fn on_enum() -> String {
    "`#[tool_input(allow(union_argument, reason = \"…\"))]` on the enum".to_owned()
}

fn on_variant(guardrail: &str) -> String {
    format!("{} on the variant", On::Failure.shown(guardrail))
}

fn report(waiver: &Waiver, idle: Option<Idle>, errors: &Errors) {
    match idle {
        None => {}
        Some(Idle::Needless(reason)) => errors.push(waiver.needless(&reason)),
        Some(Idle::Either(reason, other)) => errors.push(waiver.contradicts(&reason, other)),
        Some(Idle::Elsewhere(place)) => {
            errors.push(waiver.misplaced(&format!("to where it is needed: {place}")));
        }
    }
}
