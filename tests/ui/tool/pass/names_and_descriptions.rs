//! GR-01, 11, 12, 13, 14, 18: honest names and descriptions.

use taffrail::prelude::*;

/// Dots, dashes and digits are portable.
#[tool(readonly, name = "orders.find-v2", title = "Find orders", when = "orders are wanted", instead(get = "one is"))]
async fn find() {}

/// Two tools may point at each other.
#[tool(readonly, when = "one order is wanted", not_when = "several are", instead(find = "when several are"))]
async fn get() {}

#[doc = concat!("A description may be", " a constant.")]
#[tool(readonly, when = "a constant is wanted")]
async fn constant(
    #[doc = include_str!("description.md")] parameter: u32,
) {
    let _ = parameter;
}

mod alone {
    use super::*;

    /// A tool alone on its server need not say when.
    #[tool(readonly)]
    pub async fn only() {}

    /// A waiver with a reason stands for `when`.
    #[tool(readonly, allow(no_when, reason = "it is what everything else falls back to"))]
    pub async fn fallback() {}
}

fn main() {
    let tools: taffrail::Tools<()> = tools![find, get, constant, alone::fallback];
    let definitions: Vec<_> = tools.into_vec().iter().map(|tool| tool.definition()).collect();
    assert_eq!(definitions[0].name, "orders.find-v2");
    assert!(definitions[0].description.ends_with("Use `get` instead when one is."), "{}", definitions[0].description);
    assert!(definitions[1].description.contains("Do not use when several are.\n\nUse `orders.find-v2` instead when several are."));
    assert_eq!(definitions[2].description, "A description may be a constant.\n\nUse when a constant is wanted.");
    let input = serde_json::to_string(&definitions[2].input).unwrap();
    assert!(input.contains(r#""description":"From a file.""#), "{input}");
    let _: taffrail::Tools<()> = tools![alone::only];
}
