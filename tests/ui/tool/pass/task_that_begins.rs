use taffrail::prelude::*;

type Request = Context;

/// Renders a film and returns where it is.
#[tool(readonly, when = "a film is wanted", task(required, explicit))]
async fn render_film(
    /// How many frames it has.
    frames: u32,
    request: &Request,
) -> Result<String, Failure> {
    request.begin_task().await?;
    Ok(frames.to_string())
}

/// Renders a trailer and returns where it is.
#[tool(readonly, when = "a trailer is wanted", task, timeout = "10m")]
async fn render_trailer() -> String {
    String::new()
}

/// Renders a poster and returns where it is.
#[tool(readonly, when = "a poster is wanted", task(required))]
async fn render_poster() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Tools<()> = tools![render_film, render_trailer, render_poster];
}
