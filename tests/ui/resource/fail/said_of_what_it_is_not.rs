use taffrail::prelude::*;

/// Notes of all kinds.
#[resource("notes://{id}", mixed, mime_type = "text/plain", size = 7)]
async fn note(
    #[arg(default = 7)] id: u32,
) -> String {
    id.to_string()
}

/// One note.
#[resource("notes://index", mixed, after(note))]
async fn index() -> String {
    String::new()
}

/// Another.
#[resource("notes://other/{id}", after("notes://index"), after(missing))]
async fn other(id: u32) -> String {
    id.to_string()
}

fn main() {
    let _: taffrail::Resources<()> = resources![note, index, other];
}
