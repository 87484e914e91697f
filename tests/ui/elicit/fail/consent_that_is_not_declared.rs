use taffrail::prelude::*;

/// Sends an invitation. It costs nothing.
#[tool(additive, idempotent, when = "somebody is to be invited")]
async fn invite(
    /// Whom to invite.
    name: String,
    ctx: &Context,
) -> Result<String, Failure> {
    ctx.confirm(format!("Invite {name}?")).await?;
    Ok("sent".into())
}

/// Sends a reminder. It costs nothing.
#[tool(additive, idempotent, when = "somebody is to be reminded", needs(elicitation))]
async fn remind(
    /// Whom to remind.
    name: String,
    ctx: &Context,
) -> Result<String, Failure> {
    ctx.confirm(format!("Remind {name}?")).await?;
    Ok("sent".into())
}

/// Asks for a greeting.
#[prompt(needs(elicitation))]
async fn greeting(ctx: &Context) -> Result<String, Failure> {
    ctx.confirm("Greet somebody?").await?;
    Ok("Greet the user.".into())
}

fn main() {
    let _: taffrail::Tools<()> = tools![invite, remind];
    let _: taffrail::Prompts<()> = prompts![greeting];
}
