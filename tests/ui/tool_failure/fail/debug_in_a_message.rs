use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error("the ledger answered {answer:?}")]
    #[failure(transient, retry_after = "5s")]
    Answer { answer: Vec<u8> },
    #[error("no row {0:#?}")]
    #[failure(validation, accepts = "the number of a row")]
    Row(Option<u32>),
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
