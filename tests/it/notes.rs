//! A server of notes: prompts, resources and completers as users write them.

use std::fmt;

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Image, MessageResource, Service};

use crate::client::ask;

#[derive(Debug)]
pub(crate) struct Db {
    notes: Vec<&'static str>,
}

#[derive(Debug, Provides)]
pub(crate) struct App {
    db: Db,
}

/// How long a summary is.
#[derive(Clone, Copy, Debug, PartialEq, ToolInput)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Length {
    /// One sentence.
    Short,
    Long,
}

#[derive(Debug, ToolInput)]
pub(crate) struct Stars(u8);

#[derive(Debug, ToolFailure)]
pub(crate) enum NoteError {
    #[failure(transient, retry_after = "30s")]
    Down,
    #[failure(permission, action = "ask its owner")]
    Foreign,
    #[failure(business, action = "archive some first")]
    Full,
}

impl fmt::Display for NoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Down => "the notes did not answer",
            Self::Foreign => "the note belongs to somebody else",
            Self::Full => "there are too many notes",
        })
    }
}

impl std::error::Error for NoteError {}

/// Asks for a summary of one note.
#[prompt(
    title = "Summary of a note",
    complete(note = note_ids, style = styles),
    icon("https://example.com/note.png", mime_type = "image/png", sizes("48x48", "any"), theme = "dark"),
    timeout = "2s"
)]
async fn summarize_note(
    /// The note's number.
    #[arg(max = 8)]
    note: u32,
    /// How long it may be.
    #[arg(default = Length::Short)]
    length: Length,
    /// Its style, for example "dry".
    style: Option<String>,
    db: &Db,
    ctx: &Context,
) -> Result<Vec<Message>, NoteError> {
    let _ = ctx.wants_progress();
    match note {
        7 => return Err(NoteError::Down),
        8 => return Err(NoteError::Full),
        _ => {}
    }
    let text = db.notes.get(note as usize).copied().unwrap_or_default();
    Ok(vec![
        Message::user(format!("{length:?} {style:?}")),
        Message::user(MessageResource::text(format!("notes://{note}"), "text/plain", text)),
        Message::assistant(Image::new([0], "image/png")),
    ])
}

/// Rates something.
#[prompt]
async fn rate(
    /// How many stars.
    stars: Stars,
    /// Whether it is public.
    public: bool,
    /// The key of whoever rates.
    #[arg(secret, max_len = 4)]
    key: Option<String>,
) -> String {
    format!("{} {public} {}", stars.0, key.is_some())
}

/// Says hello.
#[prompt(name = "hello.world")]
async fn hello() -> &'static str {
    "Say \u{1b}[31mhello."
}

/// Shows a picture that is none.
#[prompt]
async fn broken() -> Message {
    Message::user(Image::new([0], "picture"))
}

/// Breaks.
#[prompt]
async fn panics() -> String {
    panic!("hunter2")
}

#[completer]
async fn note_ids(typed: String, db: &Db) -> Completion {
    Completion::matching((0..db.notes.len()).map(|id| id.to_string()), &typed)
}

#[completer]
async fn styles(typed: String, length: Option<Length>, note: Option<u32>) -> Result<Vec<String>, NoteError> {
    match typed.as_str() {
        "down" => Err(NoteError::Down),
        "many" => Ok((0..150).map(|number| number.to_string()).collect()),
        typed => Ok(vec![format!("{typed} {length:?} {note:?}")]),
    }
}

/// All notes, one a line.
#[resource(
    "notes://index",
    name = "index",
    title = "All notes",
    mime_type = "text/plain",
    audience(user, assistant),
    priority = 1,
    last_modified = "2026-07-28T09:30:00Z",
    size = 7,
    icon = "data:image/png;base64,AAAA",
    cache(public = "5m")
)]
async fn note_index(db: &Db) -> String {
    db.notes.join("\n")
}

/// One note.
#[resource("notes://{id}{?length}", after(note_index, nothing), mixed, complete(id = note_ids))]
async fn note(
    /// The note's number.
    id: u32,
    length: Option<Length>,
    db: &Db,
) -> Result<Option<Contents>, NoteError> {
    match id {
        7 => Err(NoteError::Down),
        8 => Err(NoteError::Foreign),
        9 => Ok(Some(Contents::text("").mime_type("text/markdown"))),
        10 => panic!("hunter2"),
        11 => Err(NoteError::Full),
        id => Ok(db.notes.get(id as usize).map(|note| match length {
            Some(Length::Short) => Contents::text(&note[..1]),
            _ => Contents::bytes(note),
        })),
    }
}

/// The parts of a path.
#[resource("paths:///{+path}", mime_type = "text/plain")]
async fn parts(path: SafePath) -> Vec<Contents> {
    path.names().map(|name| Contents::text(name.to_owned()).at(format!("paths:///{name}"))).collect()
}

/// Nothing at all.
#[resource("notes://nothing", cache(private = "10s"))]
async fn nothing() -> Vec<Contents> {
    Vec::new()
}

/// The settings.
#[resource("settings://all")]
async fn settings() -> Json<Vec<u8>> {
    Json(vec![1, 2])
}

pub(crate) fn server() -> Server<App> {
    Server::new(App { db: Db { notes: vec!["abc", "def"] } })
        .prompts(prompts![summarize_note, rate, hello, broken, panics])
        .resources(resources![note, note_index, parts, nothing, settings])
        .no_rate_limit("tests call as often as they can")
}

pub(crate) fn service() -> Service {
    server().build().unwrap()
}

/// The result of a request, without what every result has.
pub(crate) async fn result(method: &str, params: Value) -> Value {
    let mut answer = ask(&service().connect(), method, params).await;
    let mut result = answer["result"].take();
    let members = result.as_object_mut().unwrap_or_else(|| panic!("no result: {answer}"));
    assert_eq!(members.remove("resultType"), Some("complete".into()));
    assert!(members.remove("_meta").is_some());
    result
}

/// The code, message and data of a request that is refused.
pub(crate) async fn error(method: &str, params: Value) -> (i64, String, Value) {
    let mut answer = ask(&service().connect(), method, params).await;
    let error = answer["error"].take();
    assert!(error.is_object(), "no error: {answer}");
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().into(), error["data"].clone())
}

pub(crate) async fn discover(service: &Service) -> Value {
    ask(&service.connect(), "server/discover", json!({})).await["result"].take()
}
