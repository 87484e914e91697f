//! Results of every shape, with serde's and schemars' attributes.

use taffrail::prelude::*;

/// What was found.
#[derive(ToolOutput)]
#[serde(rename_all = "camelCase")]
struct Found {
    /// How many.
    how_many: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    state: State,
    pair: Pair,
}

#[derive(ToolOutput)]
#[serde(tag = "kind")]
enum State {
    Open,
    Closed { since: u32 },
}

#[derive(ToolOutput)]
struct Pair(u32, String);

/// Finds things.
#[tool(readonly)]
async fn find() -> Json<Found> {
    let _ = State::Open;
    Json(Found { how_many: 1, note: None, state: State::Closed { since: 3 }, pair: Pair(1, "a".into()) })
}

fn main() {
    let tools: taffrail::Tools<()> = tools![find];
    let output = serde_json::to_string(&tools.into_vec()[0].definition().output).unwrap();
    assert!(output.contains("howMany") && output.contains("How many."), "{output}");
}
