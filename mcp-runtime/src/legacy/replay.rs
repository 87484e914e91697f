//! What is told on the streams of one session, kept for a client that loses a stream and comes back for the rest
//! (*Transports > Resumability and Redelivery* of 2025-11-25).
//!
//! A stream is a list of events. Whoever reads it has a place in it, and a newer reader takes the place of an older one, so that each
//! event goes to one connection (LEGACY-19). Nothing is dropped that a reader who is there has not read.

use crate::dispatch::{Answer, Outlet, Streams};
use crate::limit::Limits;
use crate::lock::lock;
use bytes::Bytes;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Waker};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

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

#[derive(Debug)]
struct Stream {
    number: u64,
    events: VecDeque<Event>,
    /// The number of the newest event, and that of the newest that is kept no more although it was no mere notification.
    newest: u64,
    lost: u64,
    reader: Option<Reader>,
    readers: u64,
    /// The client has seen an id, so that it can come back.
    is_open: bool,
    may_poll: bool,
    leave: bool,
    end: Option<Instant>,
    away: watch::Sender<bool>,
}

#[derive(Debug)]
struct Reader {
    number: u64,
    /// The last event that it has read.
    read: u64,
    waker: Option<Waker>,
}

#[derive(Debug)]
struct Event {
    number: u64,
    text: Bytes,
    /// A question or an answer. Anything else can be missed.
    matters: bool,
}

/// Where one stream is written.
pub(crate) struct Told {
    replay: Arc<Replay>,
    stream: u64,
    connection: Arc<Streams>,
}

/// The end of a stream: with the answer, or without one when the call is cancelled and this is dropped.
pub(crate) struct Ending {
    replay: Arc<Replay>,
    stream: u64,
}

/// Somebody's place in a stream. Dropping it is going away.
#[derive(Debug)]
pub(crate) struct Place {
    replay: Arc<Replay>,
    stream: u64,
    reader: u64,
}

/// What is there to be read.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// Each with its number.
    pub(crate) events: Vec<(u64, Bytes)>,
    /// There will be nothing more for this reader.
    pub(crate) over: bool,
}

/// How a stream begins.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// Not yet: whoever waits is woken.
    Waiting,
    /// It is over without having told anything: nothing, or its answer.
    Answer(Option<Bytes>),
    /// There is something to read.
    Events,
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

impl Stream {
    fn add(&mut self, text: &Bytes, matters: bool) -> Option<Waker> {
        self.newest += 1;
        self.events.push_back(Event { number: self.newest, text: text.clone(), matters });
        self.reader.as_mut().and_then(|reader| reader.waker.take())
    }

    /// Drops the oldest event that may go, and gives its length. What matters goes only when it `may`, and was read.
    fn drop_one(&mut self, may: bool) -> Option<usize> {
        let read = self.reader.as_ref().map(|reader| reader.read);
        let at = self.events.iter().position(|event| match read {
            Some(read) => event.number <= read && (may || !event.matters),
            None => !event.matters,
        })?;
        let event = self.events.remove(at)?;
        if event.matters {
            self.lost = event.number;
        }
        Some(event.text.len())
    }

    fn is_read_by(&mut self, reader: u64) -> Option<&mut Reader> {
        self.reader.as_mut().filter(|current| current.number == reader)
    }
}

impl Place {
    /// The number of the stream, the same for all of its readers.
    pub(crate) fn stream(&self) -> u64 {
        self.stream
    }

    /// How the stream begins, for its first reader.
    pub(crate) fn beginning(&self, context: &Context<'_>) -> Beginning {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return Beginning::Answer(None) };
        let answered = stream.end.is_some();
        match (stream.events.len(), answered) {
            (0, true) => Beginning::Answer(None),
            (1, true) => Beginning::Answer(stream.events.front().map(|event| event.text.clone())),
            (0, false) if !stream.leave => {
                if let Some(reader) = stream.is_read_by(self.reader) {
                    reader.waker = Some(context.waker().clone());
                }
                Beginning::Waiting
            }
            _ => Beginning::Events,
        }
    }

    /// The client is about to see the first id.
    pub(crate) fn open(&self) {
        if let Some(stream) = self.replay.state().stream(self.stream) {
            stream.is_open = self.replay.keeps();
        }
    }

    /// What has come since the last time; otherwise whoever waits is woken when something does.
    pub(crate) fn read(&self, context: &Context<'_>) -> Read {
        let mut state = self.replay.state();
        let over = Read { events: Vec::new(), over: true };
        let Some(stream) = state.stream(self.stream) else { return over };
        let ends = stream.end.is_some() || stream.leave;
        let Some(reader) = stream.reader.as_mut().filter(|reader| reader.number == self.reader) else {
            return over;
        };
        let unread = stream.events.iter().filter(|event| event.number > reader.read);
        let events: Vec<_> = unread.map(|event| (event.number, event.text.clone())).collect();
        reader.read = stream.newest;
        if events.is_empty() && !ends {
            reader.waker = Some(context.waker().clone());
        }
        self.replay.trim(&mut state);
        Read { events, over: ends }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return };
        if stream.is_read_by(self.reader).is_none() {
            return;
        }
        stream.reader = None;
        stream.away.send_replace(true);
        if stream.end.is_some() && !stream.is_open {
            self.replay.forget(&mut state, self.stream);
        }
        self.replay.trim(&mut state);
    }
}

impl Ending {
    pub(crate) fn answer(self, answer: &Answer) {
        self.replay.end(self.stream, (!answer.body.is_empty()).then(|| answer.body.to_vec().into()));
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.replay.end(self.stream, None);
    }
}

impl Outlet for Told {
    fn notify(&self, message: Vec<u8>) {
        self.replay.add(self.stream, message.into(), false);
    }

    fn ask(&self, message: Vec<u8>) {
        self.replay.add(self.stream, message.into(), true);
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        Some(Arc::clone(&self.connection))
    }

    fn let_client_poll(&self) -> bool {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return false };
        let may = stream.may_poll && stream.end.is_none();
        stream.leave |= may && stream.reader.is_some();
        let waker = stream.reader.as_mut().filter(|_| may).and_then(|reader| reader.waker.take());
        drop(state);
        wake(waker);
        may
    }

    fn gone(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let away = self.replay.state().stream(self.stream).map(|stream| stream.away.subscribe());
        let patience = self.replay.bounds.patience;
        Box::pin(async move {
            let Some(mut away) = away else { return };
            loop {
                if away.wait_for(|away| *away).await.is_err() {
                    return;
                }
                if tokio::time::timeout(patience, away.wait_for(|away| !*away)).await.is_err() {
                    return;
                }
            }
        })
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
