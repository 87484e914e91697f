//! Whose turn it is to read.
//!
//! One thread reads messages and polls each once. A tool that blocks, against the rules of async code, would keep all that
//! comes after it: other calls, cancellations, the end of the input. So the reading thread is watched while there is
//! traffic; when it has been in one message for too long, another one takes its turn, and it leaves when it is free again.

use super::{Connection, LineBuffer, Next, Polled, Slot, poller};
use crate::dispatch::Answer;
use crate::lock::lock;
use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Notify, oneshot};

/// Answers are written when this many bytes are ready, even if more messages have arrived.
const FLUSH: usize = 256 << 10;

/// How often the reading thread is looked at; it loses its turn after one to two of these.
const TICK: Duration = Duration::from_millis(10);

/// After so many ticks without a message, nobody looks until there is one.
const QUIET: u32 = 50;

/// The end of a connection's input.
pub(super) type Ended = std::io::Result<()>;

/// The input of a connection, and the turn to read it.
pub(super) struct Turns<R> {
    connection: Arc<Connection>,
    source: Mutex<Source<R>>,
    /// The number of the message that the reading thread is in; 0 while it is in none. Who takes a number away from
    /// here, that thread at the end of the message or the watch, has the turn. No number is used twice.
    message: AtomicU64,
    /// What that thread has started.
    slot: Mutex<Arc<Slot>>,
    watched: AtomicBool,
    watch: Notify,
    tell: Mutex<Option<oneshot::Sender<Ended>>>,
}

struct Source<R> {
    input: R,
    lines: LineBuffer,
    /// Answers that have not been written yet. With the source, and not with the thread, so that they are not kept
    /// when that thread is.
    ready: Vec<u8>,
    ended: bool,
}

impl<R> Turns<R>
where
    R: Read + Send + 'static,
{
    /// Also gives what tells the end of the input; it fails when the reading thread panicked.
    pub(super) fn new(connection: Arc<Connection>, input: R) -> (Arc<Self>, oneshot::Receiver<Ended>) {
        let (tell, told) = oneshot::channel();
        let lines = LineBuffer::new(connection.line_limit());
        let turns = Self {
            connection,
            source: Mutex::new(Source { input, lines, ready: Vec::new(), ended: false }),
            message: AtomicU64::new(0),
            slot: Mutex::default(),
            watched: AtomicBool::new(false),
            watch: Notify::new(),
            tell: Mutex::new(Some(tell)),
        };
        (Arc::new(turns), told)
    }

    /// Starts a reading thread; the last message was `message`.
    ///
    /// # Errors
    /// The operating system's.
    pub(super) fn begin(self: &Arc<Self>, message: u64) -> std::io::Result<()> {
        let turns = Arc::clone(self);
        let runtime = Handle::current();
        let thread = std::thread::Builder::new().name("taffrail-reader".into());
        thread.spawn(move || {
            // What a tool does before it first waits may need the runtime: timers, sockets, `tokio::spawn`.
            let _entered = runtime.enter();
            let last_words = LastWords { turns: &turns };
            if let Some(ended) = turns.read(message) {
                turns.tell(ended);
            }
            std::mem::forget(last_words);
        })?;
        Ok(())
    }

    /// Watches the reading thread, for ever.
    pub(super) async fn watch(self: &Arc<Self>) {
        loop {
            self.watch.notified().await;
            let (mut quiet, mut last) = (0, 0);
            while quiet < QUIET {
                tokio::time::sleep(TICK).await;
                let message = self.message.load(Ordering::SeqCst);
                if message != 0 && message == last && self.take(message) {
                    self.overtake(message);
                }
                quiet = if message == 0 { quiet + 1 } else { 0 };
                last = message;
            }
            self.watched.store(false, Ordering::SeqCst);
            // A message that began before this store may still have seen itself watched.
            if self.message.load(Ordering::SeqCst) != 0 {
                self.rouse();
            }
        }
    }

    /// Waits, not for long, until no message is being polled. Called when the connection is over: the runtime may end next,
    /// and a tool that needs it would panic.
    pub(super) async fn rest(&self) {
        for _ in 0..50 {
            if self.message.load(Ordering::SeqCst) == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Reads until the end of the input; `None` when another thread has taken the turn.
    fn read(&self, mut message: u64) -> Option<Ended> {
        let slot = Arc::new(Slot::default());
        *lock(&self.slot) = Arc::clone(&slot);
        let mut poll = poller(Arc::clone(&self.connection), Arc::clone(&slot));
        let (mut line, mut answer) = (Vec::new(), None);
        // What an overtaken thread had ready.
        self.connection.outbox().write(&mut lock(&self.source).ready);
        loop {
            match self.next(&mut line, answer.take()) {
                Ok(true) => {}
                Ok(false) => return Some(Ok(())),
                Err(error) => return Some(Err(error)),
            }
            message += 1;
            self.message.store(message, Ordering::SeqCst);
            if self.connection.is_over() {
                self.take(message);
                return None;
            }
            if !self.watched.load(Ordering::SeqCst) {
                self.rouse();
            }
            let polled: Polled = poll(&mut line);
            if !self.take(message) {
                self.connection.settle_late(&slot, polled);
                return None;
            }
            answer = self.connection.settle(&slot, polled);
        }
    }

    /// The next message, copied into `line`; false at the end of the input. Before it waits for more, all that is ready is
    /// written, in one write.
    fn next(&self, line: &mut Vec<u8>, answer: Option<Answer>) -> std::io::Result<bool> {
        let outbox = self.connection.outbox();
        let mut source = lock(&self.source);
        let Source { input, lines, ready, ended } = &mut *source;
        append(ready, answer);
        loop {
            match lines.next() {
                Next::Line(next) => {
                    replace(line, next);
                    if ready.len() >= FLUSH {
                        outbox.write(ready);
                    }
                    return Ok(true);
                }
                Next::TooLong => {
                    append(ready, Some(self.connection.too_long()));
                    continue;
                }
                Next::More => outbox.write(ready),
            }
            if *ended {
                return Ok(false);
            }
            match input.read(lines.spare()) {
                Ok(0) => {
                    *ended = true;
                    if let Some(last) = lines.last() {
                        replace(line, last);
                        return Ok(true);
                    }
                }
                Ok(count) => lines.filled(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the turn of the thread that is in `message`; false when that is over.
    fn take(&self, message: u64) -> bool {
        self.message.compare_exchange(message, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    fn overtake(self: &Arc<Self>, message: u64) {
        tracing::debug!("a tool blocks its thread; another one reads on");
        self.connection.adopt(&lock(&self.slot).clone());
        if let Err(error) = self.begin(message) {
            self.tell(Err(error));
        }
    }

    fn rouse(&self) {
        self.watched.store(true, Ordering::SeqCst);
        self.watch.notify_one();
    }

    fn tell(&self, ended: Ended) {
        if let Some(tell) = lock(&self.tell).take() {
            // Nobody listens any more when the connection was ended from elsewhere.
            let _ = tell.send(ended);
        }
    }
}

/// Drops the sender when its thread panics, so that the other end is not left waiting.
struct LastWords<'a, R> {
    turns: &'a Turns<R>,
}

impl<R> Drop for LastWords<'_, R> {
    fn drop(&mut self) {
        drop(lock(&self.turns.tell).take());
    }
}

fn append(ready: &mut Vec<u8>, answer: Option<Answer>) {
    if let Some(answer) = answer {
        answer.body.append_to(ready);
        ready.push(b'\n');
    }
}

fn replace(line: &mut Vec<u8>, with: &[u8]) {
    line.clear();
    line.extend_from_slice(with);
}
