//! The server that is fuzzed: few tools, many kinds of parameters.

use std::collections::BTreeMap;
use std::time::Duration;

use taffrail::prelude::*;
use taffrail::{Service, Tasks};

#[derive(ToolOutput)]
struct Sum {
    sum: i64,
}

/// Adds two numbers.
#[tool(readonly, closed_world, when = "two numbers are to be added")]
async fn add_numbers(
    /// First term.
    first: i32,
    /// Second term.
    #[arg(default = 0)]
    second: i32,
) -> Json<Sum> {
    Json(Sum { sum: i64::from(first) + i64::from(second) })
}

/// A kind of place.
#[derive(ToolInput)]
enum Kind {
    /// With few houses.
    SmallTown,
    /// With ships.
    Harbour,
}

/// Describes places and reports its progress.
#[tool(readonly, closed_world, header = "Region", when = "places are to be described")]
async fn describe_place(
    /// Names, at most four.
    #[arg(min_len = 1, max_len = 4)]
    names: Vec<String>,
    /// What kind of place.
    kind: Kind,
    /// A weight for each name.
    weights: BTreeMap<String, f64>,
    /// Two letters.
    #[arg(pattern = "^[a-z]{2}$", default = "eu")]
    region: String,
    /// At most this many.
    #[arg(default = 5, min = 1, max = 50)]
    limit: u8,
    /// Something to add.
    #[arg(max_len = 30)]
    note: Option<String>,
    ctx: &Context,
) -> String {
    ctx.progress(1.0, Some(2.0));
    let kind = match kind {
        Kind::SmallTown => "town",
        Kind::Harbour => "harbour",
    };
    format!("{kind} {names:?} {weights:?} {region} {limit} {note:?}")
}

/// Fails as it is asked to.
#[tool(readonly, closed_world, when = "a failure is wanted")]
async fn fail(
    /// In what way.
    how: String,
) -> Result<(), Failure> {
    Err(Failure::business(format!("failed {how}"), "nothing"))
}

/// Counts in a task.
#[tool(readonly, closed_world, task, when = "counting takes its time")]
async fn count(
    /// How far.
    #[arg(max = 1000)]
    to: u16,
    ctx: &Context,
) -> String {
    ctx.progress_message(0.0, None, "counting");
    (0..to).map(|number| number.to_string()).collect()
}

/// A name.
#[derive(Elicit)]
struct Name {
    /// What to be called.
    #[arg(max_len = 20)]
    name: String,
}

/// Asks for two names in a task.
#[tool(readonly, closed_world, needs(elicitation), task, when = "names are wanted")]
async fn ask_names(ctx: &Context) -> Result<String, Failure> {
    let first: Name = ctx.elicit("Who?").await?;
    let second: Name = ctx.elicit("And who else?").await?;
    Ok(format!("{} and {}", first.name, second.name))
}

/// Assembled as a user would.
pub(crate) fn service() -> Service {
    Server::new(())
        .tools(tools![add_numbers, ask_names, count, describe_place, fail])
        // So that there is always room for another one.
        .tasks(Tasks::default().run_time(Duration::from_millis(500)).kept(Duration::from_millis(500)))
        .no_rate_limit("the fuzzer is the only client")
        .build()
        .expect("the tools above are in order")
}
