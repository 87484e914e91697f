use taffrail::prelude::*;

/// The name of a user.
#[derive(Elicit)]
struct Login {
    /// As it is on the site.
    user: String,
}

/// Returns who the user is.
#[tool(readonly, when = "the user is to be known")]
async fn who(ctx: &Context) -> Result<String, Failure> {
    let Login { user } = ctx.elicit("Who are you?").await?;
    Ok(user)
}

/// Asks for a greeting in the words of the user.
#[prompt]
async fn greeting(ctx: &Context) -> Result<String, Failure> {
    if let Answer::Accept(Login { user }) = ctx.elicit::<Login>("Who are you?").answer().await? {
        return Ok(format!("Greet {user}."));
    }
    Ok("Greet the user.".into())
}

fn main() {
    let _: taffrail::Tools<()> = tools![who];
    let _: taffrail::Prompts<()> = prompts![greeting];
}
