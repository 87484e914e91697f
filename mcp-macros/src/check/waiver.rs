//! A waiver that waives nothing is a fault, where the macro can tell.

use super::header::sensitive_header;
use super::{breadth, secret, width};
use crate::attr::waiver::Waiver;
use crate::diagnostic::{Errors, Fault};
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
    for waiver in &tool.attr.waivers {
        let name = waiver.guardrail.to_string();
        let idle = match name.as_str() {
            "no_when" => tool.attr.when.as_ref().map(|_| format!("`{}` says `when`", tool.ident())),
            "not_idempotent" if tool.effect == Effect::Readonly => {
                Some(format!("`{}` is `readonly`", tool.ident()))
            }
            "not_idempotent" => {
                tool.attr.idempotent.as_ref().map(|_| format!("`{}` is `idempotent`", tool.ident()))
            }
            "sensitive_header" => idle_sensitive(&parameters),
            "nested_header" => idle_nested(&parameters),
            "untyped_argument" => {
                Some("it is written on the parameter: `#[arg(allow(untyped_argument, …))]`".to_owned())
            }
            "secret_argument" => idle_secret(&parameters),
            "wide_integer" => idle_wide(&parameters),
            "universal_tool" => {
                let idle = breadth::open_parameters(tool).is_none();
                idle.then(|| format!("no parameter of `{}` lets it do anything", tool.ident()))
            }
            "open_arguments" => Some("unknown arguments are always refused".to_owned()),
            "union_argument" => {
                Some("it is written on the enum: `#[tool_input(allow(union_argument, …))]`".to_owned())
            }
            name if OF_FAILURES.contains(&name) => {
                Some("it is written on a variant: `#[failure(…, allow(…))]`".to_owned())
            }
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
                _ if outer.iter().any(|outer| outer.is(&name)) && !OF_PARAMETERS.contains(&name.as_str()) => {
                    Some("the tool waives it already".to_owned())
                }
                "sensitive_header" => idle_sensitive(std::slice::from_ref(parameter)),
                "nested_header" => idle_nested(std::slice::from_ref(parameter)),
                "untyped_argument" if parameter.is_flattened() || is_scalar(parameter.ty) => {
                    Some(format!("`{}` has a type that says what is accepted", parameter.ident))
                }
                "secret_argument" => idle_secret(std::slice::from_ref(parameter)),
                "wide_integer" => idle_wide(std::slice::from_ref(parameter)),
                "open_arguments" => Some("unknown arguments are always refused".to_owned()),
                "union_argument" => {
                    Some("it is written on the enum: `#[tool_input(allow(union_argument, …))]`".to_owned())
                }
                name if OF_TOOLS.contains(&name) => {
                    Some("it is written on the function: `#[tool(allow(…))]`".to_owned())
                }
                name if OF_FAILURES.contains(&name) => {
                    Some("it is written on a variant: `#[failure(…, allow(…))]`".to_owned())
                }
                _ => None,
            };
            report(waiver, idle, errors);
        }
    }
}

fn idle_sensitive(parameters: &[&Parameter<'_>]) -> Option<String> {
    let needed = parameters.iter().any(|parameter| sensitive_header(parameter).is_some());
    (!needed).then(|| "no mirrored parameter sounds secret or personal".to_owned())
}

fn idle_nested(parameters: &[&Parameter<'_>]) -> Option<String> {
    let needed = parameters.iter().any(|parameter| !parameter.is_flattened() && !is_scalar(parameter.ty));
    (!needed).then(|| "no parameter is a struct".to_owned())
}

fn idle_secret(parameters: &[&Parameter<'_>]) -> Option<String> {
    let needed = parameters.iter().any(|parameter| secret::is_exposed(parameter));
    (!needed).then(|| "no unmarked parameter sounds like a credential".to_owned())
}

fn idle_wide(parameters: &[&Parameter<'_>]) -> Option<String> {
    let needed = parameters.iter().any(|parameter| width::is_wide(parameter));
    (!needed).then(|| "no parameter is an identifier of 64 bits without a range".to_owned())
}

fn report(waiver: &Waiver, idle: Option<String>, errors: &Errors) {
    if let Some(reason) = idle {
        errors.push(
            Fault::at(&waiver.guardrail, format!("the waiver of `{}` waives nothing", waiver.guardrail))
                .note(reason)
                .help("remove the waiver here"),
        );
    }
}
