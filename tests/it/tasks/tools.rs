//! The tools of these tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use taffrail::prelude::*;
use taffrail::{Server, Tools};
use tokio::sync::Semaphore;

/// What the tools count, and what they wait for. A copy sees the same.
#[derive(Clone, Provides)]
pub(super) struct App {
    pub(super) door: Door,
    pub(super) counts: Counts,
}

/// Tools wait before it until the test lets them through, one by one.
#[derive(Clone)]
pub(super) struct Door(pub(super) Arc<Semaphore>);

#[derive(Clone, Default)]
pub(super) struct Counts {
    pub(super) begun: Arc<AtomicU32>,
    pub(super) dropped: Arc<AtomicU32>,
    pub(super) deleted: Arc<AtomicU32>,
}

impl Default for App {
    fn default() -> Self {
        Self { door: Door(Arc::new(Semaphore::new(0))), counts: Counts::default() }
    }
}

impl Door {
    async fn pass(&self) {
        if let Ok(permit) = self.0.acquire().await {
            permit.forget();
        }
    }

    /// Lets one through.
    pub(super) fn open(&self) {
        self.0.add_permits(1);
    }
}

/// Counts calls that were dropped before they were done.
struct Unfinished<'a>(Option<&'a Counts>);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(counts) = self.0 {
            counts.dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Waits for the door and says so.
#[tool(readonly, when = "waiting", task)]
async fn wait(door: &Door, counts: &Counts) -> String {
    counts.begun.fetch_add(1, Ordering::SeqCst);
    let mut unfinished = Unfinished(Some(counts));
    door.pass().await;
    unfinished.0 = None;
    "through the door".into()
}

/// Is done at once.
#[tool(readonly, when = "not waiting", task)]
async fn quick() -> Json<u32> {
    Json(7)
}

/// Is a task or nothing.
#[tool(readonly, when = "only a task will do", task(required))]
async fn only() -> &'static str {
    "a task"
}

/// Is never a task.
#[tool(readonly, when = "no task will do")]
async fn plain() -> &'static str {
    "no task"
}

/// Fails in a way that the model can act on.
#[tool(readonly, when = "failing", task)]
async fn fail() -> Result<String, Failure> {
    Err(Failure::business("it cannot be done", "ask for something else"))
}

/// Is itself at fault.
#[tool(readonly, when = "breaking", task)]
async fn boom() -> String {
    panic!("a secret of the server")
}

#[derive(Elicit)]
pub(super) struct Name {
    /// As your friends call you.
    #[arg(min_len = 2, max_len = 20)]
    name: String,
}

/// Asks for a name, becomes a task, asks for another, and greets both.
#[tool(readonly, when = "asking before and within", needs(elicitation), task(explicit))]
async fn before_and_within(ctx: &Context) -> Result<String, Failure> {
    let Name { name: first } = ctx.elicit("Who are you?").await?;
    ctx.begin_task().await?;
    ctx.begin_task().await?;
    let Name { name: second } = ctx.elicit("And your friend?").await?;
    Ok(format!("Hello, {first} and {second}."))
}

/// Is a task only if the caller says so.
#[tool(readonly, when = "deciding by itself", task(explicit))]
async fn maybe(
    /// Whether it is one.
    task: bool,
    ctx: &Context,
) -> Result<String, Failure> {
    if task {
        ctx.begin_task().await?;
    }
    Ok(format!("task: {task}"))
}

/// Asks two questions at once.
#[tool(readonly, when = "asking twice", needs(elicitation), task)]
async fn both(ctx: &Context) -> Result<String, Failure> {
    let (first, second) = tokio::join!(ctx.elicit::<Name>("First?"), ctx.elicit::<Name>("Second?"));
    Ok(format!("{} and {}", first?.name, second?.name))
}

/// Asks, and gives up waiting when the door opens.
#[tool(readonly, when = "impatient", needs(elicitation), task)]
async fn impatient(ctx: &Context, door: &Door) -> Result<String, Failure> {
    tokio::select! {
        name = ctx.elicit::<Name>("Quick, who?") => Ok(name?.name),
        () = door.pass() => {
            door.pass().await;
            Ok("nobody".into())
        }
    }
}

/// Deletes everything.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting", task)]
async fn delete_all(dry_run: DryRun, ctx: &Context, counts: &Counts) -> Result<Guarded<String>, Failure> {
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of("everything".into())),
        DryRun::No(intent) => intent.confirm(ctx, "Delete everything?").await?,
    };
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok(permit.done("gone".into()))
}

/// Asks for consent, then deletes something in a task.
#[tool(
    additive,
    confirm(fallback = refuse),
    when = "consent comes first",
    task(explicit),
    allow(not_idempotent, reason = "counting is what the test is about")
)]
async fn consent_first(ctx: &Context, counts: &Counts) -> Result<String, Failure> {
    ctx.confirm("Delete it?").await?;
    ctx.begin_task().await?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok("gone".into())
}

/// Says how far it is, then waits for the door.
#[tool(readonly, when = "following", task)]
async fn report(ctx: &Context, door: &Door) -> &'static str {
    ctx.progress(1.0, Some(2.0));
    ctx.progress_message(1.5, Some(2.0), "half way");
    door.pass().await;
    "there"
}

/// Begins a task without saying so.
#[tool(readonly, when = "undeclared")]
async fn undeclared(ctx: &Context) -> Result<String, Failure> {
    begin_unseen(ctx).await?;
    Ok("never".into())
}

/// Runs out of its time.
#[tool(readonly, when = "too long", task, timeout = "50ms")]
async fn too_long(door: &Door) -> &'static str {
    door.pass().await;
    "in time"
}

/// Has a lot to say.
#[tool(readonly, when = "a large result is wanted", task)]
async fn large() -> String {
    "x".repeat(300_000)
}

/// Breaks when it is dropped.
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) {
        panic!("a secret of the server");
    }
}

/// Runs out of its time, and then breaks.
#[tool(readonly, when = "too long for what it holds", task, timeout = "50ms")]
async fn brittle() -> &'static str {
    let _held = Brittle;
    std::future::pending().await
}

/// Goes on behind its own back, when the door opens.
#[tool(readonly, when = "straying", task(explicit))]
async fn stray(ctx: &Context, door: &Door, counts: &Counts) -> &'static str {
    let (ctx, door, counts) = (ctx.clone(), door.clone(), counts.clone());
    tokio::spawn(async move {
        door.pass().await;
        let begun = ctx.begin_task().await;
        let count = if begun.is_ok() { &counts.begun } else { &counts.dropped };
        count.fetch_add(1, Ordering::SeqCst);
        // The context is held on to.
        door.pass().await;
        drop(ctx);
    });
    "answered"
}

pub(super) fn all() -> Tools<App> {
    tools![
        before_and_within,
        boom,
        both,
        brittle,
        consent_first,
        delete_all,
        fail,
        impatient,
        large,
        maybe,
        only,
        plain,
        quick,
        report,
        stray,
        too_long,
        undeclared,
        wait,
    ]
}

/// A server over a state, as another instance would be one.
pub(super) fn server(app: &App) -> Server<App> {
    Server::new(app.clone()).tools(all()).no_rate_limit("tests call often").single_instance()
}

/// What a macro does not see, because it looks into one function.
pub(super) async fn begin_unseen(context: &Context) -> Result<(), Failure> {
    context.begin_task().await
}
