use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// How many.
    #[arg(default = 20)]
    limit: Option<u32>,
    /// A key.
    #[arg(secret, example = "hunter2")]
    key: Secret<String>,
) {
    let _ = (limit, key);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
