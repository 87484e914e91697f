use taffrail::prelude::*;

#[derive(ToolInput)]
#[arg(min = 1)]
#[tool_input(allow(union_argument, reason = "it is no union at all"))]
#[serde(rename_all = "camelCase")]
struct Filter(#[arg(min = 1)] #[serde(rename = "x")] u32);

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
