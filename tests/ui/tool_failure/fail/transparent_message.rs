use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error(transparent)]
    #[failure(transient, retry_after = "5s")]
    Io(#[from] std::io::Error),
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
