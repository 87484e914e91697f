use taffrail::prelude::*;

#[derive(ToolInput)]
enum Filter {
    Open,
    #[serde(rename = "Open")]
    Opened,
    #[arg(min = 1)]
    Closed,
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
