//! GR-22 and GR-23: every tool says what it does to the world, once and without contradiction.

use syn::Ident;

use crate::attr::tool::{DESTRUCTIVE_SIGNATURE, ToolAttr};
use crate::diagnostic::{Errors, Fault};
use crate::model::tool::{Effect, Tool};
use crate::model::types::last_segment;

/// The one effect that is declared.
pub(crate) fn declared(attr: &ToolAttr, tool: &Ident, errors: &Errors) -> Option<Effect> {
    let Some(first) = attr.effects.first() else {
        if !attr.effect_misspelt {
            errors.push(
                Fault::at(tool, format!("tool `{tool}` does not say what it does to the world"))
                    .note("clients decide by this whether to ask the user first")
                    .help("if it changes nothing, write `#[tool(readonly)]`")
                    .help("if it adds or changes something, and repeating the call changes nothing more, write `#[tool(additive, idempotent)]`")
                    .help("if it adds something with every call, and that does no harm, write `#[tool(additive, allow(not_idempotent, reason = \"…\"))]`")
                    .help(format!("if it deletes or overwrites something, write `#[tool(destructive, irreversible, confirm(fallback = refuse))]`, {DESTRUCTIVE_SIGNATURE}")),
            );
        }
        return None;
    };
    for other in attr.effects.iter().skip(1) {
        let fault = if other == first {
            Fault::at(other, format!("`{other}` is given twice")).help("keep one of the two")
        } else {
            Fault::at(other, format!("`{first}` and `{other}` cannot both be true of `{tool}`"))
                .note("a tool has one effect: the strongest thing that it may do")
                .help(keep_the_strongest(attr))
        };
        errors.push(fault);
    }
    Some(match first.to_string().as_str() {
        "readonly" => Effect::Readonly,
        "additive" => Effect::Additive,
        _ => Effect::Destructive,
    })
}

fn keep_the_strongest(attr: &ToolAttr) -> String {
    if attr.effects.iter().any(|effect| effect == "destructive") {
        return format!("keep `destructive`; {}", attr.with_destructive());
    }
    if attr.idempotent.is_some() {
        "keep `additive`".to_owned()
    } else {
        "keep `additive`, and add `idempotent` if repeating the call changes nothing more".to_owned()
    }
}

/// What contradicts `readonly`.
pub(crate) fn consistent(tool: &Tool<'_>, errors: &Errors) {
    let [_] = tool.attr.effects.as_slice() else { return };
    if tool.effect != Effect::Readonly {
        return;
    }
    if let Some(idempotent) = &tool.attr.idempotent {
        errors.push(
            Fault::at(idempotent, "`idempotent` says nothing about a `readonly` tool")
                .note("a tool that changes nothing can always be repeated")
                .help("remove `idempotent`, or declare `additive` or `destructive`"),
        );
    }
    for parameter in tool.arguments() {
        let ty = last_segment(parameter.ty).map(|last| last.ident.to_string());
        let what = match ty.as_deref() {
            _ if parameter.name == "dry_run" => "a dry run",
            Some("DryRun") => "a dry run",
            Some("IdempotencyKey") => "an idempotency key",
            _ => continue,
        };
        errors.push(
            Fault::at(parameter.ident, format!("`readonly` tool `{}` takes {what}", tool.ident()))
                .note("a tool that changes nothing has nothing to try first, and can always be repeated")
                .help("remove the parameter, or declare `additive` or `destructive`"),
        );
    }
}
