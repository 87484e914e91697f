//! The server that is soaked, with the limits that every server has.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use taffrail::prelude::*;
use taffrail::{Arguments, Change, Changes, Limits, Tasks};

/// Soon, so that a calm need not last for long.
pub(crate) const SESSION_IDLE: Duration = Duration::from_secs(4);
/// How long a task may run, and how long it is kept then.
const TASK_TIME: Duration = Duration::from_secs(2);
/// After this, nothing is left of a task.
pub(crate) const TASK_LIFE: Duration = TASK_TIME.saturating_mul(2);
/// Tokens that are told apart; a soak makes fewer calls.
pub(crate) const TOKENS: usize = 8 << 20;

#[derive(Provides)]
struct State {
    calls: Calls,
    changes: Changes,
}

/// How often each call ran, and how many are running.
struct Calls {
    executions: Box<[AtomicU8]>,
    repeated: AtomicU64,
    running: AtomicU64,
}

impl Calls {
    /// All memory that counting needs is touched now: it must not look like growth later.
    fn new() -> Self {
        let executions: Box<[AtomicU8]> = std::iter::repeat_with(|| AtomicU8::new(0)).take(TOKENS).collect();
        executions.iter().for_each(|one| one.store(0, Ordering::Relaxed));
        Self { executions, repeated: AtomicU64::new(0), running: AtomicU64::new(0) }
    }

    /// A call begins. It counts as running until what is given back is dropped, in whatever way the call ends.
    fn begin(&self, token: u32) -> Running<'_> {
        let before = self.executions.get(token as usize).map(|one| one.fetch_add(1, Ordering::Relaxed));
        if before.is_some_and(|before| before > 0) {
            self.repeated.fetch_add(1, Ordering::Relaxed);
        }
        self.run()
    }

    fn run(&self) -> Running<'_> {
        self.running.fetch_add(1, Ordering::Relaxed);
        Running(&self.running)
    }
}

struct Running<'a>(&'a AtomicU64);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns its token, followed by as much text as is asked for.
#[tool(readonly, closed_world, when = "an answer of a certain size is wanted")]
async fn echo(
    /// The caller's mark.
    token: u32,
    /// How much text.
    #[arg(default = 0, max = 900)]
    kib: u32,
    calls: &Calls,
) -> String {
    let _running = calls.begin(token);
    format!("{token} {}", "text with \"quotes\"\n".repeat(kib as usize * 1024 / 19))
}

/// Works for a while, reports progress and returns its token.
#[tool(readonly, closed_world, when = "a call is wanted that lasts")]
async fn work(
    /// The caller's mark.
    token: u32,
    /// How long, in milliseconds.
    #[arg(max = 5000)]
    milliseconds: u32,
    calls: &Calls,
    ctx: &Context,
) -> String {
    let _running = calls.begin(token);
    for step in 0..5 {
        ctx.progress(f64::from(step), Some(5.0));
        tokio::time::sleep(Duration::from_millis(u64::from(milliseconds / 5))).await;
    }
    format!("{token} is done")
}

/// What somebody thinks.
#[derive(Elicit)]
struct Agreement {
    /// Whether they agree.
    agreed: bool,
}

/// Asks the user whether they agree and returns its token and what they say.
#[tool(readonly, closed_world, needs(elicitation), when = "a call is wanted that asks")]
async fn ask(
    /// The caller's mark.
    token: u32,
    calls: &Calls,
    ctx: &Context,
) -> Result<String, Failure> {
    let Agreement { agreed } = ctx.elicit("Do you agree?").await?;
    let _running = calls.begin(token);
    Ok(format!("{token} {agreed}"))
}

/// Works for a while in a task, asks the user if it is to, and returns its token, followed by as much text as is asked for.
#[tool(readonly, closed_world, needs(elicitation), task(required), when = "a task is wanted")]
async fn job(
    /// The caller's mark.
    token: u32,
    /// How long, in milliseconds.
    #[arg(max = 5000)]
    milliseconds: u32,
    /// How much text.
    #[arg(default = 0, max = 900)]
    kib: u32,
    /// Whether it asks.
    asks: bool,
    calls: &Calls,
    ctx: &Context,
) -> Result<String, Failure> {
    let _running = calls.begin(token);
    ctx.progress_message(1.0, None, "begun");
    if asks {
        let Agreement { agreed } = ctx.elicit("Do you agree?").await?;
        ctx.progress_message(2.0, None, if agreed { "agreed" } else { "not agreed" });
    }
    tokio::time::sleep(Duration::from_millis(u64::from(milliseconds))).await;
    Ok(format!("{token} {}", "text with \"quotes\"\n".repeat(kib as usize * 1024 / 19)))
}

/// Tells all who listen that the clock has changed.
#[tool(additive, idempotent, closed_world, when = "those who listen are to hear something")]
async fn tick(changes: &Changes) -> &'static str {
    changes.resource_updated("soak://clock");
    "told"
}

/// What the server holds.
#[derive(ToolOutput)]
struct Held {
    /// Calls that run.
    running: u64,
    /// Calls that ran again although they were made once.
    repeated: u64,
}

/// Returns how many calls run, and how many ran twice.
#[tool(readonly, closed_world, when = "the state of the server itself is in question")]
async fn held(calls: &Calls) -> Json<Held> {
    let (running, repeated) = (&calls.running, &calls.repeated);
    Json(Held { running: running.load(Ordering::Relaxed), repeated: repeated.load(Ordering::Relaxed) })
}

/// A clock that stands still.
#[resource("soak://clock", mime_type = "text/plain")]
async fn clock() -> &'static str {
    "noon"
}

/// Serves as `arguments` say.
pub(crate) async fn serve(arguments: Arguments) -> taffrail::Result<()> {
    let changes = Changes::new();
    Server::new(State { calls: Calls::new(), changes: changes.clone() })
        .tools(tools![ask, echo, held, job, tick, work])
        .resources(resources![clock])
        .notifies(&changes, [Change::Contents])
        .limits(Limits::default().session_idle(SESSION_IDLE))
        .tasks(Tasks::default().run_time(TASK_TIME).kept(TASK_TIME))
        .no_rate_limit("as many calls as can be made are the point")
        .single_instance()
        .run_with(arguments)
        .await
}
