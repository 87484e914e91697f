use taffrail::prelude::*;

#[derive(ToolInput)]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
enum Filter {
    ById(u32),
    ByKind {
        /// The kind.
        r#type: String,
        name: String,
    },
    #[serde(rename = "ByKind")]
    Other,
}

#[derive(ToolInput)]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
#[serde(tag = "kind")]
enum Plain {
    Yes,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// What to find.
    filter: Filter,
    /// Whether.
    plain: Plain,
) {
    let _ = (filter, plain);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
