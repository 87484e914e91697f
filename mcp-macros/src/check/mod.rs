//! Rules across attributes and across the parts of an item. Rules of one attribute stand with its parser in `attr`.

pub(crate) mod body;
pub(crate) mod breadth;
pub(crate) mod conduct;
pub(crate) mod constant;
pub(crate) mod constraint;
pub(crate) mod destructive;
pub(crate) mod effect;
pub(crate) mod form;
pub(crate) mod header;
pub(crate) mod icon;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod output;
pub(crate) mod owned;
pub(crate) mod pattern;
pub(crate) mod question;
pub(crate) mod recursion;
pub(crate) mod repeat;
pub(crate) mod resource;
pub(crate) mod result;
pub(crate) mod secret;
pub(crate) mod sensitive;
pub(crate) mod signature;
pub(crate) mod task;
pub(crate) mod texts;
pub(crate) mod waiver;
pub(crate) mod width;

use crate::diagnostic::Errors;
use crate::model::doc::Doc;
use crate::model::kind::Kind;
use crate::model::parameter::Parameter;
use crate::model::tool::{Effect, Tool};

/// Everything that is decided once the whole tool is known.
pub(crate) fn tool(tool: &Tool<'_>, errors: &Errors) {
    let parameters: Vec<&Parameter<'_>> = tool.arguments().collect();
    effect::consistent(tool, errors);
    destructive::consequences(tool, errors);
    if let Doc::Constant(text) = &tool.doc {
        constant::no_environment("a description", constant::AT_START, text, errors);
    }
    breadth::universal(tool, errors);
    repeat::harmless(tool, errors);
    result::fits(tool, errors);
    names::neighbours(tool, errors);
    task::reachable(tool, errors);
    question::declared(tool.item, &tool.inputs, Kind::Tool, says(tool), errors);
    names::repeated(&tool.attr, errors);
    parameters_together(&parameters, errors);
    header::sensitive(&parameters, &tool.attr.waivers, errors);
    icon::sound(&tool.attr.icons, errors);
    secret::arguments(&parameters, &tool.attr.waivers, errors);
    width::arguments(&parameters, &tool.attr.waivers, errors);
    waiver::needed_on_tool(tool, errors);
}

/// Everything that is decided once all fields of a `#[derive(ToolInput)]` struct are known.
pub(crate) fn fields(parameters: &[&Parameter<'_>], errors: &Errors) {
    parameters_together(parameters, errors);
    header::sensitive(parameters, &[], errors);
    secret::arguments(parameters, &[], errors);
    width::arguments(parameters, &[], errors);
    waiver::needed_on_parameters(parameters, &[], errors);
}

/// What a destructive tool must say to confirm has a message of its own.
fn says(tool: &Tool<'_>) -> question::Says {
    let destroys = tool.effect == Effect::Destructive;
    question::Says {
        asks: destroys || !tool.attr.asks_nothing(),
        confirms: destroys || tool.attr.confirms(),
        becomes_task: tool.attr.task.is_some(),
    }
}

fn parameters_together(parameters: &[&Parameter<'_>], errors: &Errors) {
    names::unique(parameters, errors);
    header::names(parameters, errors);
    for parameter in parameters {
        constraint::consistent(parameter, errors);
        let values = parameter.default.iter().filter_map(|default| default.value.as_ref());
        for value in values.chain(parameter.arg.examples.iter().map(|example| &example.value)) {
            let what = format!("a default or example of `{}`", parameter.ident);
            constant::no_environment(&what, constant::IN_THE_FUNCTION, value, errors);
        }
        if let Doc::Constant(text) = &parameter.doc {
            constant::no_environment("a description", constant::AT_START, text, errors);
        }
    }
}
