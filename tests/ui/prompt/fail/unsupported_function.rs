use taffrail::prelude::*;

/// Says hello.
#[prompt]
fn hello(
    /// To whom.
    name: &str,
) -> String {
    name.to_owned()
}

/// Says hello in two ways.
#[prompt]
#[tool(readonly)]
async fn both() -> String {
    String::new()
}

/// Is none.
#[prompt]
struct Hello;

fn main() {
    let _: taffrail::Prompts<()> = prompts![hello, both];
}
