use taffrail::prelude::*;

/// Describes a chart.
#[tool(readonly, allow(inline_media, reason = "charts are small here"))]
async fn describe_chart() -> String {
    String::new()
}

fn main() {
    let _: taffrail::Tools<()> = tools![describe_chart];
}
