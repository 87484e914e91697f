//! Calls that go on after their answer: tasks (*Tasks extension*, `io.modelcontextprotocol/tasks`).
//!
//! A task is a call like any other, whose answer waits in a [`TaskStore`] until its client asks for it. It runs where it was
//! begun; its state, questions, answers and end go through the store, so that any instance can tell of it, take answers and
//! cancel it. Nobody but the store decides: a state is replaced only when nobody else has replaced it.

mod desk;
mod memory;
mod open;
mod state;
mod store;
#[cfg(test)]
mod tests;
mod watch;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use desk::{Desk, Lookup, StoreError};
pub use memory::InMemoryTasks;
pub(crate) use open::{Created, OpenTask};
pub use store::{Stored, TaskRecord, TaskStore};
pub(crate) use watch::TaskWatch;

use crate::server::Server;

/// The desk of a server, for everybody who serves it.
pub(crate) type DeskHandle = Arc<Desk>;
/// The task of a call, for everybody who is about the call.
pub(crate) type TaskHandle = Arc<OpenTask>;

const HOUR: Duration = Duration::from_secs(60 * 60);
const QUARTER: Duration = Duration::from_secs(15 * 60);

/// How a server runs and keeps tasks: give it to [`Server::tasks`](crate::Server::tasks). A server with a `#[tool(task)]` has these
/// defaults without being told.
///
/// ```
/// use std::time::Duration;
/// use taffrail::{Server, Tasks};
///
/// let tasks = Tasks::default().running(16).run_time(Duration::from_secs(10 * 60)).kept(Duration::from_secs(60 * 60));
/// let service = Server::new(()).tasks(tasks).build()?;
/// # Ok::<(), taffrail::AssemblyError>(())
/// ```
#[derive(Clone)]
pub struct Tasks {
    running: usize,
    running_per_caller: usize,
    run_time: Duration,
    kept: Duration,
    poll_interval: Duration,
    watched: usize,
    store: Option<Arc<dyn TaskStore>>,
}

impl Default for Tasks {
    fn default() -> Self {
        Self {
            running: 256,
            running_per_caller: 64,
            run_time: HOUR,
            kept: QUARTER,
            poll_interval: Duration::from_secs(1),
            watched: 64,
            store: None,
        }
    }
}

impl Tasks {
    /// How many tasks may run in this process at once. Default 256. They are no part of
    /// [`Limits::concurrent_calls`](crate::Limits::concurrent_calls).
    ///
    /// A call that would be one more is answered with a transient failure (`isError`) and does not run.
    #[must_use]
    pub fn running(mut self, tasks: usize) -> Self {
        self.running = tasks;
        self
    }

    /// How many of them may be of one caller. Default 64. Callers who are not authenticated are not told apart, and only the bound
    /// for all holds for them.
    #[must_use]
    pub fn running_per_caller(mut self, tasks: usize) -> Self {
        self.running_per_caller = tasks;
        self
    }

    /// How long a task may run, what it waits for answers included, when its tool has no `timeout` of its own. Default 1 hour.
    ///
    /// A task that takes longer is stopped, and has completed with a transient failure (`isError`).
    #[must_use]
    pub fn run_time(mut self, time: Duration) -> Self {
        self.run_time = time;
        self
    }

    /// How long the end of a task can be asked for at least. Default 15 minutes. The `ttlMs` of a task is the time that it may
    /// run and this.
    #[must_use]
    pub fn kept(mut self, time: Duration) -> Self {
        self.kept = time;
        self
    }

    /// How often clients are asked to look after a task: `pollIntervalMs`. Default 1 second.
    #[must_use]
    pub fn poll_interval(mut self, time: Duration) -> Self {
        self.poll_interval = time;
        self
    }

    /// How many tasks one subscription may name. Default 64. More are answered -32602.
    #[must_use]
    pub fn watched(mut self, tasks: usize) -> Self {
        self.watched = tasks;
        self
    }

    /// Where tasks are kept. Default: [`InMemoryTasks`], which is for a single process.
    #[must_use]
    pub fn store(mut self, store: impl TaskStore) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// What keeps a server from starting.
    pub(crate) fn faults(&self) -> impl Iterator<Item = String> {
        [
            ("running", self.running == 0),
            ("running_per_caller", self.running_per_caller == 0),
            ("run_time", self.run_time.is_zero()),
            ("kept", self.kept.is_zero()),
            ("poll_interval", self.poll_interval.is_zero()),
            ("watched", self.watched == 0),
        ]
        .into_iter()
        .filter(|(_, zero)| *zero)
        .map(|(name, _)| format!("`Tasks::{name}` is zero, so that no task could be of use"))
    }
}

impl<S: Send + Sync + 'static> Server<S> {
    /// How calls run as tasks, and where tasks are kept (*Tasks*, the extension `io.modelcontextprotocol/tasks`).
    ///
    /// A server with a `#[tool(task)]` offers tasks with the default settings; this changes them, or offers tasks before there
    /// is such a tool, for one that a [`Registry`](crate::Registry) adds later.
    #[must_use]
    pub fn tasks(mut self, tasks: Tasks) -> Self {
        if !self.assembly.tasks.set(tasks) {
            self.assembly.faults.push("`tasks` was called twice; keep one of the two".into());
        }
        self
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks")
            .field("running", &self.running)
            .field("running_per_caller", &self.running_per_caller)
            .field("run_time", &self.run_time)
            .field("kept", &self.kept)
            .field("poll_interval", &self.poll_interval)
            .field("watched", &self.watched)
            .field("has_store", &self.store.is_some())
            .finish()
    }
}
