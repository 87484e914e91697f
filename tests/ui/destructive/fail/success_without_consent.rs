//! GR-27 and rule 8: success takes a preview or the user's consent, and a dry run to begin with.

use taffrail::prelude::*;

/// Deletes a project.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting")]
async fn delete_project(dry_run: DryRun) -> Result<String, Failure> {
    let _ = dry_run;
    Ok("Deleted.".into())
}

/// Deletes a folder.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting more")]
async fn delete_folder() {}

/// Deletes a disk.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting most")]
async fn delete_disk(ctx: &Context) -> Result<Guarded<String>, Failure> {
    let confirmation = ctx.confirm("Delete it?").await?;
    Ok(confirmation.done("Deleted.".into()))
}

fn main() {
    let _: taffrail::Tools<()> = tools![delete_project, delete_folder, delete_disk];
}
