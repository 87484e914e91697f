use taffrail::prelude::*;


/// How to log in.
#[derive(ToolInput)]
struct Login {
    /// The name.
    user: String,
    /// The token.
    access_token: String,
}

/// Returns the mailboxes of an account.
#[tool(readonly)]
async fn list_mailboxes(
    /// How to log in.
    login: Login,
) {
    let _ = (login.user, login.access_token);
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_mailboxes];
}
