use taffrail::prelude::*;

/// Returns the repositories of an account.
#[tool(readonly)]
async fn list_repositories(
    /// The key of the account.
    api_key: String,
    /// The password; left out, the stored one.
    password: Option<String>,
) {
    let _ = (api_key, password,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_repositories];
}
