use taffrail::prelude::*;

/// Adds an entry to the journal.
#[tool(additive, idempotent, allow(not_idempotent, reason = "every entry shall be kept"))]
async fn append_entry() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![append_entry];
}
