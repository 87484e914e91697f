//! The side of a task that its call sees: beginning it, asking through it, saying how far it is.

use std::collections::BTreeSet;
use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use serde_json::value::RawValue;
use taffrail_core::{Failure, Question};
use tokio::sync::{Notify, OnceCell};

use super::desk::{Desk, Lookup, StoreError, TaskPlace};
use crate::dispatch::Outlet;
use crate::lock::lock;

/// How many questions one task may ask.
const MOST: usize = 64;

/// A task that its client has not been told of yet.
pub(crate) struct Created {
    pub(super) id: String,
    /// What the client is told.
    pub(crate) members: String,
    pub(super) place: TaskPlace,
}

/// The task that a call is, or may become.
pub(crate) struct OpenTask {
    desk: Arc<Desk>,
    owner: Option<String>,
    /// How long it may run.
    time: Duration,
    requested: AtomicBool,
    begun: OnceCell<Begun>,
    created: Mutex<Option<Created>>,
    outlet: Arc<Detachable>,
    /// The keys of all questions; none is used twice.
    keys: Mutex<BTreeSet<String>>,
    /// How many questions wait for an answer.
    waiting: AtomicUsize,
    note: Mutex<Option<String>>,
    noted: Notify,
}

struct Begun {
    id: String,
    at: Instant,
}

impl OpenTask {
    /// `outlet` is where the call's messages go until there is a task.
    pub(crate) fn new(
        desk: &Arc<Desk>,
        owner: Option<&str>,
        time: Option<Duration>,
        outlet: Arc<dyn Outlet>,
    ) -> Arc<Self> {
        Arc::new(Self {
            owner: owner.map(str::to_owned),
            time: time.unwrap_or_else(|| desk.run_time()),
            desk: Arc::clone(desk),
            requested: AtomicBool::new(false),
            begun: OnceCell::new(),
            created: Mutex::new(None),
            outlet: Arc::new(Detachable(Mutex::new(Some(outlet)))),
            keys: Mutex::default(),
            waiting: AtomicUsize::new(0),
            note: Mutex::default(),
            noted: Notify::new(),
        })
    }

    /// Where the call's messages go: to its client until there is a task, and nowhere afterwards.
    pub(crate) fn outlet(&self) -> Arc<dyn Outlet> {
        Arc::clone(&self.outlet) as Arc<dyn Outlet>
    }

    pub(super) fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// Whether there is a task, or is going to be one.
    pub(crate) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Acquire)
    }

    /// Whether it waits for an answer.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    /// How much longer it may run; `None` while there is no task.
    pub(crate) fn rest(&self) -> Option<Duration> {
        self.begun.get().map(|begun| self.time.saturating_sub(begun.at.elapsed()))
    }

    /// The time that it may run.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// Makes the task, once.
    ///
    /// # Errors
    /// What to tell the model, when there is no room for it.
    pub(crate) async fn begin(&self) -> Result<(), Failure> {
        self.begun().await.map(|_| ())
    }

    async fn begun(&self) -> Result<&Begun, Failure> {
        self.requested.store(true, Ordering::Release);
        let create = || async {
            let created = self.desk.create(self.owner(), self.time).await?;
            let begun = Begun { id: created.id.clone(), at: Instant::now() };
            // The client's answer is the task, and nothing may follow an answer.
            lock(&self.outlet.0).take();
            *lock(&self.created) = Some(created);
            Ok(begun)
        };
        let begun = self.begun.get_or_try_init(create).await;
        // The function may go on without a task, and ask in rounds again.
        self.requested.store(self.begun.initialized(), Ordering::Release);
        begun
    }

    /// What was made since this was asked last.
    pub(crate) fn take_created(&self) -> Option<Created> {
        lock(&self.created).take()
    }

    /// Says what is going on, for people. The newest is kept.
    pub(crate) fn note(&self, note: &str) {
        *lock(&self.note) = Some(note.to_owned());
        self.noted.notify_one();
    }

    /// What was said since this was asked last.
    pub(super) async fn noted(&self) -> String {
        loop {
            if let Some(note) = lock(&self.note).take() {
                return note;
            }
            self.noted.notified().await;
        }
    }

    /// The answer to a question, its shape checked.
    ///
    /// # Errors
    /// What to tell the model, when it cannot be asked.
    pub(crate) async fn ask(&self, question: &Question) -> Result<Value, Failure> {
        let begun = self.begun().await?;
        let Some(key) = self.unused(question.key()) else {
            let problem = format!("the task still needs input after {MOST} questions");
            return Err(Failure::business(problem, "tell the user, and ask for less"));
        };
        let json = RawValue::from_string(question.to_json());
        let json = json.map_err(|error| unanswerable(error.into()))?;
        // From here on: whoever stops waiting while the store is slow leaves no question behind either.
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let mut open = OpenQuestion { task: self, id: &begun.id, key: &key, answered: false };
        let asked = self.desk.change(&begun.id, self.owner(), |state| state.ask(&key, json.clone()));
        let asked = asked.await.map_err(unanswerable)?;
        if is_over(&asked) {
            open.answered = true;
            return pending().await;
        }
        let answer = self.answer(&begun.id, &key).await.map_err(unanswerable)?;
        open.answered = true;
        Ok(answer)
    }

    async fn answer(&self, id: &str, key: &str) -> Result<Value, StoreError> {
        loop {
            let Some((revision, state)) = self.desk.load(id).await?.filter(|(_, state)| !state.is_over())
            else {
                // Whoever runs the task drops it now.
                return pending().await;
            };
            if state.has_answer(key) {
                let mut answer = None;
                self.desk
                    .change(id, self.owner(), |state| {
                        answer = state.fetch(key);
                        answer.is_some()
                    })
                    .await?;
                if let Some(answer) = answer {
                    return Ok(answer);
                }
            }
            self.desk.changed(id, revision).await;
        }
    }

    /// A key that no question of the task has had (TASK-13); `None` when there were too many.
    fn unused(&self, key: &str) -> Option<String> {
        let mut keys = lock(&self.keys);
        if keys.len() >= MOST {
            return None;
        }
        let others = (2..).map(|number: u32| format!("{key}-again-{number}"));
        let key = std::iter::once(key.to_owned()).chain(others).find(|key| !keys.contains(key))?;
        keys.insert(key.clone());
        Some(key)
    }
}

fn is_over(lookup: &Lookup) -> bool {
    match lookup {
        Lookup::Found(state) => state.is_over(),
        Lookup::Unknown => true,
    }
}

fn unanswerable(cause: StoreError) -> Failure {
    Failure::transient("the question could not be asked, so nothing was changed; try again later")
        .caused_by(cause)
}

/// A question that the client has. When the call does not wait for it any more, it is withdrawn.
struct OpenQuestion<'a> {
    task: &'a OpenTask,
    id: &'a str,
    key: &'a str,
    answered: bool,
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        self.task.waiting.fetch_sub(1, Ordering::AcqRel);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.answered {
            return;
        }
        let (desk, owner) = (Arc::clone(&self.task.desk), self.task.owner.clone());
        let (id, key) = (self.id.to_owned(), self.key.to_owned());
        runtime.spawn(async move {
            if let Err(error) = desk.change(&id, owner.as_deref(), |state| state.withdraw(&key)).await {
                tracing::warn!(%error, "a question could not be withdrawn");
            }
        });
    }
}

/// An outlet that can be let go of.
struct Detachable(Mutex<Option<Arc<dyn Outlet>>>);

impl Outlet for Detachable {
    fn notify(&self, message: Vec<u8>) {
        if let Some(outlet) = &*lock(&self.0) {
            outlet.notify(message);
        }
    }

    fn room(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let outlet = lock(&self.0).clone();
        Box::pin(async move {
            if let Some(outlet) = outlet {
                outlet.room().await;
            }
        })
    }
}
