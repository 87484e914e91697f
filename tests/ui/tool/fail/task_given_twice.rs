use taffrail::prelude::*;

/// Renders a film and returns where it is.
#[tool(readonly, when = "a film is wanted", task, task(required))]
async fn render_film() -> String {
    String::new()
}

/// Renders a trailer and returns where it is.
#[tool(readonly, when = "a trailer is wanted", task(required, required))]
async fn render_trailer() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Tools<()> = tools![render_film, render_trailer];
}
