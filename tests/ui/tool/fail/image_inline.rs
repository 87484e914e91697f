use taffrail::prelude::*;


/// Draws a chart of the sales of a month.
#[tool(readonly)]
async fn draw_chart() -> Result<taffrail::Image, taffrail::Failure> {
    Ok(taffrail::Image::new([0], "image/png"))
}

fn main() {
    let _: taffrail::Tools<()> = tools![draw_chart];
}
