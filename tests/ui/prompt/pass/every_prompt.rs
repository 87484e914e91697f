use taffrail::prelude::*;
use taffrail::{Image, MessageResource, PromptReply};

#[derive(Provides)]
struct App {
    languages: Vec<String>,
}

#[derive(ToolInput)]
enum Depth {
    /// Names and comments.
    Shallow,
    Deep,
}

#[derive(ToolInput)]
struct Stars(u8);

/// Reviews code.
#[prompt(
    title = "Code review",
    complete(language = languages, framework = frameworks),
    icon = "https://example.com/review.png",
    icon("data:image/png;base64,AAAA", mime_type = "image/png", sizes("48x48", "any"), theme = "light"),
    timeout = "10s",
    scope = "code:read"
)]
async fn code_review(
    /// The language.
    #[arg(min_len = 1, max_len = 20, pattern = "^[a-z]+$", example = "rust")]
    language: String,
    /// The framework.
    framework: Option<String>,
    /// How thoroughly.
    #[arg(default = Depth::Shallow)]
    depth: Depth,
    /// Stars that the code has now.
    #[arg(min = 1, max = 5)]
    stars: Stars,
    /// A key.
    #[arg(secret, name = "apiKey")]
    key: Secret<String>,
    languages: &Vec<String>,
    ctx: &Context,
) -> Result<Vec<Message>, Failure> {
    let _ = (framework, depth, stars.0, key, ctx);
    if !languages.contains(&language) {
        return Err(Failure::validation("this language is not reviewed here"));
    }
    Ok(vec![
        Message::user("Review this."),
        Message::user(Image::new([0], "image/png")),
        Message::assistant(MessageResource::text("notes://7", "text/plain", "x")),
    ])
}

#[completer]
async fn languages(typed: String, languages: &Vec<String>) -> Completion {
    Completion::matching(languages.iter().map(String::as_str), &typed)
}

#[completer]
async fn frameworks(typed: String, language: Option<String>) -> Result<Vec<String>, Failure> {
    Ok(vec![typed, language.unwrap_or_default()])
}

#[doc = "Says "]
#[doc = concat!("hel", "lo.")]
#[prompt(name = "hello.world")]
async fn hello() -> PromptReply {
    PromptReply::new(Vec::new()).description("Nothing.")
}

#[cfg(any())]
#[prompt]
async fn absent() -> String {}

fn main() {
    let prompts: taffrail::Prompts<App> = prompts![
        code_review,
        hello,
        #[cfg(any())]
        absent,
    ];
    let service = Server::new(App { languages: vec!["rust".into()] }).prompts(prompts).build().unwrap();
    assert_eq!(service.prompts().count(), 2);
}
