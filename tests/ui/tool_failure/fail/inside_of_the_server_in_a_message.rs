use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error("{sql} failed")]
    #[failure(transient, retry_after = "5s")]
    Statement { sql: String },
    #[error("{hostname} did not answer")]
    #[failure(transient, retry_after = "5s", allow(detail_in_error, reason = "the user chose that host"))]
    Host { hostname: String },
    #[error("the ledger is closed")]
    #[failure(transient, retry_after = "5s", allow(detail_in_error, reason = "the user chose that host"))]
    Closed,
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
