use taffrail::prelude::*;

#[completer]
async fn languages(typed: String) -> Vec<String> {
    vec![typed]
}

/// Reviews code.
#[prompt(complete(langauge = languages, nothing = languages))]
async fn code_review(
    /// The language.
    language: String,
) -> String {
    language
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![code_review];
}
