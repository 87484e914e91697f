//! The one writer of a connection: whole lines, in order, never interleaved.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

use crate::lock::lock;

/// How much may wait for a slow reader before the thread that answers calls waits too, in bytes.
const ROOM: usize = 1 << 20;

/// Where the lines of a connection leave, and what waits to leave.
///
/// A thread that answers calls in place writes them itself ([`write`](Self::write)). Calls that finish elsewhere only queue
/// their line ([`push`](Self::push)): they run on the user's runtime, which a client that does not read must not block.
pub(crate) struct Outbox {
    state: Mutex<State>,
    /// There may be something to write.
    work: Condvar,
    /// There may be room again.
    room: Condvar,
    /// The queue ran empty, or will never: wakes [`drained`](Self::drained).
    idle: Notify,
    /// The other side is gone: wakes [`broken`](Self::broken).
    gone: Notify,
    drain: Drain,
}

/// Who writes what was queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drain {
    /// Whoever queues: for a sink that never blocks.
    Inline,
    /// A thread of its own, started by the first line that needs it.
    Thread,
}

struct State {
    queued: Vec<u8>,
    /// Away while somebody writes.
    sink: Option<Box<dyn Write + Send>>,
    threaded: bool,
    end: Option<Ended>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    Closed,
    Broken,
}

impl std::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outbox").field("drain", &self.drain).finish_non_exhaustive()
    }
}

impl Outbox {
    pub(crate) fn new(sink: Box<dyn Write + Send>, drain: Drain) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State { queued: Vec::new(), sink: Some(sink), threaded: false, end: None }),
            work: Condvar::new(),
            room: Condvar::new(),
            idle: Notify::new(),
            gone: Notify::new(),
            drain,
        })
    }

    /// Queues one message, which may be in parts, and its newline, without waiting.
    pub(crate) fn push(self: &Arc<Self>, message: &[&[u8]]) {
        let mut state = self.lock();
        if state.end.is_some() {
            return;
        }
        message.iter().for_each(|part| state.queued.extend_from_slice(part));
        state.queued.push(b'\n');
        match self.drain {
            Drain::Inline => drop(self.write_queued(state)),
            Drain::Thread if !state.threaded => {
                state.threaded = true;
                drop(state);
                self.start();
            }
            Drain::Thread => self.work.notify_one(),
        }
    }

    /// Writes whole lines after all that is queued, waiting for a slow reader; `lines` is empty afterwards.
    ///
    /// With nothing to write it still waits while too much is queued: a client that takes no answers is not read from
    /// either, so that what it is owed stays bounded.
    pub(crate) fn write(&self, lines: &mut Vec<u8>) {
        let mut state = self.lock();
        if lines.is_empty() && state.queued.len() <= ROOM {
            return;
        }
        match state.sink.take() {
            Some(sink) if state.queued.is_empty() && state.end.is_none() => {
                drop(state);
                let (sink, result) = written(sink, lines);
                state = self.returned(sink, result);
                if !state.queued.is_empty() {
                    self.work.notify_one();
                }
            }
            sink => {
                state.sink = sink;
                state.queued.extend_from_slice(lines);
                if state.threaded {
                    self.work.notify_one();
                } else {
                    state = self.write_queued(state);
                }
                while state.queued.len() > ROOM && state.end.is_none() {
                    state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
        drop(state);
        lines.clear();
    }

    /// Waits until nothing is behind a write that is not done.
    pub(crate) async fn has_room(&self) {
        let is_full = {
            let state = self.lock();
            state.end.is_none() && !state.queued.is_empty()
        };
        if is_full {
            self.drained().await;
        }
    }

    /// Waits until all that was queued has been written, or the other side is gone.
    pub(crate) async fn drained(&self) {
        loop {
            let idle = self.idle.notified();
            let mut idle = std::pin::pin!(idle);
            idle.as_mut().enable();
            {
                let state = self.lock();
                if state.end.is_some() || (state.queued.is_empty() && state.sink.is_some()) {
                    return;
                }
            }
            idle.await;
        }
    }

    /// Waits until a write fails, as it does when nobody reads any more.
    pub(crate) async fn broken(&self) {
        loop {
            let gone = self.gone.notified();
            let mut gone = std::pin::pin!(gone);
            gone.as_mut().enable();
            if self.lock().end == Some(Ended::Broken) {
                return;
            }
            gone.await;
        }
    }

    /// Nothing is taken any more, and the writing thread ends.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.end.get_or_insert(Ended::Closed);
        // Dropping the sink tells the reader of an in-memory connection that nothing follows.
        state.sink = None;
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Writes the queue in the calling thread until it is empty or somebody else has the sink.
    fn write_queued<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.end.is_none() && !state.queued.is_empty() {
            let Some(sink) = state.sink.take() else { return state };
            let mut lines = std::mem::take(&mut state.queued);
            drop(state);
            let (sink, result) = written(sink, &lines);
            lines.clear();
            state = self.returned(sink, result);
            if state.queued.capacity() == 0 && lines.capacity() <= ROOM {
                state.queued = lines;
            }
            self.room.notify_all();
        }
        state
    }

    fn returned(&self, sink: Box<dyn Write + Send>, result: std::io::Result<()>) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        if let Err(error) = result {
            tracing::debug!(%error, "the reader of the answers is gone");
            state.end.get_or_insert(Ended::Broken);
            state.queued = Vec::new();
            self.gone.notify_waiters();
            self.room.notify_all();
        } else if state.end.is_none() {
            state.sink = Some(sink);
        }
        if state.queued.is_empty() {
            self.idle.notify_waiters();
        }
        state
    }

    fn start(self: &Arc<Self>) {
        let outbox = Arc::clone(self);
        let started = std::thread::Builder::new().name("taffrail-writer".into()).spawn(move || {
            let mut state = outbox.lock();
            while state.end.is_none() {
                state = outbox.write_queued(state);
                if state.end.is_none() {
                    state = outbox.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        });
        if let Err(error) = started {
            tracing::error!(%error, "no thread to write answers with; writing in place");
            let state = self.lock();
            drop(self.write_queued(state));
            self.lock().threaded = false;
        }
    }
}

fn written(mut sink: Box<dyn Write + Send>, lines: &[u8]) -> (Box<dyn Write + Send>, std::io::Result<()>) {
    let result = sink.write_all(lines).and_then(|()| sink.flush());
    (sink, result)
}
