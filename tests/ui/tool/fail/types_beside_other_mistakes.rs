use taffrail::prelude::*;

struct Anything;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// Whose.
    name: &str,
    /// What.
    value: Anything,
    #[arg(flatten)] group: Anything,
    since: u32,
) -> Result<(), String> {
    let _ = (name, value, group, since);
    Ok(())
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
