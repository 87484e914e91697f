use taffrail::prelude::*;

#[derive(Debug, ToolFailure)]
enum LedgerError {
    Down,
    #[failure(action = "escalate_to_human")]
    OverLimit,
    #[failure(transiant)]
    Busy,
    #[failure]
    Gone,
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
