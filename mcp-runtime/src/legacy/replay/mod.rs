//! What is told on the streams of one session, kept for a client that loses a stream and comes back for the rest
//! (*Transports > Resumability and Redelivery* of 2025-11-25).
//!
//! A stream is a list of events. Whoever reads it has a place in it, and a newer reader takes the place of an older one, so that each
//! event goes to one connection (LEGACY-19). Nothing is dropped that a reader who is there has not read.

mod place;
mod stream;
mod told;

use crate::dispatch::Streams;
use crate::limit::Limits;
use crate::lock::lock;
use bytes::Bytes;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::Waker;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

pub(crate) use place::{Beginning, Place};
use stream::{Reader, Stream};
pub(crate) use told::{Ending, Told};

/// How much is kept, and for how long.
#[derive(Debug)]
pub(crate) struct Bounds {
    events: usize,
    bytes: usize,
    all_bytes: usize,
    time: Duration,
    /// How long the client of a question may be away.
    patience: Duration,
    /// The bytes that all sessions keep.
    used: AtomicUsize,
}

/// The streams of one session.
#[derive(Debug)]
pub(crate) struct Replay {
    bounds: Arc<Bounds>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    /// The oldest first, so that their numbers ascend.
    streams: Vec<Stream>,
    events: usize,
    bytes: usize,
    is_reaped: bool,
}

impl Bounds {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            events: limits.resume_events,
            bytes: limits.resume_bytes,
            all_bytes: limits.resume_total_bytes,
            time: limits.resume_time,
            patience: limits.stalled,
            used: AtomicUsize::new(0),
        })
    }

    fn keeps(&self) -> bool {
        self.events > 0
    }
}

impl Replay {
    pub(crate) fn new(bounds: &Arc<Bounds>) -> Arc<Self> {
        Arc::new(Self { bounds: Arc::clone(bounds), state: Mutex::default() })
    }

    /// Whether clients can come back at all.
    pub(crate) fn keeps(&self) -> bool {
        self.bounds.keeps()
    }

    /// Begins a stream and gives its first reader. `may_poll` says that the client is one that can be sent away.
    pub(crate) fn begin(
        self: &Arc<Self>,
        connection: &Arc<Streams>,
        may_poll: bool,
    ) -> (Arc<Told>, Ending, Place) {
        let mut state = self.state();
        state.last += 1;
        let stream = state.last;
        let began = Stream {
            number: stream,
            events: VecDeque::new(),
            newest: 0,
            lost: 0,
            reader: Some(Reader { number: 0, read: 0, waker: None }),
            readers: 0,
            is_open: false,
            may_poll: may_poll && self.keeps(),
            leave: false,
            end: None,
            away: watch::Sender::new(false),
        };
        state.streams.push(began);
        drop(state);
        let replay = || Arc::clone(self);
        let told = Told { replay: replay(), stream, connection: Arc::clone(connection) };
        (Arc::new(told), Ending { replay: replay(), stream }, Place { replay: replay(), stream, reader: 0 })
    }

    /// A place after an event that the client has, in the stream of that event. `None` when that cannot be had any more.
    pub(crate) fn resume(self: &Arc<Self>, stream: u64, after: u64) -> Option<Place> {
        let mut state = self.state();
        let found = state.stream(stream)?;
        if !found.is_open || after > found.newest || after < found.lost {
            return None;
        }
        found.readers += 1;
        found.leave = false;
        found.away.send_replace(false);
        let reader = Reader { number: found.readers, read: after, waker: None };
        let number = reader.number;
        let before = found.reader.replace(reader);
        drop(state);
        wake(before.and_then(|before| before.waker));
        Some(Place { replay: Arc::clone(self), stream, reader: number })
    }

    fn add(&self, stream: u64, text: Bytes, matters: bool) {
        let mut state = self.state();
        let Some(found) = state.stream(stream).filter(|found| found.end.is_none()) else { return };
        let waker = found.add(&text, matters);
        self.count(&mut state, 1, text.len());
        self.trim(&mut state);
        drop(state);
        wake(waker);
    }

    fn end(self: &Arc<Self>, stream: u64, answer: Option<Bytes>) {
        let mut state = self.state();
        let Some(found) = state.stream(stream).filter(|found| found.end.is_none()) else { return };
        let bytes = answer.as_ref().map_or(0, Bytes::len);
        let events = usize::from(answer.is_some());
        let mut waker = answer.and_then(|answer| found.add(&answer, true));
        found.end = Some(Instant::now());
        waker = waker.or_else(|| found.reader.as_mut().and_then(|reader| reader.waker.take()));
        let is_open = found.is_open;
        let is_of_use = found.reader.is_some() || is_open;
        self.count(&mut state, events, bytes);
        if !is_of_use {
            self.forget(&mut state, stream);
        }
        self.trim(&mut state);
        let begins = is_open && !std::mem::replace(&mut state.is_reaped, true);
        drop(state);
        wake(waker);
        if begins {
            // Streams are ended by the calls that they are of, which run in the executor.
            tokio::spawn(reap(Arc::downgrade(self), self.bounds.time));
        }
    }

    /// Counts what was added to the session.
    fn count(&self, state: &mut State, events: usize, bytes: usize) {
        state.events += events;
        state.bytes += bytes;
        self.bounds.used.fetch_add(bytes, Ordering::Relaxed);
    }

    fn uncount(&self, state: &mut State, events: usize, bytes: usize) {
        state.events -= events;
        state.bytes -= bytes;
        self.bounds.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn forget(&self, state: &mut State, stream: u64) {
        if let Ok(at) = state.place(stream) {
            let stream = state.streams.remove(at);
            let bytes = stream.events.iter().map(|event| event.text.len()).sum();
            self.uncount(state, stream.events.len(), bytes);
        }
    }

    /// Drops what is too much: notifications first, then streams that are over, then what was read.
    fn trim(&self, state: &mut State) {
        let bounds = &self.bounds;
        while state.events > bounds.events
            || state.bytes > bounds.bytes
            || bounds.used.load(Ordering::Relaxed) > bounds.all_bytes
        {
            let dropped = state.streams.iter_mut().find_map(|stream| stream.drop_one(false));
            if let Some(bytes) = dropped {
                self.uncount(state, 1, bytes);
                continue;
            }
            let over = state.streams.iter().find(|stream| stream.end.is_some() && stream.reader.is_none());
            if let Some(over) = over.map(|stream| stream.number) {
                if bounds.keeps() {
                    tracing::info!(
                        "an answer that its client did not come back for is dropped: too much is kept"
                    );
                }
                self.forget(state, over);
                continue;
            }
            let Some(bytes) = state.streams.iter_mut().find_map(|stream| stream.drop_one(true)) else {
                return;
            };
            self.uncount(state, 1, bytes);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.bounds.used.fetch_sub(self.state().bytes, Ordering::Relaxed);
    }
}

/// Forgets streams some time after their end, until there is none that has ended.
async fn reap(replay: Weak<Replay>, time: Duration) {
    loop {
        tokio::time::sleep(time).await;
        let Some(replay) = replay.upgrade() else { return };
        let mut state = replay.state();
        let is_old =
            |stream: &Stream| stream.end.is_some_and(|end| end.elapsed() >= time) && stream.reader.is_none();
        let old: Vec<u64> =
            state.streams.iter().filter(|stream| is_old(stream)).map(|stream| stream.number).collect();
        for stream in old {
            replay.forget(&mut state, stream);
        }
        if state.streams.iter().all(|stream| stream.end.is_none()) {
            state.is_reaped = false;
            return;
        }
    }
}

impl State {
    fn place(&self, stream: u64) -> Result<usize, usize> {
        self.streams.binary_search_by_key(&stream, |stream| stream.number)
    }

    fn stream(&mut self, stream: u64) -> Option<&mut Stream> {
        let at = self.place(stream).ok()?;
        self.streams.get_mut(at)
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::{Answer, Outlet};
    use std::task::Context;

    /// A session's streams within bounds, and those of another session that shares the room of all.
    fn pair(limits: &Limits) -> (Arc<Replay>, Arc<Replay>) {
        let bounds = Bounds::new(limits);
        (Replay::new(&bounds), Replay::new(&bounds))
    }

    fn begin(replay: &Arc<Replay>) -> (Arc<Told>, Ending, Place) {
        let begun = replay.begin(&Arc::new(Streams::separate()), true);
        begun.2.open();
        begun
    }

    fn read(place: &Place) -> Vec<Bytes> {
        let read = place.read(&Context::from_waker(Waker::noop()));
        read.events.into_iter().map(|(_, text)| text).collect()
    }

    #[tokio::test]
    async fn legacy_16_what_a_present_reader_has_not_read_is_never_dropped() {
        let (replay, _) = pair(&Limits::default().resume_events(2));
        let (told, ending, place) = begin(&replay);
        for number in 0..10u8 {
            told.notify(vec![number]);
        }
        assert_eq!(read(&place).len(), 10);
        told.notify(vec![10]);
        drop(place);
        told.ask(vec![11]);
        ending.answer(&Answer::result(vec![12]));
        let rest = replay.resume(1, 10).unwrap();
        assert_eq!(read(&rest), [vec![11], vec![12]], "the notification made room");
    }

    #[tokio::test]
    async fn legacy_16_bytes_of_all_sessions_are_bounded_and_given_back() {
        let limits = Limits::default().resume_total_bytes(100);
        let (one, other) = pair(&limits);
        let lose = |replay: &Arc<Replay>| {
            let (told, ending, place) = begin(replay);
            drop(place);
            told.notify(vec![b' '; 10]);
            ending.answer(&Answer::result(vec![b' '; 60]));
        };
        lose(&one);
        lose(&other);
        assert_eq!((one.resume(1, 0).is_some(), other.resume(1, 0).is_some()), (true, false));
        assert_eq!(one.bounds.used.load(Ordering::Relaxed), 70);
        drop(one);
        lose(&other);
        assert!(other.resume(2, 0).is_some());
        assert_eq!(other.bounds.used.load(Ordering::Relaxed), 70);
    }

    #[tokio::test(start_paused = true)]
    async fn legacy_16_a_stream_is_forgotten_some_time_after_its_end() {
        let (replay, _) = pair(&Limits::default().resume_time(Duration::from_millis(1)));
        let (told, ending, place) = begin(&replay);
        told.notify(vec![1]);
        drop(place);
        ending.answer(&Answer::result(vec![2]));
        assert!(replay.resume(1, 0).is_some());
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert!(replay.resume(1, 0).is_none());
        assert_eq!(replay.bounds.used.load(Ordering::Relaxed), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn legacy_26_a_question_waits_for_a_client_that_is_away_for_so_long_and_no_longer() {
        let (replay, _) = pair(&Limits::default().stalled(Duration::from_secs(5)));
        let (told, _ending, place) = begin(&replay);
        let waits = |seconds| tokio::time::timeout(Duration::from_secs(seconds), told.gone());
        assert!(waits(60).await.is_err(), "it is there");
        drop(place);
        assert!(waits(4).await.is_err(), "it may come back");
        let back = replay.resume(1, 0);
        assert!(back.is_some() && waits(60).await.is_err(), "it is back");
        drop(back);
        assert!(waits(6).await.is_ok());
    }
}
