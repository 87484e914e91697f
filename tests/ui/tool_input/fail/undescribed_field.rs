use taffrail::prelude::*;

#[derive(ToolInput)]
struct Filter {
    region: u32,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// What to find.
    filter: Filter,
) {
    let _ = filter;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
