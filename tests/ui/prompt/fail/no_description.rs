use taffrail::prelude::*;

#[prompt]
async fn summarize(text: String) -> String {
    text
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![summarize];
}
