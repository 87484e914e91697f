use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error("departure {0} is in the past; use a date after today")]
    #[failure(validation)]
    Past(String),
    #[error("there is no file {path}")]
    #[failure(validation, accepts = "a path that `list_files` gives")]
    NoFile { path: String },
    #[error("the ledger did not answer within {seconds:.1} s")]
    #[failure(transient, retry_after = "5s")]
    Slow { seconds: f64, #[source] cause: std::io::Error },
    #[error("the ledger is locked ({{}})")]
    #[failure(transient, retry_after = unknown)]
    Locked(#[from] std::fmt::Error),
    #[error("{hostname} did not answer")]
    #[failure(transient, retry_after = "5s", allow(detail_in_error, reason = "the user chose that host"))]
    Host { hostname: String },
    #[error(transparent)]
    #[failure(transparent)]
    Inner(#[from] taffrail::Failure),
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
