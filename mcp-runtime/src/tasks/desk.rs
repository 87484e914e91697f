//! Where tasks are begun, looked after and ended.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use taffrail_core::Failure;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::open::{Created, OpenTask};
use super::state::{Ending, TaskState, Times};
use super::store::{TaskRecord, TaskStore};
use super::{InMemoryTasks, Tasks};
use crate::legacy::random_id;
use crate::limit::{Gate, OwnedPass};
use crate::lock::lock;
use crate::race::{Either, race};

/// How often a change is tried again when others change the same task at the same time.
const ATTEMPTS: u32 = 64;
/// How long to wait before a store that failed is asked again.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a store that says at once that a task has changed is not asked again: it may say so too early.
const SOON: Duration = Duration::from_millis(10);
/// How often the end of a task is offered to a store that fails, and then, in its place, an error that takes no room.
const PERSISTENCE: usize = 3;
/// How long tasks that are told to end have for it.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What a store says when it fails.
pub(crate) type StoreError = Box<dyn Error + Send + Sync>;

/// The tasks of a server, as one process sees them.
pub(crate) struct Desk {
    settings: Tasks,
    store: Arc<dyn TaskStore>,
    running: Arc<Gate>,
    callers: Arc<Mutex<HashMap<String, usize>>>,
    work: Mutex<JoinSet<()>>,
    stage: watch::Sender<Stage>,
    /// Tasks must be found on other instances too, and there is no store that they share.
    unshared: AtomicBool,
}

/// How far the server is with stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
    /// Not at all.
    Open,
    /// No more tasks are begun, and those that run may finish. What waits for a person does not, in the seconds that are left.
    Draining,
    /// Those that run must end now.
    Ending,
}

/// A task that was looked for.
pub(crate) enum Lookup {
    Found(Box<TaskState>),
    /// There is none of this id, not any more, or it is somebody else's.
    Unknown,
}

/// A place among the tasks that run.
#[derive(Debug)]
pub(super) struct TaskPlace {
    _pass: OwnedPass,
    _caller: Option<CallerPlace>,
}

#[derive(Debug)]
struct CallerPlace {
    callers: Arc<Mutex<HashMap<String, usize>>>,
    caller: String,
}

impl Drop for CallerPlace {
    fn drop(&mut self) {
        let mut callers = lock(&self.callers);
        if let Some(count) = callers.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                callers.remove(&self.caller);
            }
        }
    }
}

impl Desk {
    pub(crate) fn new(settings: Tasks) -> Arc<Self> {
        let store = settings.store.clone().unwrap_or_else(|| Arc::new(InMemoryTasks::default()));
        Arc::new(Self {
            running: Arc::new(Gate::new(settings.running)),
            settings,
            store,
            callers: Arc::default(),
            work: Mutex::default(),
            stage: watch::Sender::new(Stage::Open),
            unshared: AtomicBool::new(false),
        })
    }

    pub(crate) fn run_time(&self) -> Duration {
        self.settings.run_time
    }

    /// How many tasks a subscription may name.
    pub(crate) fn watched(&self) -> usize {
        self.settings.watched
    }

    /// Why tasks must not be given to clients whose next request may reach another instance (STATE-02).
    #[cfg(feature = "http")]
    pub(crate) fn shared_fault(&self) -> Option<&'static str> {
        self.settings.store.is_none().then_some(
            "tools run as tasks, and no store is configured that all instances share: a client would not find its task on \
             another instance. Set `Tasks::store(…)`, or `Server::single_instance()` if there is only this process",
        )
    }

    /// Begins no tasks from now on.
    #[cfg(feature = "http")]
    pub(crate) fn refuse_unshared(&self) {
        self.unshared.store(true, Ordering::Release);
    }

    /// The state of a task, for its owner.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn find(&self, id: &str, owner: Option<&str>) -> Result<Lookup, StoreError> {
        let found = self.load(id).await?.filter(|(_, state)| state.is_of(owner));
        Ok(found.map_or(Lookup::Unknown, |(_, state)| Lookup::Found(Box::new(state))))
    }

    /// Takes answers to what a task asks.
    ///
    /// # Errors
    /// The store's; inside, what is wrong with an answer.
    pub(crate) async fn answer(
        &self,
        id: &str,
        owner: Option<&str>,
        answers: &BTreeMap<String, Value>,
    ) -> Result<Result<Lookup, String>, StoreError> {
        let mut problem = None;
        let changed = self.change(id, owner, |state| {
            state.answer(answers).unwrap_or_else(|wrong| {
                problem = Some(wrong);
                false
            })
        });
        let found = changed.await?;
        Ok(problem.map_or(Ok(found), Err))
    }

    /// Ends a task because its client does not want it any more. Whoever runs it drops it.
    ///
    /// # Errors
    /// The store's.
    pub(crate) async fn cancel(&self, id: &str, owner: Option<&str>) -> Result<Lookup, StoreError> {
        self.change(id, owner, |state| state.end(&Ending::Cancelled)).await
    }

    /// Changes a task for its owner; `change` says whether it has, and is asked again when somebody else was faster.
    pub(super) async fn change(
        &self,
        id: &str,
        owner: Option<&str>,
        change: impl FnMut(&mut TaskState) -> bool,
    ) -> Result<Lookup, StoreError> {
        self.change_if(id, |state| state.is_of(owner), change).await
    }

    /// As [`change`](Self::change), where the task is `wanted`.
    async fn change_if(
        &self,
        id: &str,
        wanted: impl Fn(&TaskState) -> bool,
        mut change: impl FnMut(&mut TaskState) -> bool,
    ) -> Result<Lookup, StoreError> {
        for _ in 0..ATTEMPTS {
            let Some((revision, mut state)) = self.load(id).await?.filter(|(_, state)| wanted(state)) else {
                return Ok(Lookup::Unknown);
            };
            if !change(&mut state) || self.replace(id, revision, &state).await? {
                return Ok(Lookup::Found(Box::new(state)));
            }
        }
        Err("a task is changed too often at once".into())
    }

    async fn replace(&self, id: &str, seen: u64, state: &TaskState) -> Result<bool, StoreError> {
        // It is the store that counts, and need not begin with 1.
        self.store.replace(id, seen, record(seen.wrapping_add(1), state)?).await
    }

    /// The revision and state of a task.
    pub(super) async fn load(&self, id: &str) -> Result<Option<(u64, TaskState)>, StoreError> {
        let Some(record) = self.store.load(id).await? else { return Ok(None) };
        let state: TaskState = serde_json::from_str(&record.content)?;
        // Whether the store has forgotten it by now or not.
        let expired = state.expires() <= SystemTime::now();
        Ok((!expired).then_some((record.revision, state)))
    }

    /// Waits for a task to change. A store that fails is asked again after a pause.
    pub(super) async fn changed(&self, id: &str, seen: u64) {
        let asked = Instant::now();
        match self.store.changed(id, seen).await {
            Ok(()) if asked.elapsed() < SOON => tokio::time::sleep(SOON).await,
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(%error, "a task cannot be watched; trying again");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Keeps a new task and gives it a place among those that run.
    ///
    /// # Errors
    /// What to tell the model, when there is no room for it.
    pub(super) async fn create(&self, owner: Option<&str>, run_time: Duration) -> Result<Created, Failure> {
        if self.unshared.load(Ordering::Acquire) {
            let problem =
                "it becomes a task over HTTP; see the error that was logged when the endpoint was made";
            tracing::error!(problem, "a call cannot go on");
            return Err(Failure::business(
                "the server cannot run tasks here",
                "tell the user that the server is at fault",
            ));
        }
        let place = self.enter(owner)?;
        let id = random_id().ok_or_else(|| unkept("the system has no randomness for a task id".into()))?;
        let ttl = run_time.saturating_add(self.settings.kept);
        let state = TaskState::new(owner, Times { ttl, poll: self.settings.poll_interval });
        let kept = match record(1, &state) {
            Ok(record) => self.store.insert(&id, record).await,
            Err(error) => Err(error),
        };
        kept.map_err(unkept)?;
        Ok(Created { members: state.members(&id), id, place })
    }

    fn enter(&self, owner: Option<&str>) -> Result<TaskPlace, Failure> {
        if *self.stage.borrow() > Stage::Open {
            return Err(Failure::transient("the server is stopping and begins no more tasks"));
        }
        let full = |whose: &str, most: usize| {
            let problem = format!("{whose} already runs {most} tasks, the limit");
            Failure::transient(problem).retry_after(self.settings.poll_interval.max(PAUSE))
        };
        let pass = self.running.enter_owned();
        let pass = pass.ok_or_else(|| full("the server", self.running.most()))?;
        let most = self.settings.running_per_caller;
        let caller = match owner {
            None => None,
            Some(caller) => Some(self.enter_caller(caller, most).ok_or_else(|| full("this caller", most))?),
        };
        Ok(TaskPlace { _pass: pass, _caller: caller })
    }

    fn enter_caller(&self, caller: &str, most: usize) -> Option<CallerPlace> {
        let mut callers = lock(&self.callers);
        let count = callers.entry(caller.to_owned()).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(CallerPlace { callers: Arc::clone(&self.callers), caller: caller.to_owned() })
    }

    /// Runs a task to its end: its own, or that of its client's or the server's patience. `work` gives the answer of the call,
    /// and is dropped when nobody wants it any more.
    pub(crate) fn supervise(
        self: &Arc<Self>,
        task: Arc<OpenTask>,
        created: Created,
        work: Pin<Box<dyn Future<Output = Vec<u8>> + Send>>,
    ) {
        let desk = Arc::clone(self);
        let mut set = lock(&self.work);
        while set.try_join_next().is_some() {}
        set.spawn(async move {
            let Created { id, place, .. } = created;
            let unwanted = race(desk.over(&id), desk.told_to_end(&task));
            match race(race(unwanted, desk.keep_noting(&id, &task)), work).await {
                Either::Left(Either::Left(Either::Left(()))) => tracing::debug!("a task was cancelled"),
                Either::Left(_) => {
                    let error =
                        json!({"code": -32603, "message": "the server was stopped before the task was done"});
                    desk.end(&id, to_raw_value(&error).ok().map(Ending::Error)).await;
                }
                Either::Right(answer) => desk.end(&id, ending(&answer)).await,
            }
            drop(place);
        });
    }

    /// Waits until a task is over for a reason that is not the call's.
    async fn over(&self, id: &str) {
        loop {
            match self.load(id).await {
                Ok(Some((revision, state))) if !state.is_over() => self.changed(id, revision).await,
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(%error, "a task cannot be looked up; trying again");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn told_to_end(&self, task: &OpenTask) {
        const LOOK: Duration = Duration::from_millis(20);
        let mut stage = self.stage.subscribe();
        // The sender is here, so this never fails.
        let _ = stage.wait_for(|stage| *stage > Stage::Open).await;
        while *stage.borrow() < Stage::Ending && !task.is_waiting() {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Writes down what the call says of itself, the newest and not too often. For ever.
    async fn keep_noting(&self, id: &str, task: &OpenTask) {
        loop {
            let note = task.noted().await;
            if let Err(error) = self.change(id, task.owner(), |state| state.note(&note)).await {
                tracing::debug!(%error, "what a task says of itself was not kept");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Keeps the end of a task. A store that fails is asked again; in the end it may have no room, so it gets an error to keep.
    async fn end(&self, id: &str, ending: Option<Ending>) {
        let unkept = json!({"code": -32603, "message": "the result could not be kept"});
        let unkept = to_raw_value(&unkept).ok().map(Ending::Error);
        let offers = [ending, unkept].into_iter().flatten();
        for ending in offers.flat_map(|ending| std::iter::repeat_n(Arc::new(ending), PERSISTENCE)) {
            match self.change_if(id, |_| true, |state| state.end(&ending)).await {
                Ok(_) => return,
                Err(error) => tracing::error!(%error, "the end of a task could not be kept; trying again"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Begins no more tasks, gives those that run this time to finish, and marks the others as failed.
    pub(crate) async fn close(&self, time: Duration) {
        self.stage.send_replace(Stage::Draining);
        let mut running = JoinSet::new();
        if tokio::time::timeout(time, self.all_done(&mut running)).await.is_err() {
            tracing::warn!(?time, tasks = running.len(), "tasks that did not finish in time are stopped");
        }
        // Also for those that are still on their way here, because they were let in before.
        self.stage.send_replace(Stage::Ending);
        // What does not even do that is dropped with the set.
        let _ = tokio::time::timeout(LAST_WORDS, self.all_done(&mut running)).await;
    }

    async fn all_done(&self, running: &mut JoinSet<()>) {
        loop {
            while running.join_next().await.is_some() {}
            *running = std::mem::take(&mut *lock(&self.work));
            if running.is_empty() {
                return;
            }
        }
    }
}

fn unkept(cause: StoreError) -> Failure {
    Failure::transient("the server cannot keep another task now").retry_after(PAUSE).caused_by(cause)
}

fn record(revision: u64, state: &TaskState) -> Result<TaskRecord, StoreError> {
    let content = serde_json::to_string(state)?;
    Ok(TaskRecord { revision, expires: state.expires(), content: content.into() })
}

/// What an answer to a call comes to: its `result` or its `error`, word for word.
fn ending(answer: &[u8]) -> Option<Ending> {
    #[derive(serde::Deserialize)]
    struct Response {
        result: Option<Box<RawValue>>,
        error: Option<Box<RawValue>>,
    }
    match serde_json::from_slice(answer) {
        Ok(Response { result: Some(result), .. }) => Some(Ending::Result(result)),
        Ok(Response { error: Some(error), .. }) => Some(Ending::Error(error)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn made(desk: &Desk, owner: Option<&str>) -> Created {
        desk.create(owner, HOUR).await.unwrap_or_else(|failure| panic!("{failure:?}"))
    }

    const HOUR: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn task_16_a_task_of_somebody_else_is_as_good_as_none() {
        let desk = Desk::new(Tasks::default());
        let created = made(&desk, Some("ada")).await;
        for owner in [None, Some("eve"), Some("")] {
            let answers = BTreeMap::new();
            assert!(matches!(desk.find(&created.id, owner).await, Ok(Lookup::Unknown)));
            assert!(matches!(desk.answer(&created.id, owner, &answers).await, Ok(Ok(Lookup::Unknown))));
            assert!(matches!(desk.cancel(&created.id, owner).await, Ok(Lookup::Unknown)));
        }
        let Ok(Lookup::Found(state)) = desk.find(&created.id, Some("ada")).await else { panic!("no task") };
        assert!(!state.is_over(), "nobody else has cancelled it");
    }

    #[tokio::test]
    async fn sec_04_one_caller_cannot_take_all_places() {
        let desk = Desk::new(Tasks::default().running_per_caller(2));
        let first = made(&desk, Some("ada")).await;
        let _second = made(&desk, Some("ada")).await;
        let refused = desk.create(Some("ada"), HOUR).await.err().expect("one too many");
        assert!(refused.text().contains("this caller already runs 2 tasks"), "{}", refused.text());
        made(&desk, Some("bob")).await;
        for _ in 0..3 {
            made(&desk, None).await;
        }
        drop(first);
        let _third = made(&desk, Some("ada")).await;
        assert_eq!(lock(&desk.callers).len(), 1, "who runs nothing takes no memory");
    }

    /// A store that fails as often as it is told to.
    struct Shaky {
        kept: InMemoryTasks,
        failures: std::sync::atomic::AtomicU32,
    }

    impl Shaky {
        fn fails(&self) -> Option<StoreError> {
            let left =
                self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            left.is_ok().then(|| "the network is gone".into())
        }
    }

    impl TaskStore for Arc<Shaky> {
        fn insert<'a>(&'a self, id: &'a str, record: TaskRecord) -> super::super::Stored<'a, ()> {
            match self.fails() {
                Some(error) => Box::pin(std::future::ready(Err(error))),
                None => self.kept.insert(id, record),
            }
        }

        fn load<'a>(&'a self, id: &'a str) -> super::super::Stored<'a, Option<TaskRecord>> {
            self.kept.load(id)
        }

        fn replace<'a>(
            &'a self,
            id: &'a str,
            seen: u64,
            record: TaskRecord,
        ) -> super::super::Stored<'a, bool> {
            match self.fails() {
                Some(error) => Box::pin(std::future::ready(Err(error))),
                None => self.kept.replace(id, seen, record),
            }
        }

        fn changed<'a>(&'a self, id: &'a str, seen: u64) -> super::super::Stored<'a, ()> {
            self.kept.changed(id, seen)
        }
    }

    #[tokio::test]
    async fn task_06_what_cannot_be_kept_is_no_task_and_an_end_is_offered_again() {
        let failures = std::sync::atomic::AtomicU32::new(1);
        let store = Arc::new(Shaky { kept: InMemoryTasks::default(), failures });
        let desk = Desk::new(Tasks::default().store(Arc::clone(&store)));
        let refused = desk.create(None, HOUR).await.err().expect("not kept");
        assert!(!refused.text().contains("network"), "{}", refused.text());
        let created = made(&desk, None).await;
        store.failures.store(1, Ordering::SeqCst);
        desk.end(&created.id, Some(Ending::Cancelled)).await;
        let Ok(Lookup::Found(state)) = desk.find(&created.id, None).await else { panic!("no task") };
        assert!(state.is_over());
    }
}
