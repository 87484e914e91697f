//! GR-19, 27, 28 and 31: what a destructive tool must say, and what others must not.

use syn::Ident;

use crate::attr::consequence::Fallback;
use crate::diagnostic::{Errors, Fault};
use crate::model::parameter::Parameter;
use crate::model::tool::{Effect, Tool};
use crate::model::types::{is_bool, is_dry_run, is_true};

/// What a tool says of its consequences, together with its effect.
pub(crate) fn consequences(tool: &Tool<'_>, errors: &Errors) {
    let [effect] = tool.attr.effects.as_slice() else { return };
    match tool.effect {
        Effect::Readonly => nothing_to_say(tool, errors),
        Effect::Additive => {}
        Effect::Destructive => {
            undone(tool, effect, errors);
            confirmed(tool, effect, errors);
        }
    }
    together(tool, errors);
    if tool.effect == Effect::Readonly {
        return;
    }
    for parameter in tool.arguments().filter(|parameter| parameter.name == "dry_run") {
        dry_run(tool, parameter, errors);
    }
}

fn nothing_to_say(tool: &Tool<'_>, errors: &Errors) {
    for key in tool.attr.consequences.keys() {
        errors.push(
            Fault::at(key, format!("`{key}` says nothing about a `readonly` tool"))
                .note("a tool that changes nothing has no consequences")
                .help(format!("remove `{key}`, or declare `additive` or `destructive`")),
        );
    }
}

/// GR-19.
fn undone(tool: &Tool<'_>, effect: &Ident, errors: &Errors) {
    let said = &tool.attr.consequences;
    if said.irreversible.is_none() && said.reversible_by.is_none() && !said.reversible_misspelt {
        errors.push(
            Fault::at(effect, format!("destructive tool `{}` does not say whether it can be undone", tool.ident()))
                .note("the model and the user decide by it; it becomes a sentence of the description")
                .help("add `irreversible`, or `reversible_by = restore_project` with the path of the tool that undoes it"),
        );
    }
}

/// GR-27 and GR-31.
fn confirmed(tool: &Tool<'_>, effect: &Ident, errors: &Errors) {
    let said = &tool.attr.consequences;
    if said.confirm.is_none() && !said.confirm_misspelt {
        errors.push(
            Fault::at(effect, format!("destructive tool `{}` runs without the user's consent", tool.ident()))
                .note("one wrong call must not be final; the server asks the user, whatever the model says")
                .help("add `confirm(fallback = refuse)`, or `confirm(fallback = dry_run_only)` to let clients that cannot ask have a preview"),
        );
    }
}

fn together(tool: &Tool<'_>, errors: &Errors) {
    let said = &tool.attr.consequences;
    if let (Some(_), Some(by)) = (&said.irreversible, &said.reversible_by) {
        errors.push(
            Fault::at(&by.key, "`irreversible` and `reversible_by` cannot both be true")
                .help("remove the one that is not true"),
        );
    }
    if let (Some(most), None, false) = (&said.max_affected, &said.confirm, said.confirm_misspelt)
        && tool.effect == Effect::Additive
    {
        errors.push(
            Fault::at(
                &most.key,
                "`max_affected` is checked when the user is asked to confirm, and this tool does not ask",
            )
            .help("add `confirm(fallback = refuse)`, or remove `max_affected`"),
        );
    }
    let needs = tool.attr.needs.iter().find(|need| *need == "elicitation");
    if let (Some(need), Some(Fallback::DryRunOnly)) = (needs, said.fallback()) {
        errors.push(
            Fault::at(need, "`needs(elicitation)` refuses the clients that `fallback = dry_run_only` is for")
                .help("remove `elicitation` from `needs(…)`, or write `confirm(fallback = refuse)`"),
        );
    }
    for both in tool.attr.uses.iter().filter(|used| tool.attr.needs.contains(used)) {
        errors.push(
            Fault::at(both, format!("`{both}` stands in `needs(…)` and in `uses(…)`"))
                .help("keep it in `needs(…)` when the tool cannot do without, in `uses(…)` when it can"),
        );
    }
    if said.fallback() == Some(Fallback::DryRunOnly)
        && !tool.arguments().any(|parameter| is_dry_run(parameter.ty))
        && tool.effect == Effect::Additive
        && let Some(confirm) = &said.confirm
    {
        errors.push(
            Fault::at(&confirm.key, format!("`{}` has no dry run to fall back to", tool.ident()))
                .help("take a parameter `dry_run: DryRun`, or write `confirm(fallback = refuse)`"),
        );
    }
}

/// GR-28.
fn dry_run(tool: &Tool<'_>, parameter: &Parameter<'_>, errors: &Errors) {
    if !is_bool(parameter.ty) {
        return;
    }
    if tool.effect == Effect::Destructive {
        errors.push(
            Fault::at(parameter.ty, format!("`dry_run` of destructive tool `{}` is a plain `bool`", tool.ident()))
                .note("one branch that forgets the flag destroys something")
                .help("write `dry_run: DryRun` without a default, and match `DryRun::Yes(preview)` and `DryRun::No(intent)`"),
        );
        return;
    }
    let on = parameter.default.as_ref().and_then(|default| default.value.as_ref()).is_some_and(is_true);
    if !on {
        errors.push(
            Fault::at(parameter.ident, "`dry_run` must default to true")
                .note("a flag that is left out must never execute")
                .help("write `dry_run: DryRun` without a default, or `#[arg(default = true)] dry_run: bool`"),
        );
    }
}
