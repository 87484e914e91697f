use taffrail::prelude::*;

#[derive(ToolInput)]
enum Filter {
    All,
    ById { id: u32 },
    ByName(String),
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
