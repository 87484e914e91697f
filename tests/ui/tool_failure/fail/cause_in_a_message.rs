use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error("the ledger failed: {source}")]
    #[failure(transient, retry_after = "5s")]
    Named { source: std::io::Error },
    #[error("the ledger failed: {0}")]
    #[failure(transient, retry_after = "5s")]
    Unnamed(#[from] std::fmt::Error),
    #[error("the ledger failed: {reason}")]
    #[failure(transient, retry_after = "5s")]
    Typed { reason: std::num::ParseIntError },
    #[error("the ledger failed: {}", .source.kind())]
    #[failure(transient, retry_after = "5s")]
    Argument { source: std::io::Error },
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
