//! What the messages tell to write, written: each of these is the help of a failing fixture, taken by its word.

use taffrail::prelude::*;

/// `not_a_uri`.
#[resource("notes://{id}")]
async fn relative(id: u32) -> String {
    id.to_string()
}

/// `not_a_uri`.
#[resource("notes:all")]
async fn capital() -> String {
    String::new()
}

/// `not_a_uri`.
#[resource("drafts://all%20of%20them")]
async fn spaced() -> String {
    String::new()
}

/// `not_a_uri`.
#[resource("texts://index")]
async fn empty() -> String {
    String::new()
}

/// `not_a_uri`.
#[resource("pages://{id}")]
async fn exploded(id: u32) -> String {
    id.to_string()
}

/// `not_a_uri`.
#[resource("names://{id}/{name}")]
async fn adjacent(id: u32, name: String) -> String {
    format!("{id}{name}")
}

/// `not_a_uri`.
#[resource("films://{id}")]
async fn open(id: u32) -> String {
    id.to_string()
}

/// `annotations_out_of_range`.
#[resource("music://a", priority = 0.8, audience(assistant), last_modified = "2026-07-28T09:30:00Z")]
async fn literals() -> String {
    String::new()
}

/// `annotations_out_of_range`.
#[resource("music://c", cache(public = "30s"), mime_type = "text/markdown")]
async fn more() -> String {
    String::new()
}

/// `unchecked_path`.
#[resource("docs://{+path}")]
async fn doc(path: taffrail::SafePath, directory: &taffrail::Directory) -> Result<Option<Vec<u8>>, Failure> {
    directory.read(&path).await
}

/// `variables_and_parameters_disagree`.
#[resource("users://{user}/{id}")]
async fn note(id: u32, user: String) -> String {
    format!("{id}{user}")
}

/// `variables_and_parameters_disagree`.
#[resource("lists://index{?page}")]
async fn listed(page: u32) -> String {
    page.to_string()
}

#[derive(Provides)]
struct App {
    directory: taffrail::Directory,
}

fn main() {
    let _ = |app: App| app.directory;
    let _: taffrail::Resources<App> = resources![
        relative, capital, spaced, empty, exploded, adjacent, open, literals, more, doc, note, listed
    ];
}
