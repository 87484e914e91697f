use taffrail::prelude::*;

#[derive(Debug, ToolFailure)]
enum LedgerError {
    #[failure(validation, retry_after = "30s", action = "escalate_to_human")]
    BadDate,
    #[failure(permission, retry_after = unknown, action = "ask_the_owner", accepts = "others")]
    NotYours,
    #[failure(transient, retry_after = "1s", action = "wait")]
    Down,
    #[failure(transient, business, retry_after = "1s")]
    Both,
    #[failure(validation, retryable)]
    Retryable,
    #[failure(validation, allow(no_retry_hint, reason = "nobody can know that"))]
    Waived,
    #[failure(transparent)]
    Nothing,
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
