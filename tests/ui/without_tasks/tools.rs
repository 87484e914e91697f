use taffrail::prelude::*;

/// Counts the films in the archive.
#[tool(readonly, when = "the user asks how many films there are", task)]
async fn count_films() -> Json<u32> {
    Json(3)
}

/// Copies the archive to another place.
#[tool(additive, idempotent, when = "the user wants a copy", task(required))]
async fn copy_archive() {}

/// Renders a film.
#[tool(additive, idempotent, when = "the user wants the film itself", task(explicit))]
async fn render_film(ctx: &Context) -> Result<(), Failure> {
    ctx.progress(1.0, None);
    Ok(())
}

fn main() {
    let _ = Server::new(()).tools(tools![copy_archive, count_films, render_film]);
}
