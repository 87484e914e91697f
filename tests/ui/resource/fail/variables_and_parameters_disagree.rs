use taffrail::prelude::*;

/// One note of a user.
#[resource("notes://{user}/{id}")]
async fn note(id: u32, name: String) -> String {
    format!("{id}{name}")
}

/// All notes.
#[resource("notes://index")]
async fn index(page: u32) -> String {
    page.to_string()
}

/// One note, twice.
#[resource("twice://{id}/{id}")]
async fn twice(id: u32) -> String {
    id.to_string()
}

fn main() {
    let _: taffrail::Resources<()> = resources![note, index, twice];
}
