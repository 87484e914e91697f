use taffrail::prelude::*;

#[derive(Debug, ToolFailure)]
enum LedgerError {
    #[failure(validation)]
    BadDate,
    #[failure(validation)]
    BadTime,
}

/// Finds things.
#[tool(readonly)]
async fn find_things() -> Result<(), LedgerError> {
    Ok(())
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
