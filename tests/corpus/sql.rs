//! A data warehouse, through reviewed questions.

use taffrail::prelude::*;

use crate::shared::{Entry, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Warehouse {
    dsn: String,
}

/// Returns the columns of a table with their types and what they mean.
#[tool(readonly, when = "the user asks what data there are")]
async fn describe_table(
    /// Name of the table.
    #[arg(pattern = "^[a-z][a-z0-9_]*$", example = "orders")]
    table: String,
    warehouse: &Warehouse,
) -> Result<Json<Entry>, Trouble> {
    let _ = (table,);
    let _ = &warehouse.dsn;
    Ok(Json(entry()?))
}

/// Counts the rows of a table that fulfil one condition.
#[tool(readonly, when = "a number is asked for")]
async fn count_rows(
    /// Name of the table.
    #[arg(pattern = "^[a-z][a-z0-9_]*$")]
    table: String,
    /// Column of the condition; left out, all rows count.
    #[arg(max_len = 63)]
    column: Option<String>,
    /// Value that the column must have; needed only with a column.
    #[arg(max_len = 200)]
    value: Option<String>,
    warehouse: &Warehouse,
) -> Result<Json<Entry>, Trouble> {
    let _ = (table, column, value);
    let _ = &warehouse.dsn;
    Ok(Json(entry()?))
}

/// Returns a few rows of a table, so that one can see what they look like.
#[tool(readonly, when = "the user wants to see examples")]
async fn sample_rows(
    /// Name of the table.
    #[arg(pattern = "^[a-z][a-z0-9_]*$")]
    table: String,
    #[arg(flatten)] page: PageRequest<20, 100>,
    warehouse: &Warehouse,
) -> Result<Page<Entry>, Trouble> {
    let _ = (table,);
    let _ = &warehouse.dsn;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Says from which tables a report is made, and when it was last refreshed.
#[tool(readonly, when = "the user doubts a figure")]
async fn explain_report(
    /// Name of the report.
    #[arg(max_len = 63)]
    report: String,
    warehouse: &Warehouse,
) -> Result<Json<Entry>, Trouble> {
    let _ = (report,);
    let _ = &warehouse.dsn;
    Ok(Json(entry()?))
}

/// Drops a table of the sandbox for good, with all of its rows.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = refuse),
    when = "the user is done with a table that was made for a trial"
)]
async fn drop_table(
    /// Name of the table.
    #[arg(pattern = "^sandbox_[a-z0-9_]+$", example = "sandbox_returns")]
    table: String,
    dry_run: DryRun,
    warehouse: &Warehouse,
    ctx: &Context,
) -> Result<Guarded<Json<Entry>>, Trouble> {
    let _ = &warehouse.dsn;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(entry()?))),
        DryRun::No(intent) => intent.confirm(ctx, format!("Drop {table} with all of its rows?")).await?,
    };
    Ok(permit.done(Json(entry()?)))
}

pub(crate) fn tools() -> taffrail::Tools<Warehouse> {
    tools![describe_table, count_rows, sample_rows, explain_report, drop_table]
}
