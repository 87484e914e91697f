//! Rules across attributes and across the parts of an item. Rules of one attribute stand with its parser in `attr`.

pub(crate) mod body;
pub(crate) mod conduct;
pub(crate) mod constraint;
pub(crate) mod effect;
pub(crate) mod header;
pub(crate) mod icon;
pub(crate) mod names;
pub(crate) mod pattern;
pub(crate) mod recursion;
pub(crate) mod resource;
pub(crate) mod sensitive;
pub(crate) mod signature;
pub(crate) mod texts;
pub(crate) mod waiver;

use crate::diagnostic::Errors;
use crate::model::parameter::Parameter;
use crate::model::tool::Tool;

/// Everything that is decided once the whole tool is known.
pub(crate) fn tool(tool: &Tool<'_>, errors: &Errors) {
    let parameters: Vec<&Parameter<'_>> = tool.arguments().collect();
    effect::consistent(tool, errors);
    names::neighbours(tool, errors);
    names::repeated(&tool.attr, errors);
    parameters_together(&parameters, errors);
    header::sensitive(&parameters, &tool.attr.waivers, errors);
    icon::sound(&tool.attr.icons, errors);
    waiver::needed_on_tool(tool, errors);
}

/// Everything that is decided once all fields of a `#[derive(ToolInput)]` struct are known.
pub(crate) fn fields(parameters: &[&Parameter<'_>], errors: &Errors) {
    parameters_together(parameters, errors);
    header::sensitive(parameters, &[], errors);
    waiver::needed_on_parameters(parameters, &[], errors);
}

fn parameters_together(parameters: &[&Parameter<'_>], errors: &Errors) {
    names::unique(parameters, errors);
    header::names(parameters, errors);
    for parameter in parameters {
        constraint::consistent(parameter, errors);
    }
}
