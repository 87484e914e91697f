use taffrail::prelude::*;

/// Creates the order with this number, unless there is one.
#[tool(additive, idempotent, when = "one is missing")]
async fn create_order(
    /// The number that the caller chose for it.
    number: String,
) {
    let _ = (number,);
}

/// Adds an entry to the journal.
#[tool(additive, when = "something happened", allow(not_idempotent, reason = "every entry of a journal is kept"))]
async fn append_entry() {
}

/// Returns the entries of the journal.
#[tool(readonly, when = "the journal is asked for")]
async fn read_journal() {
}

fn main() {
    let _: taffrail::Tools<()> = tools![create_order, append_entry, read_journal];
}
