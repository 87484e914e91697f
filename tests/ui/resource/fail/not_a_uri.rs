use taffrail::prelude::*;

/// A note.
#[resource("notes/{id}")]
async fn relative(id: u32) -> String {
    id.to_string()
}

/// A note.
#[resource("Notes:all")]
async fn capital() -> String {
    String::new()
}

/// A note.
#[resource("drafts://all of them")]
async fn spaced() -> String {
    String::new()
}

/// A note.
#[resource("texts:")]
async fn empty() -> String {
    String::new()
}

/// A note.
#[resource("pages://{id*}")]
async fn exploded(id: u32) -> String {
    id.to_string()
}

/// A note.
#[resource("names://{id}{name}")]
async fn adjacent(id: u32, name: String) -> String {
    format!("{id}{name}")
}

/// A note.
#[resource("films://{id")]
async fn open(id: u32) -> String {
    id.to_string()
}

fn main() {
    let _: taffrail::Resources<()> = resources![relative, capital, spaced, empty, exploded, adjacent, open];
}
