//! GR-35: clients repeat calls whose answer was lost.

use crate::attr::waiver::{On, waived};
use crate::diagnostic::{Errors, Fault};
use crate::model::tool::{Effect, Tool};
use crate::model::types::last_segment;

/// Reports a tool that changes something and may do so twice.
pub(crate) fn harmless(tool: &Tool<'_>, errors: &Errors) {
    let [effect] = tool.attr.effects.as_slice() else { return };
    let changes = tool.effect != Effect::Readonly;
    if !changes
        || tool.attr.idempotent.is_some()
        || takes_key(tool)
        // A call that is repeated asks the user again, and an answer is good once.
        || tool.attr.consequences.confirm.is_some()
        || tool.attr.consequences.confirm_misspelt
        || waived(&tool.attr.waivers, "not_idempotent")
    {
        return;
    }
    let ident = tool.ident();
    errors.push(
        Fault::at(effect, format!("`{ident}` would run twice if a client repeats a call whose answer was lost"))
            .note("a dropped connection tells nobody whether the call ran (`not_idempotent`)")
            .help(format!(
                "make a second identical call change nothing (take the wanted state, or an identifier that the caller chooses), and write `{effect}, idempotent`"
            ))
            .help(format!("if running twice does no harm, say why: {}", On::Tool.shown("not_idempotent"))),
    );
}

fn takes_key(tool: &Tool<'_>) -> bool {
    tool.arguments()
        .any(|parameter| last_segment(parameter.ty).is_some_and(|last| last.ident == "IdempotencyKey"))
}
