//! The nearest honest code: undone by another tool, bounded, charged, aliased, confirmed without being destructive.

use taffrail::Permit;
use taffrail::prelude::*;

type Rehearsal = DryRun;

/// Brings a project back.
#[tool(additive, idempotent, when = "a deletion was a mistake", sends = "an e-mail to the owner")]
async fn restore_project(
    /// Its name.
    name: String,
) -> String {
    name
}

fn erase(_: &Permit) {}

/// Deletes a project.
#[tool(
    destructive,
    reversible_by = restore_project,
    confirm(fallback = dry_run_only),
    max_affected = 1,
    charges = "a fee of 5 EUR",
    when = "a project is over"
)]
async fn delete_project(
    /// Whether to rehearse it.
    dry_run: Rehearsal,
    ctx: &Context,
) -> Result<Guarded<String>, Failure> {
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of("apollo".into())),
        DryRun::No(intent) => {
            intent.confirm(ctx, "Delete apollo?").covering(&["apollo"]).affecting(1).key("sure").await?
        }
    };
    erase(&permit);
    Ok(permit.done("apollo".into()))
}

/// Orders a ticket.
#[tool(additive, irreversible, confirm(fallback = refuse), when = "the user wants to travel")]
async fn order_ticket(ctx: &Context) -> Result<(), Failure> {
    ctx.confirm("Order it?").await?;
    Ok(())
}

fn main() {
    let _: taffrail::Tools<()> = tools![restore_project, delete_project, order_ticket];
}
