//! GR-28: a flag that is left out must never execute.

use taffrail::prelude::*;

/// Deletes a project.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting")]
async fn delete_project(
    /// Whether to only show it.
    #[arg(default = true)]
    dry_run: bool,
    ctx: &Context,
) -> Result<Guarded<()>, Failure> {
    let _ = (dry_run, ctx);
    Err(Failure::validation("no"))
}

/// Adds a project.
#[tool(additive, idempotent, when = "adding")]
async fn add_project(
    /// Whether to only show it.
    #[arg(default = false)]
    dry_run: bool,
) {
    let _ = dry_run;
}

/// Adds a folder.
#[tool(additive, idempotent, when = "adding more")]
async fn add_folder(
    /// Whether to only show it.
    dry_run: Option<bool>,
) {
    let _ = dry_run;
}

fn main() {
    let _: taffrail::Tools<()> = tools![delete_project, add_project, add_folder];
}
