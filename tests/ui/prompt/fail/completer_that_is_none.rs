use taffrail::prelude::*;

#[allow(non_camel_case_types)]
struct languages;

/// Reviews code.
#[prompt(complete(language = languages))]
async fn code_review(
    /// The language.
    language: String,
) -> String {
    language
}

/// Reviews a text.
#[prompt(complete(language = "languages"))]
async fn text_review(
    /// The language.
    language: String,
) -> String {
    language
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![code_review, text_review];
}
