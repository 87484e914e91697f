use taffrail::prelude::*;

/// Renders a film and returns where it is.
#[tool(readonly, task(explicit))]
async fn render_film(
    /// How many frames it has.
    frames: u32,
) -> String {
    frames.to_string()
}

fn main() {
    let _: taffrail::Tools<()> = tools![render_film];
}
