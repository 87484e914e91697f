use taffrail::prelude::*;


#[tool(readonly, when = "one is wanted")]
async fn undescribed() {}

/// Has no effect.
#[tool(when = "two are wanted")]
async fn without_effect() {}

/// Is no mistake.
#[tool(readonly, when = "three are wanted", instead(undescribed = "one is wanted"))]
async fn sound() {}

/// A result.
#[derive(taffrail::ToolOutput)]
struct Found {
    by_name: std::collections::HashMap<String, u32>,
}

/// Uses the broken ones.
#[tool(readonly, when = "four are wanted")]
async fn user() -> Json<Found> {
    undescribed().await;
    without_effect().await;
    Json(Found { by_name: Default::default() })
}

fn main() {
    let _: taffrail::Tools<()> = tools![undescribed, without_effect, sound, user];
}
