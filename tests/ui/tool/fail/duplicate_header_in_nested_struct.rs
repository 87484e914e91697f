use taffrail::prelude::*;

#[derive(ToolInput)]
struct Target {
    /// Where.
    #[arg(header = "Region")]
    region: u32,
}

/// Finds things.
#[tool(readonly, header(zone = "REGION"))]
async fn find_things(
    #[arg(flatten)] target: Target,
    /// Which zone.
    zone: u32,
) {
    let _ = (target.region, zone);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
