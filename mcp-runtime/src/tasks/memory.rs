//! The tasks that one process keeps: so many at most, and none past its time.

use std::collections::HashMap;
use std::fmt;
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, SystemTime};

use tokio::runtime::Handle;
use tokio::sync::watch;

use super::store::{Stored, TaskRecord, TaskStore};
use crate::lock::lock;

const MOST: usize = 4096;
const MOST_BYTES: usize = 64 << 20;
/// How soon, and how late, after the time of a task it is forgotten.
const SOONEST: Duration = Duration::from_secs(1);
const LATEST: Duration = Duration::from_secs(60);

/// Tasks in memory, for a server of one process. Cheap to clone; clones share the tasks.
///
/// It forgets no task before its time (`ttlMs`), and every one soon after, whether or not another comes. When it is full, calls that
/// would become tasks are refused until the time of some is over, and a result that finds no room fails its task. So a busy server
/// needs room for all tasks that begin within [`Tasks::run_time`](crate::Tasks::run_time) and
/// [`Tasks::kept`](crate::Tasks::kept) together.
///
/// ```
/// use taffrail::{InMemoryTasks, Server, Tasks};
///
/// let store = InMemoryTasks::new(1_000, 16 << 20);
/// let server = Server::new(()).tasks(Tasks::default().store(store));
/// # server.build().unwrap();
/// ```
#[derive(Clone)]
pub struct InMemoryTasks {
    kept: Arc<Mutex<Kept>>,
    most: usize,
    most_bytes: usize,
}

#[derive(Default)]
struct Kept {
    tasks: HashMap<String, Slot>,
    bytes: usize,
    /// Somebody looks for what is old, until there is nothing left.
    is_reaped: bool,
}

struct Slot {
    record: TaskRecord,
    revision: watch::Sender<u64>,
}

/// There are too many tasks, or too large ones.
#[derive(Debug)]
struct Full;

impl Default for InMemoryTasks {
    /// Room for 4096 tasks, 64 MiB together.
    fn default() -> Self {
        Self::new(MOST, MOST_BYTES)
    }
}

impl InMemoryTasks {
    /// Room for so many tasks, and for so many bytes of what they hold: questions, answers and results.
    #[must_use]
    pub fn new(tasks: usize, bytes: usize) -> Self {
        Self { kept: Arc::default(), most: tasks, most_bytes: bytes }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        lock(&self.kept)
    }

    fn add(&self, id: &str, record: TaskRecord) -> Result<(), Full> {
        let mut kept = self.kept();
        let size = record.content.len();
        let is_full = |kept: &Kept| kept.tasks.len() >= self.most || kept.bytes + size > self.most_bytes;
        if is_full(&kept) {
            kept.forget_old();
            if is_full(&kept) {
                return Err(Full);
            }
        }
        kept.bytes += size;
        let revision = watch::Sender::new(record.revision);
        kept.tasks.insert(id.to_owned(), Slot { record, revision });
        if let Ok(runtime) = Handle::try_current()
            && !std::mem::replace(&mut kept.is_reaped, true)
        {
            runtime.spawn(reap(Arc::downgrade(&self.kept)));
        }
        Ok(())
    }

    fn find(&self, id: &str) -> Option<TaskRecord> {
        let mut kept = self.kept();
        let slot = kept.tasks.get(id)?;
        if slot.record.is_old() {
            kept.forget(id);
            return None;
        }
        Some(slot.record.clone())
    }

    fn exchange(&self, id: &str, seen: u64, record: TaskRecord) -> Result<bool, Full> {
        let mut kept = self.kept();
        let Some(slot) = kept.tasks.get(id).filter(|slot| slot.record.revision == seen) else {
            return Ok(false);
        };
        let (before, after) = (slot.record.content.len(), record.content.len());
        if kept.bytes - before + after > self.most_bytes {
            kept.forget_old();
            // It may have been among the old ones, and is not counted any more then.
            if !kept.tasks.contains_key(id) {
                return Ok(false);
            }
        }
        let bytes = kept.bytes - before + after;
        if after > before && bytes > self.most_bytes {
            return Err(Full);
        }
        let Some(slot) = kept.tasks.get_mut(id) else { return Ok(false) };
        let revision = record.revision;
        slot.record = record;
        slot.revision.send_replace(revision);
        kept.bytes = bytes;
        Ok(true)
    }
}

impl Kept {
    fn forget(&mut self, id: &str) {
        if let Some(slot) = self.tasks.remove(id) {
            self.bytes -= slot.record.content.len();
        }
    }

    /// Forgets what is old, and says when to look again; `None` when nothing is left.
    fn reap(&mut self) -> Option<Duration> {
        self.forget_old();
        let next = self.tasks.values().map(|slot| slot.record.expires).min();
        self.is_reaped = next.is_some();
        let rest = next?.duration_since(SystemTime::now()).unwrap_or_default();
        Some(rest.clamp(SOONEST, LATEST))
    }

    fn forget_old(&mut self) {
        let bytes = &mut self.bytes;
        self.tasks.retain(|_, slot| {
            let stays = !slot.record.is_old();
            if !stays {
                *bytes -= slot.record.content.len();
            }
            stays
        });
    }
}

/// Forgets tasks after their time: nobody else may ever ask for them.
async fn reap(kept: Weak<Mutex<Kept>>) {
    while let Some(pause) = kept.upgrade().and_then(|kept| lock(&kept).reap()) {
        tokio::time::sleep(pause).await;
    }
}

impl TaskRecord {
    fn is_old(&self) -> bool {
        self.expires <= SystemTime::now()
    }
}

impl TaskStore for InMemoryTasks {
    fn insert<'a>(&'a self, id: &'a str, record: TaskRecord) -> Stored<'a, ()> {
        Box::pin(ready(self.add(id, record).map_err(Into::into)))
    }

    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<TaskRecord>> {
        Box::pin(ready(Ok(self.find(id))))
    }

    fn replace<'a>(&'a self, id: &'a str, seen: u64, record: TaskRecord) -> Stored<'a, bool> {
        Box::pin(ready(self.exchange(id, seen, record).map_err(Into::into)))
    }

    fn changed<'a>(&'a self, id: &'a str, seen: u64) -> Stored<'a, ()> {
        Box::pin(async move {
            let revision = self.kept().tasks.get(id).map(|slot| slot.revision.subscribe());
            if let Some(mut revision) = revision {
                // It fails when the record is forgotten, which is a change too.
                let _ = revision.wait_for(|now| *now != seen).await;
            }
            Ok(())
        })
    }
}

impl fmt::Debug for InMemoryTasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.kept();
        f.debug_struct("InMemoryTasks")
            .field("tasks", &kept.tasks.len())
            .field("bytes", &kept.bytes)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are too many tasks, or what they hold is too large together")
    }
}

impl std::error::Error for Full {}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(revision: u64, content: &str, expires: SystemTime) -> TaskRecord {
        TaskRecord { revision, expires, content: content.into() }
    }

    fn later() -> SystemTime {
        SystemTime::now() + Duration::from_secs(60)
    }

    #[test]
    fn task_21_nothing_is_forgotten_before_its_time_and_everything_after_it() {
        let store = InMemoryTasks::new(2, 1000);
        store.add("a", record(1, "a", later())).unwrap();
        store.add("old", record(1, "old", SystemTime::UNIX_EPOCH)).unwrap();
        assert!(store.find("old").is_none());
        store.add("old", record(1, "old", SystemTime::UNIX_EPOCH)).unwrap();
        store.add("b", record(1, "b", later())).unwrap();
        assert!(store.add("c", record(1, "c", later())).is_err());
        assert!(store.find("a").is_some() && store.find("b").is_some());
        assert_eq!(store.kept().bytes, 2);
    }

    #[test]
    fn what_tasks_hold_is_bounded_and_shrinking_is_always_possible() {
        let store = InMemoryTasks::new(10, 10);
        store.add("a", record(1, "12345", later())).unwrap();
        store.add("b", record(1, "12345", later())).unwrap();
        assert!(store.exchange("a", 1, record(2, "123456", later())).is_err());
        assert!(store.exchange("a", 1, record(2, "1", later())).unwrap());
        assert!(store.exchange("b", 1, record(2, "123456", later())).unwrap());
        assert_eq!(store.kept().bytes, 7);
    }

    #[test]
    fn a_task_whose_time_is_over_is_not_counted_twice_when_room_is_made() {
        let store = InMemoryTasks::new(10, 10);
        store.add("a", record(1, "12345", SystemTime::UNIX_EPOCH)).unwrap();
        assert!(!store.exchange("a", 1, record(2, "12345678901", later())).unwrap());
        assert_eq!(store.kept().bytes, 0);
    }

    #[tokio::test]
    async fn tasks_leave_memory_after_their_time_although_nobody_asks_for_them() {
        let store = InMemoryTasks::default();
        let soon = SystemTime::now() + Duration::from_millis(200);
        store.insert("a", record(1, "a", soon)).await.unwrap();
        store.insert("b", record(1, "b", soon)).await.unwrap();
        // Whoever waits for a change is told that there will be none.
        let waited = tokio::time::timeout(Duration::from_secs(30), store.changed("a", 1)).await;
        assert!(waited.is_ok());
        assert_eq!(format!("{store:?}"), "InMemoryTasks { tasks: 0, bytes: 0, .. }");
        store.insert("c", record(1, "c", soon + Duration::from_secs(60))).await.unwrap();
        assert!(store.kept().is_reaped, "and the next ones too");
    }

    #[tokio::test]
    async fn a_change_is_seen_however_late_one_looks() {
        let store = InMemoryTasks::default();
        store.insert("a", record(1, "a", later())).await.unwrap();
        let waiting = {
            let store = store.clone();
            tokio::spawn(async move { store.changed("a", 1).await.is_ok() })
        };
        assert!(store.replace("a", 1, record(2, "b", later())).await.unwrap());
        assert!(waiting.await.unwrap());
        store.changed("a", 1).await.unwrap();
        store.changed("unknown", 1).await.unwrap();
    }
}
