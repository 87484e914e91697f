use taffrail::prelude::*;

#[derive(ToolInput)]
struct Filter(u32, u32);

#[derive(ToolInput)]
struct Nothing;

#[derive(ToolInput)]
enum Never {}

#[derive(ToolInput)]
union Either {
    a: u32,
    b: i32,
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
