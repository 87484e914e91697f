use taffrail::prelude::*;


use taffrail::{Image, ResourceLink};

/// Draws a chart and returns where it can be read.
#[tool(readonly, when = "a chart is wanted")]
async fn draw_chart() -> ResourceLink {
    ResourceLink::new("charts://sales/2026-07", "sales")
}

/// Returns the icon of a weather, at most 2 KiB.
#[tool(readonly, when = "an icon is wanted", allow(inline_media, reason = "icons are small and the model looks at them"))]
async fn weather_icon() -> Image {
    Image::new([0], "image/png")
}

fn main() {
    let _: taffrail::Tools<()> = tools![draw_chart, weather_icon];
}
