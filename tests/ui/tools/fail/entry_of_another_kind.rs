use taffrail::prelude::*;

/// Asks for a review.
#[prompt]
async fn review() -> &'static str {
    "Review it."
}

/// All notes.
#[resource("notes://all")]
async fn notes() -> &'static str {
    "None."
}

async fn helper() {}

fn main() {
    let _: taffrail::Tools<()> = tools![review];
    let _: taffrail::Tools<()> = tools![notes];
    let _: taffrail::Tools<()> = tools![helper];
}
