use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// Since when.
    since: u32,
    /// Until when.
    #[arg(name = "since")]
    until: u32,
    /// Where.
    #[arg(name = "the place")]
    place: u32,
) {
    let _ = (since, until, place);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
