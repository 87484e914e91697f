//! Rules of arguments that arrive as text: those of prompts and the variables of URIs.

use super::{constraint, names};
use crate::attr::completer::CompleteAttr;
use crate::diagnostic::{Errors, Fault, listed, nearest};
use crate::model::function::Function;
use crate::model::kind::Kind;
use crate::model::name;
use crate::model::parameter::Parameter;

/// What a tool's parameters may have and these may not, and what both must keep to.
pub(crate) fn arguments(function: &Function<'_>, kind: Kind, errors: &Errors) {
    let parameters: Vec<&Parameter<'_>> = function.arguments().collect();
    let noun = kind.argument();
    names::unique(&parameters, errors);
    for parameter in &parameters {
        constraint::consistent(parameter, errors);
        let arg = &parameter.arg;
        if let Some(header) = &arg.header {
            errors.push(
                Fault::at(&header.key, format!("`header` has no effect on the {noun} of a {}", kind.noun()))
                    .note("only arguments of tools are mirrored")
                    .help("remove it"),
            );
        }
        if let Some(flatten) = &arg.flatten {
            errors.push(
                Fault::at(flatten, format!("a {} has no groups of {noun}s", kind.noun()))
                    .help("remove `flatten`, and take each by itself"),
            );
        }
        for waiver in &arg.waivers {
            errors.push(waiver.idle());
        }
    }
}

/// GR-133: what is completed is there.
pub(crate) fn completes(completes: &[CompleteAttr], function: &Function<'_>, owner: &str, errors: &Errors) {
    let names: Vec<String> = function.arguments().map(|parameter| parameter.name.clone()).collect();
    for complete in completes {
        let argument = name::plain(&complete.argument);
        if names.contains(&argument) {
            continue;
        }
        let known = || names.iter().map(String::as_str);
        let help = match nearest(&argument, known()) {
            Some(meant) => Some(format!("did you mean `{meant}`?")),
            None if names.is_empty() => {
                Some(format!("remove it, or take a parameter `{argument}: String` with a doc comment"))
            }
            None => Some(format!("name {}, or remove this entry", listed(known(), "or"))),
        };
        errors.push(
            Fault::at(&complete.argument, format!("{owner} has no argument `{argument}`"))
                .note("the completer would never be asked")
                .maybe_help(help),
        );
    }
}
