use taffrail::prelude::*;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum LedgerError {
    #[error("{0} is no date")]
    #[failure(validation)]
    Date(String),
}

/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, LedgerError> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
