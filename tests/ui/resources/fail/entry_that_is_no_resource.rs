use taffrail::prelude::*;

/// Says hello.
#[prompt]
async fn hello() -> &'static str {
    "Hello."
}

fn main() {
    let _: taffrail::Resources<()> = resources![];
    let _: taffrail::Resources<()> = resources![hello];
    let _: taffrail::Resources<()> = resources![missing];
}
