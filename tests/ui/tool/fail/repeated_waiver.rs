use taffrail::prelude::*;

/// Adds an entry to the journal.
#[tool(additive, allow(not_idempotent, reason = "every entry shall be kept"), allow(not_idempotent, reason = "as said before"))]
async fn append_entry() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![append_entry];
}
