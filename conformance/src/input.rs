//! Tools that ask in the middle of a call.

#![expect(deprecated, reason = "the suite asks for sampling and roots, which the protocol has deprecated")]

use taffrail::prelude::*;
use taffrail::{Capability, Sampled, Sampling};

/// A name.
#[derive(Elicit)]
pub(crate) struct Name {
    name: String,
}

/// A colour.
#[derive(Elicit)]
pub(crate) struct Colour {
    color: String,
}

/// A yes or no.
#[derive(Elicit)]
pub(crate) struct Agreement {
    ok: bool,
}

/// Asks the user for their name and greets them.
#[tool(readonly, closed_world, needs(elicitation), when = "a client shows that it asks the user")]
pub(crate) async fn test_input_required_result_elicitation(ctx: &Context) -> Result<String, Failure> {
    let Name { name } = ctx.elicit("What is your name?").key("user_name").await?;
    Ok(format!("Hello, {name}!"))
}

/// Asks the client's model for the capital of France and returns its answer.
#[tool(readonly, closed_world, needs(sampling), when = "a client shows that it asks its model")]
pub(crate) async fn test_input_required_result_sampling(ctx: &Context) -> Result<String, Failure> {
    capital(ctx).await.map(|answer| answer.text())
}

/// Asks the client for its root directories and returns them.
#[tool(readonly, closed_world, needs(roots), when = "a client shows that it has root directories")]
pub(crate) async fn test_input_required_result_list_roots(ctx: &Context) -> Result<String, Failure> {
    let roots = ctx.roots_keyed("client_roots").await?;
    Ok(roots.iter().map(|root| root.uri.as_str()).collect::<Vec<_>>().join("\n"))
}

/// Asks for an agreement and returns what it has remembered since before the question.
#[tool(
    readonly,
    closed_world,
    needs(elicitation),
    when = "a client shows that it keeps the state of a request"
)]
pub(crate) async fn test_input_required_result_request_state(ctx: &Context) -> Result<String, Failure> {
    let kept = ctx.once("kept", async || Ok::<_, Failure>(String::from("state-ok"))).await?;
    let Agreement { ok } = ctx.elicit("Please confirm").key("confirm").await?;
    Ok(format!("{kept}: {ok}"))
}

/// Asks for a name, for the capital of France and for the root directories at once, and returns all three.
#[tool(
    readonly,
    closed_world,
    needs(elicitation, sampling, roots),
    when = "a client shows that it answers several questions of one round"
)]
pub(crate) async fn test_input_required_result_multiple_inputs(ctx: &Context) -> Result<String, Failure> {
    let name = ctx.elicit::<Name>("What is your name?").key("user_name");
    let (name, capital, roots) = tokio::join!(name, capital(ctx), ctx.roots_keyed("client_roots"));
    Ok(format!("{}, {}, {} roots", name?.name, capital?.text(), roots?.iter().count()))
}

/// Asks for a name, then for a colour, and returns both.
#[tool(
    readonly,
    closed_world,
    needs(elicitation),
    when = "a client shows that it goes through several rounds"
)]
pub(crate) async fn test_input_required_result_multi_round(ctx: &Context) -> Result<String, Failure> {
    let Name { name } = ctx.elicit("Step 1: What is your name?").key("step1").await?;
    let Colour { color } = ctx.elicit("Step 2: What is your favorite color?").key("step2").await?;
    Ok(format!("{name} likes {color}."))
}

/// Asks for an agreement, and accepts it only with the state that belongs to it.
#[tool(readonly, closed_world, needs(elicitation), when = "a client shows that it returns a state unaltered")]
pub(crate) async fn test_input_required_result_tampered_state(ctx: &Context) -> Result<String, Failure> {
    let Agreement { ok } = ctx.elicit("Please confirm").key("confirm").await?;
    Ok(format!("state-ok: {ok}"))
}

/// Asks whatever the client can be asked: the user for a name, the client's model for a capital.
#[tool(
    readonly,
    closed_world,
    uses(elicitation, sampling),
    when = "a client shows that it is asked only what it has declared"
)]
pub(crate) async fn test_input_required_result_capabilities(ctx: &Context) -> Result<String, Failure> {
    let name = async {
        if !ctx.can_ask(Capability::Elicitation) {
            return Ok(None);
        }
        ctx.elicit::<Name>("What is your name?").key("user_name").await.map(|Name { name }| Some(name))
    };
    let capital = async {
        if !ctx.can_ask(Capability::Sampling) {
            return Ok(None);
        }
        capital(ctx).await.map(|answer| Some(answer.text()))
    };
    let (name, capital): (Result<_, Failure>, Result<_, Failure>) = tokio::join!(name, capital);
    Ok(format!("{:?}, {:?}", name?, capital?))
}

/// Reports progress, then asks the user for their name.
#[tool(
    readonly,
    closed_world,
    needs(elicitation),
    when = "a client shows that a question comes in a result and not as a request of its own"
)]
pub(crate) async fn test_streaming_elicitation(ctx: &Context) -> Result<String, Failure> {
    ctx.progress(1.0, Some(2.0));
    let Name { name } = ctx.elicit("What is your name?").key("user_name").await?;
    Ok(format!("Hello, {name}!"))
}

async fn capital(ctx: &Context) -> Result<Sampled, Failure> {
    ctx.sample_keyed("capital_question", Sampling::new(100).user("What is the capital of France?")).await
}

/// What a prompt is about.
#[derive(Elicit)]
pub(crate) struct Topic {
    context: String,
}

/// Asks the user for a context and says it.
#[prompt(needs(elicitation))]
pub(crate) async fn test_input_required_result_prompt(ctx: &Context) -> Result<String, Failure> {
    let Topic { context } = ctx.elicit("What context should the prompt use?").key("user_context").await?;
    Ok(format!("The context is {context}."))
}
