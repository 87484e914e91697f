use taffrail::prelude::*;

const URGENT: f64 = 11.0;

/// All notes.
#[resource("notes://a", priority = 1.5, audience(model), last_modified = "yesterday")]
async fn literals() -> String {
    String::new()
}

/// All notes.
#[resource("notes://b", priority = URGENT)]
async fn constant() -> String {
    String::new()
}

/// All notes.
#[resource("notes://c", priority = -1, cache(public = "soon"), mime_type = "markdown", icon = "icon.png")]
async fn more() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Resources<()> = resources![literals, constant, more];
}
