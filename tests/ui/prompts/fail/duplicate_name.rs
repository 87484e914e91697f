use taffrail::prelude::*;

mod a {
    use taffrail::prelude::*;

    /// Says hello.
    #[prompt]
    pub async fn hello() -> &'static str {
        "a"
    }
}

/// Says hello as well.
#[prompt(name = "Hello")]
async fn greet() -> &'static str {
    "b"
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![a::hello, greet];
}
