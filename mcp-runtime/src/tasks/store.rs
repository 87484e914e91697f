//! Where tasks are kept, so that any instance of a server can answer for them.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

/// Keeps the tasks of a server. [`InMemoryTasks`](crate::InMemoryTasks) is the one of a single process; instances behind a
/// balancer need one that they share, so that a task is found wherever its client asks for it (*Tasks > Durable creation*).
///
/// A store knows nothing of what a task is: it keeps one text for each id, with a revision, and replaces it only when
/// nobody else has. All the rules, that a terminal state stays as it is above all, follow from that. The text holds
/// questions, answers and the result: who can read the store can read them.
///
/// With Redis: a hash of `revision` and `content` under `task:<id>` with `PXAT`, a script of five lines that compares and sets,
/// and `PUBLISH` for [`changed`](Self::changed).
///
/// ```
/// use std::sync::Arc;
/// use std::time::{Duration, SystemTime};
/// use taffrail::{InMemoryTasks, TaskRecord, TaskStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let store: Arc<dyn TaskStore> = Arc::new(InMemoryTasks::default());
/// let expires = SystemTime::now() + Duration::from_secs(60);
/// store.insert("a", TaskRecord { revision: 1, expires, content: "first".into() }).await?;
/// assert!(store.replace("a", 1, TaskRecord { revision: 2, expires, content: "second".into() }).await?);
/// assert!(!store.replace("a", 1, TaskRecord { revision: 2, expires, content: "too late".into() }).await?);
/// assert_eq!(&*store.load("a").await?.unwrap().content, "second");
/// # Ok(())
/// # }
/// ```
pub trait TaskStore: Send + Sync + 'static {
    /// Keeps a new task. Once this is ready, [`load`](Self::load) finds it on every instance.
    ///
    /// # Errors
    /// When it cannot be kept; the client is told to try again later, and the call does not run.
    fn insert<'a>(&'a self, id: &'a str, record: TaskRecord) -> Stored<'a, ()>;

    /// What is kept under an id; `None` when nothing is, or no longer.
    ///
    /// # Errors
    /// When that cannot be found out now.
    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<TaskRecord>>;

    /// Puts a record in the place of the one whose revision is `seen`, in one step; false when there is another one by now,
    /// or none.
    ///
    /// # Errors
    /// When it cannot be kept. The earlier record stays.
    fn replace<'a>(&'a self, id: &'a str, seen: u64, record: TaskRecord) -> Stored<'a, bool>;

    /// Waits until the revision is another one than `seen`, or the record is gone. It may be ready too early, never too late
    /// by more than some seconds: a store that cannot be listened to waits a second.
    ///
    /// # Errors
    /// When that cannot be found out now.
    fn changed<'a>(&'a self, id: &'a str, seen: u64) -> Stored<'a, ()>;
}

/// What a store answers.
pub type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// A task as a store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRecord {
    /// Counts the states of the task, from 1.
    pub revision: u64,
    /// Until when it must be kept. It may be forgotten at once afterwards.
    pub expires: SystemTime,
    /// The task itself: one JSON object.
    pub content: Arc<str>,
}
