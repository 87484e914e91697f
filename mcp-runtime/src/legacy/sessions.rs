//! The sessions of an endpoint: earlier revisions have them over HTTP, where nothing else ties requests together
//! (*Transports > Session Management* of 2025-11-25).

use super::replay::{Bounds, Replay};
use super::{Peer, random_id};
use crate::dispatch::Id;
use crate::limit::Limits;
use crate::lock::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// All sessions of an endpoint. Their number and the time for which they may be idle are bounded.
#[derive(Debug)]
pub(crate) struct Sessions {
    table: Mutex<Table>,
    most: usize,
    idle: Duration,
    kept: Arc<Bounds>,
}

#[derive(Debug)]
struct Table {
    open: HashMap<String, Arc<Session>>,
    /// When those that nobody uses any more were last looked for.
    swept: Instant,
}

/// One session: its client, and the requests that run for it.
///
/// An id says which session a request belongs to, and nothing about who sends it: it authenticates nobody.
#[derive(Debug)]
pub(crate) struct Session {
    peer: Arc<Peer>,
    calls: Mutex<Calls>,
    replay: Arc<Replay>,
    /// The number of the stream on which it is told of what no request is about; the newest is the only one.
    stream: watch::Sender<u64>,
}

/// The stream of a session; dropping it ends it.
#[derive(Debug)]
pub(crate) struct SessionStream {
    session: Arc<Session>,
    number: u64,
}

#[derive(Debug)]
struct Calls {
    /// Each with a number of its own: a client may use an id again as soon as it has cancelled its request.
    running: HashMap<Id<'static>, (u64, AbortHandle)>,
    started: u64,
    /// When a request last came or was answered, or a stream ended.
    used: Instant,
    closed: bool,
}

impl Sessions {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (most, idle) = (limits.sessions, limits.session_idle);
        let table = Table { open: HashMap::new(), swept: Instant::now() };
        Self { table: Mutex::new(table), most, idle, kept: Bounds::new(limits) }
    }

    /// Opens a session and gives its id, which nobody can guess. `None` when the system has no randomness to give.
    ///
    /// When there are as many as there may be, the one that was idle for longest ends, as if its time were over.
    pub(crate) fn open(&self, peer: Peer) -> Option<String> {
        let id = random_id()?;
        let now = Instant::now();
        let session = Arc::new(Session {
            peer: Arc::new(peer),
            calls: Mutex::new(Calls { running: HashMap::new(), started: 0, used: now, closed: false }),
            replay: Replay::new(&self.kept),
            stream: watch::Sender::new(0),
        });
        let mut table = lock(&self.table);
        let mut ended = Vec::new();
        if table.open.len() >= self.most || now.duration_since(table.swept) >= self.idle {
            table.swept = now;
            ended.extend(
                table
                    .open
                    .extract_if(|_, session| session.is_over(now, self.idle))
                    .map(|(_, session)| session),
            );
        }
        while table.open.len() >= self.most {
            let oldest = table.open.iter().min_by_key(|(_, session)| session.used());
            let Some(oldest) = oldest.map(|(id, _)| id.clone()) else { break };
            tracing::warn!(most = self.most, "too many sessions; the one that was idle for longest ends");
            ended.extend(table.open.remove(&oldest));
        }
        table.open.insert(id.clone(), session);
        drop(table);
        ended.into_iter().for_each(|session| session.close());
        Some(id)
    }

    /// The session of an id, which is used by this.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Session>> {
        let now = Instant::now();
        let mut table = lock(&self.table);
        let found = table.open.get(id)?;
        if found.is_over(now, self.idle) {
            table.open.remove(id);
            return None;
        }
        lock(&found.calls).used = now;
        Some(Arc::clone(found))
    }

    /// Ends a session and cancels what runs for it; false when there is none.
    pub(crate) fn end(&self, id: &str) -> bool {
        let ended = lock(&self.table).open.remove(id);
        ended.map(|session| session.close()).is_some()
    }
}

impl Session {
    pub(crate) fn peer(&self) -> &Arc<Peer> {
        &self.peer
    }

    /// What is told on its streams.
    pub(crate) fn replay(&self) -> &Arc<Replay> {
        &self.replay
    }

    /// Starts a request, unless one of its id runs already or the session has ended. `spawn` gets the number by which it has
    /// [`finished`](Self::finished), and must not run it in place.
    pub(crate) fn start(&self, id: Id<'static>, spawn: impl FnOnce(u64) -> AbortHandle) -> bool {
        let mut calls = lock(&self.calls);
        if calls.closed || calls.running.contains_key(&id) {
            return false;
        }
        calls.started += 1;
        let number = calls.started;
        calls.running.insert(id, (number, spawn(number)));
        true
    }

    /// A request was answered. Only from then on is the session idle.
    pub(crate) fn finished(&self, id: &Id<'static>, number: u64) {
        let mut calls = lock(&self.calls);
        // It may have been cancelled just now, and the id be that of a newer one.
        if calls.running.get(id).is_some_and(|(running, _)| *running == number) {
            calls.running.remove(id);
        }
        calls.used = Instant::now();
    }

    /// Cancels a request; false when none of that id runs.
    pub(crate) fn cancel(&self, id: &Id<'static>) -> bool {
        let call = lock(&self.calls).running.remove(id);
        call.map(|(_, call)| call.abort()).is_some()
    }

    /// Whether a request runs or a stream is open, and when it was last used.
    fn used(&self) -> (bool, Instant) {
        let calls = lock(&self.calls);
        (!calls.running.is_empty() || self.stream.receiver_count() > 0, calls.used)
    }

    fn is_over(&self, now: Instant, idle: Duration) -> bool {
        let (busy, used) = self.used();
        !busy && now.duration_since(used) >= idle
    }

    /// Begins the session's stream, which ends an earlier one: what is told is told once (LEGACY-19).
    pub(crate) fn stream(self: &Arc<Self>) -> SessionStream {
        let mut number = 0;
        self.stream.send_modify(|newest| {
            *newest += 1;
            number = *newest;
        });
        SessionStream { session: Arc::clone(self), number }
    }

    fn close(&self) {
        self.peer.interest().end();
        let mut calls = lock(&self.calls);
        calls.closed = true;
        calls.running.drain().for_each(|(_, (_, call))| call.abort());
    }
}

impl SessionStream {
    pub(crate) fn peer(&self) -> &Arc<Peer> {
        &self.session.peer
    }

    /// Waits until another stream has taken its place.
    pub(crate) async fn replaced(&self) {
        // The sender is here, so that this fails never.
        let _ = self.session.stream.subscribe().wait_for(|newest| *newest != self.number).await;
    }
}

impl Drop for SessionStream {
    fn drop(&mut self) {
        // Nobody is there to be told until there is another stream.
        if *self.session.stream.borrow() == self.number {
            self.session.peer.interest().end();
        }
        lock(&self.session.calls).used = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taffrail_core::protocol::Greeting;

    const IDLE: Duration = Duration::from_secs(60);

    fn peer() -> Peer {
        let message = br#"{"params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
        Peer::new(&Greeting::read(message).unwrap()).unwrap()
    }

    fn sessions(most: usize, idle: Duration) -> Sessions {
        Sessions::new(&Limits::default().sessions(most).session_idle(idle))
    }

    #[test]
    fn legacy_11_ids_are_visible_ascii_and_differ() {
        let sessions = sessions(10, IDLE);
        let (a, b) = (sessions.open(peer()).unwrap(), sessions.open(peer()).unwrap());
        assert_ne!(a, b);
        for id in [&a, &b] {
            assert!(id.len() == 32 && id.bytes().all(|byte| (0x21..=0x7E).contains(&byte)), "{id}");
        }
    }

    #[test]
    fn legacy_12_an_ended_session_is_unknown() {
        let sessions = sessions(10, IDLE);
        let id = sessions.open(peer()).unwrap();
        assert!(sessions.find(&id).is_some());
        assert!(sessions.end(&id));
        assert!(sessions.find(&id).is_none() && !sessions.end(&id) && !sessions.end("x"));
    }

    #[test]
    fn legacy_12_an_idle_session_ends_by_itself() {
        let sessions = sessions(10, Duration::ZERO);
        let id = sessions.open(peer()).unwrap();
        assert!(sessions.find(&id).is_none());
    }

    #[tokio::test]
    async fn legacy_12_a_session_is_idle_from_the_last_answer_on() {
        const SHORT: Duration = Duration::from_millis(300);
        let sessions = sessions(10, SHORT);
        let id = sessions.open(peer()).unwrap();
        let session = sessions.find(&id).unwrap();
        let call = Id::parse("1").unwrap().into_owned();
        let task = tokio::spawn(std::future::pending::<()>());
        assert!(session.start(call.clone(), |_| task.abort_handle()));
        std::thread::sleep(SHORT);
        session.finished(&call, 1);
        assert!(!session.is_over(Instant::now(), SHORT));
        assert!(session.is_over(Instant::now() + SHORT, SHORT));
    }

    #[tokio::test]
    async fn canc_05_the_late_end_of_a_cancelled_request_is_not_that_of_a_newer_one_of_its_id() {
        let sessions = sessions(10, IDLE);
        let session = sessions.find(&sessions.open(peer()).unwrap()).unwrap();
        let call = Id::parse("1").unwrap().into_owned();
        let start = || {
            let (task, mut given) = (tokio::spawn(std::future::pending::<()>()), 0);
            assert!(session.start(call.clone(), |number| {
                given = number;
                task.abort_handle()
            }));
            (task, given)
        };
        let (_, cancelled) = start();
        assert!(session.cancel(&call));
        let (newer, number) = start();
        session.finished(&call, cancelled);
        assert!(!session.start(call.clone(), |_| unreachable!("the newer one runs")));
        assert!(session.cancel(&call), "it can still be cancelled");
        assert!(newer.await.unwrap_err().is_cancelled());
        session.finished(&call, number);
        let (_, last) = start();
        session.finished(&call, last);
        assert!(!session.cancel(&call));
    }

    #[test]
    fn legacy_12_sessions_that_are_over_are_forgotten_although_nobody_asks() {
        let sessions = sessions(10, Duration::ZERO);
        sessions.open(peer()).unwrap();
        sessions.open(peer()).unwrap();
        assert_eq!(lock(&sessions.table).open.len(), 1);
    }

    #[test]
    fn sec_04_the_number_of_sessions_is_bounded_and_the_longest_idle_one_goes() {
        let sessions = sessions(2, IDLE);
        let (a, b) = (sessions.open(peer()).unwrap(), sessions.open(peer()).unwrap());
        assert!(sessions.find(&a).is_some());
        let c = sessions.open(peer()).unwrap();
        assert!(sessions.find(&b).is_none());
        assert!(sessions.find(&a).is_some() && sessions.find(&c).is_some());
    }

    #[tokio::test]
    async fn legacy_12_a_session_with_a_running_request_is_not_idle_and_its_end_cancels_it() {
        let sessions = sessions(10, Duration::ZERO);
        let id = sessions.open(peer()).unwrap();
        let session = Arc::clone(&lock(&sessions.table).open[&id]);
        let call = Id::parse("1").unwrap().into_owned();
        let task = tokio::spawn(std::future::pending::<()>());
        assert!(session.start(call.clone(), |_| task.abort_handle()));
        assert!(!session.start(call.clone(), |_| unreachable!("its id is taken")));
        assert!(sessions.find(&id).is_some());
        sessions.end(&id);
        assert!(task.await.unwrap_err().is_cancelled());
        assert!(!session.start(call, |_| unreachable!("the session has ended")));
    }
}
