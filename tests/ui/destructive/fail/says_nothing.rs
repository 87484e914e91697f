//! GR-19, 27 and 31: a destructive tool says whether it can be undone and what happens without the user's consent.

use taffrail::prelude::*;

/// Deletes a project.
#[tool(destructive, idempotent, when = "deleting")]
async fn delete_project(dry_run: DryRun, ctx: &Context) -> Result<Guarded<()>, Failure> {
    match dry_run {
        DryRun::Yes(preview) => Ok(preview.of(())),
        DryRun::No(intent) => Ok(intent.confirm(ctx, "Delete it?").await?.done(())),
    }
}

fn main() {
    let _: taffrail::Tools<()> = tools![delete_project];
}
