//! Tools whose calls become tasks.

use std::time::Duration;

use taffrail::prelude::*;

/// Greets somebody by name and returns the greeting.
#[tool(readonly, closed_world, when = "a client shows that a call is not always a task")]
pub(crate) async fn greet(
    /// Whom to greet.
    #[arg(max_len = 200)]
    name: String,
) -> String {
    format!("Hello, {name}!")
}

/// Computes for some seconds and returns what for.
#[tool(readonly, closed_world, task(explicit), when = "a client shows that it looks after a task")]
pub(crate) async fn slow_compute(
    /// How long it takes. Without any time it is no task.
    #[arg(min = 0.0, max = 3600.0)]
    seconds: f64,
    /// What to call the result.
    #[arg(default = "computation", max_len = 200)]
    label: String,
    ctx: &Context,
) -> Result<String, Failure> {
    if seconds > 0.0 {
        ctx.begin_task().await?;
        tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
    }
    Ok(format!("Computed {label} for {seconds} s."))
}

/// Tries for a second, and fails in a way that the model can act on.
#[tool(readonly, closed_world, task(required), when = "a client shows that it reads the failure of a task")]
pub(crate) async fn failing_job() -> Result<String, Failure> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    Err(Failure::business("the job cannot be done", "ask for another one"))
}

/// Ends in an error of the protocol, as a tool does that is itself at fault.
#[tool(readonly, closed_world, task, when = "a client shows that it reads the error of a task")]
pub(crate) async fn protocol_error_job() -> String {
    tokio::time::sleep(Duration::from_millis(300)).await;
    panic!("this tool is at fault, as the suite asks for")
}

/// Asks the user whether a file may be deleted, and returns what they say. Nothing is deleted.
#[tool(
    additive,
    idempotent,
    closed_world,
    task,
    confirm(fallback = refuse),
    when = "a client shows that it answers a task"
)]
pub(crate) async fn confirm_delete(
    /// The file.
    #[arg(max_len = 500)]
    filename: String,
    ctx: &Context,
) -> Result<String, Failure> {
    ctx.confirm(format!("Delete {filename}?")).await?;
    Ok(format!("{filename} may be deleted."))
}

/// What the user is asked to call something.
#[derive(Elicit)]
pub(crate) struct Called {
    /// Any name.
    name: String,
}

/// Asks the user two questions at once and returns both answers.
#[tool(
    readonly,
    closed_world,
    task,
    needs(elicitation),
    when = "a client shows that it answers a task in several steps"
)]
pub(crate) async fn multi_input(ctx: &Context) -> Result<String, Failure> {
    let (first, second) = tokio::join!(
        ctx.elicit::<Called>("What is the first one called?").key("first"),
        ctx.elicit::<Called>("What is the second one called?").key("second"),
    );
    Ok(format!("{} and {}", first?.name, second?.name))
}

/// Asks the user for a name, then greets them in a task.
#[tool(
    readonly,
    closed_world,
    task(explicit),
    needs(elicitation),
    when = "a client shows that it answers first and then looks after a task"
)]
pub(crate) async fn test_tool_with_task(ctx: &Context) -> Result<String, Failure> {
    let Called { name } = ctx.elicit("What is your name?").key("user_name").await?;
    ctx.begin_task().await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    Ok(format!("Hello, {name}!"))
}
