use taffrail::prelude::*;

/// Renders a film and returns where it is.
#[tool(readonly, when = "a film is wanted", task(optional))]
async fn render_film() -> String {
    String::new()
}

/// Renders a trailer and returns where it is.
#[tool(readonly, when = "a trailer is wanted", task(requierd))]
async fn render_trailer() -> String {
    String::new()
}

/// Renders a poster and returns where it is.
#[tool(readonly, when = "a poster is wanted", task())]
async fn render_poster() -> String {
    String::new()
}

/// Renders a still and returns where it is.
#[tool(readonly, when = "a still is wanted", task = "required", needs(tasks))]
async fn render_still() -> String {
    String::new()
}

/// Renders a logo and returns where it is.
#[tool(readonly, when = "a logo is wanted", long_running, task_support = "optional")]
async fn render_logo() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Tools<()> =
        tools![render_film, render_trailer, render_poster, render_still, render_logo];
}
