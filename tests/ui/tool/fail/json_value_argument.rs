use taffrail::prelude::*;

/// Accepts anything.
#[tool(readonly)]
async fn accept(
    /// A value.
    value: serde_json::Value,
) {
    let _ = value;
}

fn main() {
    let _: taffrail::Tools<()> = tools![accept];
}
