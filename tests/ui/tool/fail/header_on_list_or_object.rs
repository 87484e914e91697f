use taffrail::prelude::*;

#[derive(ToolInput)]
struct Target {
    /// Where.
    region: u32,
}

/// Finds things.
#[tool(readonly, header(targets = "Targets", target = "Target"))]
async fn find_things(
    /// Several.
    targets: Vec<u32>,
    /// One.
    target: Target,
) {
    let _ = (targets, target.region);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
