use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, header = "Zone")]
async fn find_things(
    /// A zone.
    zone: Secret<u32>,
) {
    let _ = zone;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
