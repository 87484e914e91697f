use taffrail::prelude::*;

#[resource]
async fn nothing() -> String {
    String::new()
}

/// All notes.
#[resource(uri = "notes://index")]
async fn named() -> String {
    String::new()
}

/// All notes.
#[resource("notes://all", mime = "text/plain", description = "All notes.")]
async fn words() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Resources<()> = resources![nothing, named, words];
}
