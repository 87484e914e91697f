//! A tool with an output schema.

use taffrail::prelude::*;

#[derive(ToolOutput)]
pub(crate) struct Sum {
    /// The two terms together.
    sum: i64,
}

/// Adds two integers and returns the sum as structured content.
#[tool(readonly, closed_world, when = "a client shows that it reads structured content")]
pub(crate) async fn test_structured_content(
    /// First term.
    #[arg(min = -1_000_000, max = 1_000_000)]
    a: i64,
    /// Second term.
    #[arg(min = -1_000_000, max = 1_000_000)]
    b: i64,
) -> Json<Sum> {
    Json(Sum { sum: a + b })
}
