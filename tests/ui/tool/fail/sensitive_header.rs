use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, header = "User-Email", header(key = "Api-Key"))]
async fn find_things(
    /// Who.
    user_email: String,
    /// A key.
    key: String,
    /// A secret.
    #[arg(secret, header = "Zone")]
    zone: u32,
) {
    let _ = (user_email, key, zone);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
