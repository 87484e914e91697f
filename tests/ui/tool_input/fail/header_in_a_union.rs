use taffrail::prelude::*;

#[derive(ToolInput)]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
enum Filter {
    Here {
        /// Where.
        #[arg(header = "Region")]
        region: u32,
    },
    Anywhere,
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
    let _ = (Filter::Here { region: 1 }, Filter::Anywhere);
    let _: taffrail::Tools<()> = tools![find_things];
}
