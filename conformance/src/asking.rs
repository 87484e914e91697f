//! Tools that the suite calls as clients of 2025-11-25 do: what they ask is a request to such a client.

#![expect(
    deprecated,
    reason = "the suite asks for sampling and `enumNames`, which the protocol has deprecated"
)]

use taffrail::Sampling;
use taffrail::prelude::*;

/// Has the client's model answer a prompt and returns what it says.
#[tool(readonly, closed_world, needs(sampling), when = "a client shows that it lends its model")]
pub(crate) async fn test_sampling(
    /// What to ask the model.
    prompt: String,
    ctx: &Context,
) -> Result<String, Failure> {
    let answer = ctx.sample(Sampling::new(100).user(prompt)).await?;
    Ok(format!("LLM response: {}", answer.text()))
}

/// Who somebody is.
#[derive(Elicit)]
pub(crate) struct Identity {
    /// The name to sign in with.
    username: String,
    /// The address to write to.
    email: String,
}

/// Asks the user for a name and an address and returns both.
#[tool(readonly, closed_world, needs(elicitation), when = "a client shows that it asks its user")]
pub(crate) async fn test_elicitation(
    /// What to say to the user.
    message: String,
    ctx: &Context,
) -> Result<String, Failure> {
    let Identity { username, email } = ctx.elicit(message).await?;
    Ok(format!("User response: {username} <{email}>"))
}

/// Whether somebody is a member.
#[derive(Clone, Copy, Debug, Elicit)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Active,
    Inactive,
    Pending,
}

/// A member, filled in already.
#[derive(Elicit)]
pub(crate) struct Member {
    #[arg(default = "John Doe")]
    name: String,
    #[arg(default = 30)]
    age: u32,
    #[arg(default = 95.5)]
    score: f64,
    #[arg(default = Status::Active)]
    status: Status,
    #[arg(default = true)]
    verified: bool,
}

/// Shows the user a form that is filled in already and returns what they make of it.
#[tool(readonly, closed_world, needs(elicitation), when = "a client shows that it fills in what is usual")]
pub(crate) async fn test_elicitation_sep1034_defaults(ctx: &Context) -> Result<String, Failure> {
    let Member { name, age, score, status, verified } = ctx.elicit("Please review the defaults").await?;
    Ok(format!("{name}, {age}, {score}, {status:?}, {verified}"))
}

/// Words alone.
#[derive(Clone, Copy, Debug, Elicit)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Untitled {
    Option1,
    Option2,
    Option3,
}

/// Words with a name for people.
#[derive(Clone, Copy, Debug, Elicit)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Titled {
    #[arg(title = "First option")]
    Value1,
    #[arg(title = "Second option")]
    Value2,
    #[arg(title = "Third option")]
    Value3,
}

/// Words with a name for people, in the form that the protocol has deprecated.
#[derive(Clone, Copy, Debug, Elicit)]
#[elicit(enum_names)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Named {
    #[arg(title = "Option one")]
    Opt1,
    #[arg(title = "Option two")]
    Opt2,
    #[arg(title = "Option three")]
    Opt3,
}

/// Every kind of choice.
#[derive(Elicit)]
pub(crate) struct Choices {
    #[arg(name = "untitledSingle")]
    untitled_single: Untitled,
    #[arg(name = "titledSingle")]
    titled_single: Titled,
    #[arg(name = "legacyEnum")]
    legacy_enum: Named,
    #[arg(name = "untitledMulti")]
    untitled_multi: Vec<Untitled>,
    #[arg(name = "titledMulti")]
    titled_multi: Vec<Titled>,
}

/// Offers the user every kind of choice and returns what they choose.
#[tool(readonly, closed_world, needs(elicitation), when = "a client shows that it draws choices")]
pub(crate) async fn test_elicitation_sep1330_enums(ctx: &Context) -> Result<String, Failure> {
    let Choices { untitled_single, titled_single, legacy_enum, untitled_multi, titled_multi } =
        ctx.elicit("Please choose").await?;
    Ok(format!(
        "{untitled_single:?}, {titled_single:?}, {legacy_enum:?}, {untitled_multi:?}, {titled_multi:?}"
    ))
}
