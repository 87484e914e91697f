use taffrail::prelude::*;

#[derive(ToolInput)]
#[serde(deny_unknown_fields, default, rename_all = "snakecase")]
struct Filter {
    /// Where.
    #[serde(flatten)]
    place: u32,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none", with = "time")]
    when: Option<u32>,
    /// Who.
    #[serde(rename(deserialize = "whom"), alias = "whose")]
    who: u32,
    /// Why.
    #[serde(rename = "reason")]
    #[arg(name = "cause")]
    why: u32,
    /// How.
    #[serde(default)]
    #[arg(default = 1)]
    how: u32,
}

#[derive(ToolInput)]
#[serde(untagged)]
enum Kind {
    #[serde(other)]
    Other,
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
