use taffrail::prelude::*;

/// Renders a film and returns where it is.
#[tool(additive, idempotent, closed_world, when = "a film is to be rendered")]
async fn render(ctx: &Context) -> Result<String, Failure> {
    ctx.begin_task().await?;
    Ok("films/1.mp4".into())
}

/// Asks for a review of the newest film.
#[prompt]
async fn review(ctx: &Context) -> Result<String, Failure> {
    ctx.begin_task().await?;
    Ok("Review the newest film.".into())
}

fn main() {
    let _: taffrail::Tools<()> = tools![render];
    let _: taffrail::Prompts<()> = prompts![review];
}
