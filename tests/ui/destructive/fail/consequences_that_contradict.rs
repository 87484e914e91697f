//! GR-19, 23 and 31: what is said of consequences must fit the effect and itself.

use taffrail::prelude::*;

/// Reads.
#[tool(readonly, when = "reading", irreversible, confirm(fallback = refuse))]
async fn read() {}

/// Deletes.
#[tool(
    destructive,
    irreversible,
    reversible_by = read,
    confirm,
    max_affected = 0,
    when = "deleting"
)]
async fn delete(dry_run: DryRun) -> Result<Guarded<()>, Failure> {
    let _ = dry_run;
    Err(Failure::validation("no"))
}

/// Deletes more.
#[tool(
    destructive,
    reversible_by = "restore",
    confirm(fallback = ask),
    when = "deleting more"
)]
async fn delete_more(dry_run: DryRun) -> Result<Guarded<()>, Failure> {
    let _ = dry_run;
    Err(Failure::validation("no"))
}

/// Adds.
#[tool(additive, idempotent, max_affected = 5, when = "adding")]
async fn add() {}

/// Adds more.
#[tool(additive, confirm(fallback = dry_run_only), needs(elicitation, roots), uses(roots), when = "adding more")]
async fn add_more() {}

fn main() {
    let _: taffrail::Tools<()> = tools![read, delete, delete_more, add, add_more];
}
