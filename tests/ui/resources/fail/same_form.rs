use taffrail::prelude::*;

/// A note by its number.
#[resource("notes://{id}")]
async fn by_number(id: u32) -> String {
    id.to_string()
}

/// A note by its name.
#[resource("notes://{name}")]
async fn by_name(name: String) -> String {
    name
}

fn main() {
    let _: taffrail::Resources<()> = resources![by_number, by_name];
}
