use taffrail::prelude::*;

async fn render(ctx: &Context) -> Result<(), Failure> {
    ctx.begin_task().await?;
    Ok(())
}

fn main() {
    let _ = render(&Context::detached());
}
