use taffrail::prelude::*;

#[derive(ToolInput)]
struct Filter {
    /// A name.
    name: &'static str,
}

#[derive(ToolInput)]
struct Generic<T> {
    /// A value.
    value: T,
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
