use taffrail::prelude::*;

#[derive(ToolInput)]
struct Target {
    /// Where.
    #[arg(header = "Region")]
    region: u32,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// Where to look.
    target: Target,
) {
    let _ = target.region;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
