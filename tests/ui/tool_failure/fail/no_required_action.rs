use taffrail::prelude::*;

#[derive(Debug, ToolFailure)]
enum LedgerError {
    #[failure(business)]
    OverLimit,
    #[failure(permission)]
    NotYours,
}

impl std::fmt::Display for LedgerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("failed")
    }
}

impl std::error::Error for LedgerError {}

/// Finds things.
#[tool(readonly)]
async fn find_things() -> Result<(), LedgerError> {
    Ok(())
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
