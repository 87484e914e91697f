//! A task that is begun explicitly is begun somewhere.

use crate::diagnostic::{Errors, Fault};
use crate::model::tool::Tool;

/// `task(explicit)` needs the context to begin with. What type a parameter has is not spelled out here, so that an alias
/// does not matter: a function that borrows nothing has none.
pub(crate) fn reachable(tool: &Tool<'_>, errors: &Errors) {
    let explicit = tool.attr.task.as_ref().and_then(|task| task.value.explicit.as_ref());
    if let (Some(explicit), None) = (explicit, tool.states().next()) {
        errors.push(
            Fault::at(explicit, format!("`{}` never begins its task: it borrows no `Context`", tool.ident()))
                .note("with `explicit`, the call becomes a task where the function awaits `ctx.begin_task()`")
                .help("take `ctx: &Context`, write `ctx.begin_task().await?;` and return a `Result<_, Failure>`; or write `task` alone: the whole call is the task then"),
        );
    }
}
