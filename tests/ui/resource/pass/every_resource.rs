use taffrail::prelude::*;

const USUAL: f64 = 0.5;

#[derive(Provides)]
struct App {
    notes: Vec<String>,
}

#[derive(ToolInput)]
enum Language {
    En,
    De,
}

/// All notes.
#[resource(
    "notes://index",
    name = "index",
    title = "All notes",
    mime_type = "text/plain; charset=utf-8",
    audience(user, assistant),
    priority = USUAL,
    last_modified = "2026-07-28",
    size = 1024,
    icon = "https://example.com/notes.png",
    cache(public = "5m"),
    timeout = "10s",
    scopes("notes:read", "notes:list")
)]
async fn index(notes: &Vec<String>, ctx: &Context) -> String {
    let _ = ctx;
    notes.join("\n")
}

/// One note.
#[resource("notes://{id}{?language}", after(index), mixed, priority = 1, complete(id = ids))]
async fn note(
    /// Its number.
    #[arg(max = 100)]
    id: u32,
    language: Option<Language>,
    notes: &Vec<String>,
) -> Result<Option<Contents>, Failure> {
    let _ = language;
    Ok(notes.get(id as usize).map(|note| Contents::text(note.clone()).mime_type("text/plain")))
}

#[completer]
async fn ids(typed: String, notes: &Vec<String>) -> Completion {
    Completion::matching((0..notes.len()).map(|id| id.to_string()), &typed)
}

/// A file below one directory.
#[resource("file:///srv/docs/{+path}")]
async fn file(path: SafePath) -> Option<Vec<u8>> {
    (path.file_name() == "a").then(Vec::new)
}

/// A part of a name, which is no path.
#[resource("tags://{tag}", mime_type = "application/json")]
async fn tag(tag: String) -> Json<Vec<String>> {
    Json(vec![tag])
}

/// A page that everybody can read.
#[resource("https://example.com/handbook", client_fetchable)]
async fn handbook() -> Vec<Contents> {
    vec![Contents::text("a"), Contents::bytes([1]).at("https://example.com/handbook/1")]
}

fn main() {
    let resources: taffrail::Resources<App> = resources![index, note, file, tag, handbook];
    let service = Server::new(App { notes: Vec::new() }).resources(resources).build().unwrap();
    assert_eq!(service.resources().count(), 5);
}
