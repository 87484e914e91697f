//! What the official clients are tried with beside the suite's scenarios: destruction, pages to open, calls that last, and a
//! resource that changes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taffrail::Changes;
use taffrail::prelude::*;

/// How many notes, or calls, are kept. Older calls are forgotten, more notes are refused.
const KEPT: usize = 100;
/// How long a slow call lasts when nobody cancels it: longer than any client of ours waits.
const SLOW: Duration = Duration::from_secs(25);

/// Notes that can be destroyed.
#[derive(Debug, Default)]
pub(crate) struct Notes(Mutex<Vec<String>>);

impl Notes {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps a note and returns how many there are.
#[tool(
    additive,
    closed_world,
    when = "a client needs something that can be destroyed",
    allow(not_idempotent, reason = "every call shall keep one more")
)]
pub(crate) async fn test_write_note(
    /// What to keep.
    #[arg(max_len = 200)]
    text: String,
    notes: &Notes,
) -> Result<String, Failure> {
    let mut notes = notes.lock();
    if notes.len() == KEPT {
        return Err(Failure::business(
            format!("there are {KEPT} notes, the limit"),
            "delete the notes first",
        ));
    }
    notes.push(text);
    Ok(format!("{} notes are kept.", notes.len()))
}

#[derive(ToolOutput)]
pub(crate) struct Deletion {
    /// Whether they are gone.
    deleted: bool,
    /// How many notes it is about.
    notes: u64,
}

/// Deletes all notes once the user has confirmed it and returns how many there were.
#[tool(
    destructive,
    irreversible,
    idempotent,
    closed_world,
    confirm(fallback = dry_run_only),
    max_affected = 100,
    when = "a client shows that its user is asked before something is destroyed"
)]
pub(crate) async fn test_delete_notes(
    dry_run: DryRun,
    notes: &Notes,
    ctx: &Context,
) -> Result<Guarded<Json<Deletion>>, Failure> {
    let doomed = notes.lock().clone();
    let count = doomed.len() as u64;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(Deletion { deleted: false, notes: count }))),
        DryRun::No(intent) => {
            intent.confirm(ctx, format!("Delete {count} notes?")).covering(&doomed).affecting(count).await?
        }
    };
    notes.lock().retain(|note| !doomed.contains(note));
    Ok(permit.done(Json(Deletion { deleted: true, notes: count })))
}

/// Asks the user to open a page and says whether they agreed.
#[tool(
    readonly,
    closed_world,
    needs(elicitation_url),
    when = "a client shows that it sends its user to a page"
)]
pub(crate) async fn test_elicitation_url(ctx: &Context) -> Result<&'static str, Failure> {
    // Nothing is done on that page, so that there is no completion to look up.
    let _consented =
        ctx.elicit_url("Please connect your account", "https://example.com/connect/5f3a").await?;
    Ok("The user agreed to open the page.")
}

/// How slow calls ended, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Calls(Mutex<VecDeque<(String, Fate)>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Running,
    Cancelled,
    Finished,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Fate)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, label: String) -> Watch<'_> {
        let mut calls = self.lock();
        calls.push_back((label.clone(), Fate::Running));
        let excess = calls.len().saturating_sub(KEPT);
        calls.drain(..excess);
        Watch { calls: self, label, fate: Fate::Cancelled }
    }

    fn settle(&self, label: &str, fate: Fate) {
        let mut calls = self.lock();
        let call = calls.iter_mut().rev().find(|(known, _)| known == label);
        call.into_iter().for_each(|(_, known)| *known = fate);
    }

    fn fate(&self, label: &str) -> Option<Fate> {
        self.lock().iter().rev().find(|(known, _)| known == label).map(|(_, fate)| *fate)
    }
}

/// Settles a call when it ends, or when it is dropped before, which is how it is cancelled.
struct Watch<'a> {
    calls: &'a Calls,
    label: String,
    fate: Fate,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.calls.settle(&self.label, self.fate);
    }
}

/// Waits for 25 seconds unless it is cancelled, and returns one line of text.
#[tool(readonly, closed_world, when = "a client shows that it cancels a call")]
pub(crate) async fn test_slow_call(
    /// The name under which to ask what became of it.
    #[arg(min_len = 1, max_len = 60)]
    label: String,
    calls: &Calls,
) -> &'static str {
    let mut watch = calls.begin(label);
    tokio::time::sleep(SLOW).await;
    watch.fate = Fate::Finished;
    "Nobody cancelled it."
}

/// Returns what became of a slow call: `running`, `cancelled`, `finished` or `unknown`.
#[tool(readonly, closed_world, when = "a client wants to know whether its cancellation arrived")]
pub(crate) async fn test_call_fate(
    /// The name that the call was given.
    #[arg(min_len = 1, max_len = 60)]
    label: String,
    calls: &Calls,
) -> &'static str {
    match calls.fate(&label) {
        Some(Fate::Running) => "running",
        Some(Fate::Cancelled) => "cancelled",
        Some(Fate::Finished) => "finished",
        None => "unknown",
    }
}

/// How often the watched resource was changed.
#[derive(Debug, Default)]
pub(crate) struct Edition(AtomicU64);

/// A line of text whose changes a client may ask to be told of.
#[resource("test://watched-resource", mime_type = "text/plain")]
pub(crate) async fn watched(edition: &Edition) -> String {
    format!("This is edition {} of the watched resource.", edition.0.load(Ordering::Relaxed))
}

/// Changes the watched resource, tells the clients that listen, and returns the number of its edition.
#[tool(
    additive,
    closed_world,
    when = "a client shows that it hears of other contents",
    allow(not_idempotent, reason = "every call shall announce a change")
)]
pub(crate) async fn test_trigger_resource_update(edition: &Edition, changes: &Changes) -> String {
    let number = edition.0.fetch_add(1, Ordering::Relaxed) + 1;
    changes.resource_updated("test://watched-resource");
    number.to_string()
}

/// Who somebody is.
#[derive(Elicit)]
pub(crate) struct Caller {
    /// The name to greet.
    name: String,
}

/// Asks the user for a name in a task, and greets them.
#[tool(
    readonly,
    closed_world,
    task(required),
    needs(elicitation),
    when = "a client shows that it answers what a task asks, with tasks alone"
)]
pub(crate) async fn test_task_that_asks(ctx: &Context) -> Result<String, Failure> {
    let Caller { name } = ctx.elicit("What is your name?").await?;
    Ok(format!("Hello, {name}!"))
}
