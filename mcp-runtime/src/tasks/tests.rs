//! Stores that are slow, hasty, or count in their own way; and a server that stops meanwhile.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::{Created, Desk, InMemoryTasks, Lookup, OpenTask, Stored, TaskRecord, TaskStore, Tasks};
use crate::dispatch::Outlet;

/// A store that does what it must, and nothing that one would like it to do.
#[derive(Default)]
struct Odd {
    kept: InMemoryTasks,
    /// Says at once that everything has changed.
    hasty: bool,
    /// Takes a while for everything.
    slow: bool,
    /// So many tasks cannot be kept.
    failures: AtomicU32,
}

impl Odd {
    async fn pause(&self) {
        if self.slow {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl TaskStore for Arc<Odd> {
    fn insert<'a>(&'a self, id: &'a str, record: TaskRecord) -> Stored<'a, ()> {
        Box::pin(async move {
            self.pause().await;
            let fails =
                self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
            if fails.is_ok() { Err("the disk is full".into()) } else { self.kept.insert(id, record).await }
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> Stored<'a, Option<TaskRecord>> {
        Box::pin(async move {
            self.pause().await;
            self.kept.load(id).await
        })
    }

    fn replace<'a>(&'a self, id: &'a str, seen: u64, record: TaskRecord) -> Stored<'a, bool> {
        Box::pin(async move {
            let replaced = self.kept.replace(id, seen, record).await;
            // It is done before it is said.
            self.pause().await;
            replaced
        })
    }

    fn changed<'a>(&'a self, id: &'a str, seen: u64) -> Stored<'a, ()> {
        if self.hasty { Box::pin(ready(Ok(()))) } else { self.kept.changed(id, seen) }
    }
}

struct Nowhere;

impl Outlet for Nowhere {
    fn notify(&self, _message: Vec<u8>) {}
}

fn desk(store: &Arc<Odd>) -> Arc<Desk> {
    Desk::new(Tasks::default().store(Arc::clone(store)))
}

fn opened(desk: &Arc<Desk>) -> Arc<OpenTask> {
    OpenTask::new(desk, None, None, Arc::new(Nowhere))
}

async fn begun(task: &OpenTask) -> Created {
    task.begin().await.unwrap_or_else(|failure| panic!("{failure:?}"));
    task.take_created().expect("it was made")
}

async fn over(desk: &Desk, id: &str) -> String {
    for _ in 0..500 {
        if let Ok(Lookup::Found(state)) = desk.find(id, None).await
            && state.is_over()
        {
            return state.detailed(id);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it does not end")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_always_says_that_something_has_changed_does_not_stop_the_task() {
    let store = Arc::new(Odd { hasty: true, ..Odd::default() });
    let desk = desk(&store);
    let task = opened(&desk);
    let created = begun(&task).await;
    let id = created.id.clone();
    let work = async {
        tokio::task::yield_now().await;
        br#"{"result":7}"#.to_vec()
    };
    desk.supervise(task, created, Box::pin(work));
    assert!(over(&desk, &id).await.contains("\"result\":7"));
}

#[tokio::test]
async fn a_store_may_count_revisions_as_far_as_it_likes() {
    let store = Arc::new(Odd::default());
    let desk = desk(&store);
    let id = begun(&opened(&desk)).await.id;
    let record = store.load(&id).await.unwrap().unwrap();
    assert!(store.replace(&id, 1, TaskRecord { revision: u64::MAX, ..record }).await.unwrap());
    assert!(desk.cancel(&id, None).await.is_ok());
    over(&desk, &id).await;
}

#[tokio::test]
async fn one_of_two_beginnings_that_fails_does_not_undo_the_other() {
    let store = Arc::new(Odd { slow: true, failures: AtomicU32::new(1), ..Odd::default() });
    let task = opened(&desk(&store));
    let (first, second) = tokio::join!(task.begin(), task.begin());
    assert!(first.is_err() && second.is_ok());
    assert!(task.is_requested(), "questions go through the task that there is");
}

#[tokio::test]
async fn task_08_a_task_that_is_made_while_the_server_stops_has_failed() {
    let desk = desk(&Arc::new(Odd::default()));
    let task = opened(&desk);
    let created = begun(&task).await;
    let id = created.id.clone();
    desk.close(Duration::ZERO).await;
    desk.supervise(task, created, Box::pin(std::future::pending()));
    assert!(over(&desk, &id).await.contains("stopped"));
}

#[tokio::test]
async fn a_question_that_nobody_waits_for_is_withdrawn_even_if_the_store_was_slow() {
    use taffrail_core::{Question, QuestionKind};
    let store = Arc::new(Odd { slow: true, ..Odd::default() });
    let desk = desk(&store);
    let task = opened(&desk);
    let id = begun(&task).await.id;
    let question = Question::new("k".into(), QuestionKind::Roots, "{}".into());
    // Whoever asks stops waiting at each moment in turn.
    for most in 0..8 {
        let mut asking = Box::pin(task.ask(&question));
        for _ in 0..most {
            tokio::select! {
                biased;
                _ = &mut asking => panic!("nobody has answered"),
                () = tokio::time::sleep(Duration::from_millis(1)) => {}
            }
        }
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let Ok(Lookup::Found(state)) = desk.find(&id, None).await else { panic!("no task") };
    assert!(state.detailed(&id).contains("\"working\""), "{}", state.detailed(&id));
}
