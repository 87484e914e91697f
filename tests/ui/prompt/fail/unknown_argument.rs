use taffrail::prelude::*;

/// Says hello.
#[prompt(description = "Says hello.", titel = "Hello", readonly, title = format!("{}", 1))]
async fn hello(
    /// To whom.
    #[arg(header = "Name")]
    name: String,
    /// More.
    #[arg(flatten)]
    more: String,
) -> String {
    name + &more
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![hello];
}
