use taffrail::prelude::*;

#[completer]
async fn takes_nothing(ctx: &Context) -> Vec<String> {
    let _ = ctx;
    Vec::new()
}

#[completer]
async fn takes_a_number(typed: u32) -> Vec<String> {
    vec![typed.to_string()]
}

#[completer]
async fn takes_what_may_be_missing(typed: String, language: String) -> Vec<String> {
    vec![typed, language]
}

#[completer]
async fn gives_a_number(typed: String) -> usize {
    typed.len()
}

/// Reviews code.
#[prompt(complete(a = takes_nothing, b = takes_a_number, language = gives_a_number))]
async fn review(
    /// The first.
    a: String,
    /// The second.
    b: String,
    /// The language.
    language: String,
) -> String {
    a + &b + &language
}

fn main() {
    let _: taffrail::Prompts<()> = prompts![review];
}
