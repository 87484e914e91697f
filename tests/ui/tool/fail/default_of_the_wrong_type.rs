use taffrail::prelude::*;

#[derive(ToolInput)]
enum Region {
    Eu,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// How many.
    #[arg(default = "20", max = 1.5, example = Region::Eu)]
    limit: u32,
) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
