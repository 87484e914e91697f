use taffrail::prelude::*;

/// Adds a note.
#[tool(idempotent)]
async fn add_note() {}

/// Adds another note.
#[tool]
async fn add_other_note() {}

fn main() {
    let _: taffrail::Tools<()> = tools![add_note];
}
