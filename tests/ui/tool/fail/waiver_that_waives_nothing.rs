use taffrail::prelude::*;

/// Finds things.
#[tool(
    readonly,
    when = "things are lost",
    allow(no_when, reason = "it is the only tool"),
    allow(not_idempotent, reason = "calls are counted elsewhere"),
    allow(sensitive_header, reason = "the name is harmless"),
    allow(nested_header, reason = "all of our clients look there"),
    allow(no_retry_hint, reason = "nobody knows when"),
    allow(no_retry_hint, reason = "nobody knows when"),
)]
async fn find_things(
    /// Where.
    #[arg(allow(no_when, reason = "it is the only tool"))]
    region: u32,
) {
    let _ = region;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
