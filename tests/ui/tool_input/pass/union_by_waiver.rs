//! GR-65 and 66: what the waivers of `union_argument` and `untyped_argument` allow.

use taffrail::prelude::*;

#[derive(ToolInput)]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
enum Target {
    ById {
        /// The number.
        id: u32,
    },
    #[arg(name = "all")]
    Everybody,
}

/// Looks for somebody.
#[tool(readonly)]
async fn look_for(
    /// Who.
    targets: Vec<Target>,
    /// What else is known.
    #[arg(allow(untyped_argument, reason = "it is handed on as it is"))]
    extra: serde_json::Value,
) {
    for target in targets {
        match target {
            Target::ById { id } => drop(id),
            Target::Everybody => drop(extra.clone()),
        }
    }
}

fn main() {
    let _: taffrail::Tools<()> = tools![look_for];
}
