//! The tasks that a subscription names: what to tell of them, and when.

use std::future::{Future, poll_fn};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use super::desk::Desk;

/// Tells of tasks whenever they have changed, of each the newest state only: however slowly the client reads, one state waits.
pub(crate) struct TaskWatch {
    desk: Option<Arc<Desk>>,
    tasks: Vec<Watched>,
}

struct Watched {
    id: String,
    /// Ready when there may be something to tell.
    change: Pin<Box<dyn Future<Output = ()> + Send>>,
    changed: bool,
    /// What was told last.
    told: Option<u64>,
}

impl TaskWatch {
    /// Tells of none.
    pub(crate) fn none() -> Self {
        Self { desk: None, tasks: Vec::new() }
    }

    /// Begins with the state in which each task is, so that nothing is missed that happened before.
    pub(crate) fn new(desk: &Arc<Desk>, ids: &[String]) -> Self {
        let watched = |id: &String| Watched {
            id: id.clone(),
            change: Box::pin(std::future::ready(())),
            changed: false,
            told: None,
        };
        Self { desk: Some(Arc::clone(desk)), tasks: ids.iter().map(watched).collect() }
    }

    /// Waits until there may be something to tell.
    pub(crate) async fn changed(&mut self) {
        poll_fn(|cx| {
            for task in self.tasks.iter_mut().filter(|task| !task.changed) {
                task.changed = task.change.as_mut().poll(cx).is_ready();
            }
            if self.tasks.iter().any(|task| task.changed) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Whether [`take`](Self::take) has something to look at.
    pub(crate) fn has_changed(&self) -> bool {
        self.tasks.iter().any(|task| task.changed)
    }

    /// The members of one task that may have changed, if it has: a result is large, so that several are never held at once.
    /// One that is over, or gone, is told of for the last time.
    pub(crate) async fn take(&mut self) -> Option<String> {
        let at = self.tasks.iter().position(|task| task.changed)?;
        let mut task = self.tasks.remove(at);
        let desk = self.desk.as_ref()?;
        match desk.load(&task.id).await {
            Ok(None) => None,
            Ok(Some((revision, state))) => {
                let members = state.detailed(&task.id);
                let digest = Some(digest(&members));
                let is_new = task.told != digest;
                if !state.is_over() {
                    task.told = digest;
                    self.tasks.push(task.waiting(desk, revision));
                }
                is_new.then_some(members)
            }
            // The store says so too when it is asked to wait, and then it is waited for.
            Err(error) => {
                tracing::warn!(%error, "a task cannot be looked up; trying again");
                self.tasks.push(task.waiting(desk, 0));
                None
            }
        }
    }
}

impl Watched {
    fn waiting(self, desk: &Arc<Desk>, seen: u64) -> Self {
        let (desk, id) = (Arc::clone(desk), self.id.clone());
        Self { change: Box::pin(async move { desk.changed(&id, seen).await }), changed: false, ..self }
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
