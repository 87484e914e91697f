use taffrail::prelude::*;

/// A page that only this server can read.
#[resource("https://intranet.example.com/handbook")]
async fn handbook() -> String {
    String::new()
}

/// A note.
#[resource("notes://index", client_fetchable)]
async fn index() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Resources<()> = resources![handbook, index];
}
