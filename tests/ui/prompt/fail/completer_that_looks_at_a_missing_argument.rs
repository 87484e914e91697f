use taffrail::prelude::*;

#[completer]
async fn frameworks(typed: String, langauge: Option<String>) -> Vec<String> {
    vec![typed, langauge.unwrap_or_default()]
}

/// Reviews code.
#[prompt(complete(framework = frameworks))]
async fn code_review(
    /// The language.
    language: String,
    /// The framework.
    framework: String,
) -> String {
    language + &framework
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![code_review];
}
