//! Bounds: how much, how many, how long and how often.
//!
//! Every bound has a default, a setter and an error that names it. [`Limits`] holds the plain values, `Gate` counts
//! what runs at once, `Limiter` spaces the calls of each tool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Sizes, counts and times that a server never exceeds.
///
/// ```
/// use std::time::Duration;
/// use taffrail::Limits;
///
/// let limits = Limits::default().message_bytes(256 * 1024).call_time(Duration::from_secs(20));
/// # let _ = limits;
/// ```
#[derive(Debug, Clone)]
pub struct Limits {
    pub(crate) message_bytes: usize,
    pub(crate) result_bytes: usize,
    pub(crate) concurrent_calls: usize,
    pub(crate) call_time: Duration,
    pub(crate) connections: usize,
    pub(crate) concurrent_requests: usize,
    pub(crate) header_count: usize,
    pub(crate) header_bytes: usize,
    pub(crate) read_time: Duration,
    pub(crate) grace: Duration,
    pub(crate) drain: Duration,
    pub(crate) subscriptions: usize,
    pub(crate) subscriptions_per_connection: usize,
    pub(crate) subscribed_resources: usize,
    pub(crate) stalled: Duration,
    pub(crate) sessions: usize,
    pub(crate) session_idle: Duration,
    pub(crate) log_rate: RateLimit,
    pub(crate) resume_events: usize,
    pub(crate) resume_bytes: usize,
    pub(crate) resume_total_bytes: usize,
    pub(crate) resume_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 4 << 20,
            result_bytes: 1 << 20,
            concurrent_calls: 256,
            call_time: Duration::from_secs(60),
            connections: 1024,
            concurrent_requests: 1024,
            header_count: 100,
            header_bytes: 32 << 10,
            read_time: Duration::from_secs(30),
            grace: Duration::from_secs(1),
            drain: Duration::from_secs(10),
            subscriptions: 512,
            subscriptions_per_connection: 32,
            subscribed_resources: 1024,
            stalled: Duration::from_secs(30),
            sessions: 4096,
            session_idle: Duration::from_secs(30 * 60),
            log_rate: RateLimit::new(20.0, 64),
            resume_events: 256,
            resume_bytes: 2 << 20,
            resume_total_bytes: 64 << 20,
            resume_time: Duration::from_secs(5 * 60),
        }
    }
}

impl Limits {
    /// The longest message a client may send, in bytes: one line on stdio, one body over HTTP. Default 4 MiB.
    ///
    /// A longer line is answered `-32600` and skipped to its newline; a longer body is answered 413.
    #[must_use]
    pub fn message_bytes(mut self, bytes: usize) -> Self {
        self.message_bytes = bytes;
        self
    }

    /// The most text one tool result may hold, in bytes. Default 1 MiB.
    ///
    /// A longer text is cut, and a notice in the result says so.
    #[must_use]
    pub fn result_bytes(mut self, bytes: usize) -> Self {
        self.result_bytes = bytes;
        self
    }

    /// How many tool calls may run at once, over all connections. Default 256.
    ///
    /// One more is answered with a transient failure (`isError`) that says when to retry.
    #[must_use]
    pub fn concurrent_calls(mut self, calls: usize) -> Self {
        self.concurrent_calls = calls;
        self
    }

    /// How long a tool may run when its declaration has no `timeout` of its own. Default 60 seconds.
    ///
    /// A call that takes longer is dropped and answered with a transient failure (`isError`).
    #[must_use]
    pub fn call_time(mut self, time: Duration) -> Self {
        self.call_time = time;
        self
    }

    /// How many HTTP connections are open at once. Default 1024.
    ///
    /// Further ones wait in the listener's backlog until one closes. Bounds the server's own listener; a service that is
    /// mounted in another server is bounded by that server and by [`concurrent_requests`](Self::concurrent_requests).
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// How many HTTP requests are read or answered at once. Default 1024. One more is answered 503 with `Retry-After`.
    #[must_use]
    pub fn concurrent_requests(mut self, requests: usize) -> Self {
        self.concurrent_requests = requests;
        self
    }

    /// How many header lines an HTTP request may have. Default 100. More are answered 431.
    #[must_use]
    pub fn header_count(mut self, count: usize) -> Self {
        self.header_count = count;
        self
    }

    /// How large the header lines of an HTTP request may be together, in bytes. Default 32 KiB. More is answered 431.
    #[must_use]
    pub fn header_bytes(mut self, bytes: usize) -> Self {
        self.header_bytes = bytes;
        self
    }

    /// How long a client may take to send the headers of an HTTP request, and then its body. Default 30 seconds.
    ///
    /// A connection whose headers take longer is closed, an idle one too; a body that takes longer is answered 408.
    #[must_use]
    pub fn read_time(mut self, time: Duration) -> Self {
        self.read_time = time;
        self
    }

    /// How long calls may still run and be answered on stdio after end of input, SIGTERM or Ctrl-C. Default 1 second.
    ///
    /// What is not done by then is cancelled. Clients commonly kill a server that is still there after two seconds.
    #[must_use]
    pub fn grace(mut self, time: Duration) -> Self {
        self.grace = time;
        self
    }

    /// How long HTTP requests may still run after SIGTERM or Ctrl-C. Default 10 seconds. What is not done by then is cancelled.
    #[must_use]
    pub fn drain(mut self, time: Duration) -> Self {
        self.drain = time;
        self
    }

    /// How many subscriptions are open at once, over all connections. Default 512. One more is answered -32603, with the reason.
    ///
    /// Each also takes one of [`concurrent_requests`](Self::concurrent_requests) over HTTP, so keep this below that.
    #[must_use]
    pub fn subscriptions(mut self, subscriptions: usize) -> Self {
        self.subscriptions = subscriptions;
        self
    }

    /// How many subscriptions are open at once on one connection of stdio and the like. Default 32. One more is answered
    /// -32603, with the reason. Over HTTP, a connection carries one at a time.
    #[must_use]
    pub fn subscriptions_per_connection(mut self, subscriptions: usize) -> Self {
        self.subscriptions_per_connection = subscriptions;
        self
    }

    /// How many resources one subscription may name. Default 1024. More are answered -32602.
    #[must_use]
    pub fn subscribed_resources(mut self, resources: usize) -> Self {
        self.subscribed_resources = resources;
        self
    }

    /// How long a client may leave unread what it is sent. Default 30 seconds. After that its subscriptions end, and a
    /// connection of the server's own HTTP listener is closed.
    ///
    /// Until then changes wait for it, each once.
    #[must_use]
    pub fn stalled(mut self, time: Duration) -> Self {
        self.stalled = time;
        self
    }

    /// How many clients of earlier revisions may have an HTTP session at once. Default 4096. For one more, the session that was
    /// idle for longest ends; its client is answered 404 and begins again.
    #[must_use]
    pub fn sessions(mut self, sessions: usize) -> Self {
        self.sessions = sessions;
        self
    }

    /// How long an HTTP session of a client of an earlier revision may be idle before it ends. Default 30 minutes.
    #[must_use]
    pub fn session_idle(mut self, time: Duration) -> Self {
        self.session_idle = time;
        self
    }

    /// How many events an HTTP session of a client of an earlier revision keeps, so that the client can come back for what it has missed
    /// on a stream that broke. Default 256; with 0 nothing is kept, and no client is told that it may come back.
    ///
    /// When there are more, the oldest notifications go first, then answers that nobody came back for. A client that asks for what is
    /// not kept any more is answered 400, with the reason.
    #[must_use]
    pub fn resume_events(mut self, events: usize) -> Self {
        self.resume_events = events;
        self
    }

    /// How large these events may be together, in bytes, in one session. Default 2 MiB. What is more goes as with
    /// [`resume_events`](Self::resume_events).
    #[must_use]
    pub fn resume_bytes(mut self, bytes: usize) -> Self {
        self.resume_bytes = bytes;
        self
    }

    /// How large these events may be together, in bytes, in all sessions. Default 64 MiB. A session that would go beyond it keeps less
    /// of its own.
    #[must_use]
    pub fn resume_total_bytes(mut self, bytes: usize) -> Self {
        self.resume_total_bytes = bytes;
        self
    }

    /// For how long at least a stream is kept after its end, and at most for twice as long. Default 5 minutes.
    #[must_use]
    pub fn resume_time(mut self, time: Duration) -> Self {
        self.resume_time = time;
        self
    }

    /// How many log messages one call may send to its client. Default 20 a second, 64 at once.
    ///
    /// What is more is dropped, and counted in the server's own log when the call ends. A burst of 0 and a rate that is not a
    /// positive number keep the server from starting.
    #[must_use]
    pub fn log_rate(mut self, rate: RateLimit) -> Self {
        self.log_rate = rate;
        self
    }

    /// The names of bounds that would refuse everything.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &'static str> {
        [
            ("message_bytes", self.message_bytes == 0),
            ("result_bytes", self.result_bytes == 0),
            ("concurrent_calls", self.concurrent_calls == 0),
            ("call_time", self.call_time.is_zero()),
            ("connections", self.connections == 0),
            ("concurrent_requests", self.concurrent_requests == 0),
            ("header_count", self.header_count == 0),
            ("header_bytes", self.header_bytes == 0),
            ("read_time", self.read_time.is_zero()),
            ("subscriptions", self.subscriptions == 0),
            ("subscriptions_per_connection", self.subscriptions_per_connection == 0),
            ("subscribed_resources", self.subscribed_resources == 0),
            ("stalled", self.stalled.is_zero()),
            ("sessions", self.sessions == 0),
            ("session_idle", self.session_idle.is_zero()),
            ("resume_bytes", self.resume_bytes == 0),
            ("resume_total_bytes", self.resume_total_bytes == 0),
            ("resume_time", self.resume_time.is_zero()),
        ]
        .into_iter()
        .filter_map(|(name, zero)| zero.then_some(name))
    }
}

/// How often each tool may be called.
///
/// A bucket of `burst` calls that refills with `per_second` calls a second, one bucket per tool. A call beyond it is
/// answered with a transient failure (`isError`) that says after how many seconds to retry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateLimit {
    per_second: f64,
    burst: u32,
}

impl RateLimit {
    /// `per_second` calls in the long run, `burst` at once. [`Server::build`](crate::Server::build) refuses a rate that is not a positive
    /// number and a burst of 0.
    #[must_use]
    pub const fn new(per_second: f64, burst: u32) -> Self {
        Self { per_second, burst }
    }

    pub(crate) fn is_usable(self) -> bool {
        self.per_second.is_finite() && self.per_second >= 1e-6 && self.burst > 0
    }
}

impl Default for RateLimit {
    /// 100 calls a second per tool, 1 000 at once: out of a model's reach, within that of a runaway loop.
    fn default() -> Self {
        Self::new(100.0, 1_000)
    }
}

/// The rate limit of a set of tools: the generic cell rate algorithm, one atomic per tool.
#[derive(Debug)]
pub(crate) struct Limiter {
    epoch: Instant,
    /// Nanoseconds that one call takes out of the bucket.
    interval: u64,
    /// How far ahead of the clock a tool's theoretical arrival time may lie.
    tolerance: u64,
    arrivals: Box<[AtomicU64]>,
}

impl Limiter {
    pub(crate) fn new(limit: RateLimit, tools: usize) -> Self {
        let interval = (1e9 / limit.per_second).min(1e18) as u64;
        Self {
            epoch: Instant::now(),
            interval,
            tolerance: interval.saturating_mul(u64::from(limit.burst.saturating_sub(1))),
            arrivals: (0..tools).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Takes one call of the tool at `index` out of its bucket, or says how long until one fits.
    ///
    /// # Errors
    /// The time after which a retry would be admitted.
    pub(crate) fn admit(&self, index: usize) -> Result<(), Duration> {
        let now = u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.admit_at(index, now)
    }

    /// Counts on at `index` where another limiter of the same rate stopped at `from`.
    pub(crate) fn copy(&self, index: usize, other: &Self, from: usize) {
        let (Some(arrival), Some(seen)) = (self.arrivals.get(index), other.arrivals.get(from)) else {
            return;
        };
        // Each counts from a start of its own.
        let ahead = other.epoch.elapsed().as_nanos();
        let ahead = seen.load(Ordering::Relaxed).saturating_sub(u64::try_from(ahead).unwrap_or(u64::MAX));
        let now = u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
        arrival.store(now.saturating_add(ahead), Ordering::Relaxed);
    }

    fn admit_at(&self, index: usize, now: u64) -> Result<(), Duration> {
        let Some(arrival) = self.arrivals.get(index) else { return Ok(()) };
        let mut seen = arrival.load(Ordering::Relaxed);
        loop {
            let ahead = seen.saturating_sub(now);
            if ahead > self.tolerance {
                return Err(Duration::from_nanos(ahead - self.tolerance));
            }
            let next = seen.max(now).saturating_add(self.interval);
            match arrival.compare_exchange_weak(seen, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(current) => seen = current,
            }
        }
    }
}

/// Counts what runs at once.
#[derive(Debug)]
pub(crate) struct Gate {
    inside: AtomicUsize,
    most: usize,
}

impl Gate {
    pub(crate) fn new(most: usize) -> Self {
        Self { inside: AtomicUsize::new(0), most }
    }

    /// A pass that frees its place when dropped; `None` when all places are taken.
    pub(crate) fn enter(&self) -> Option<Pass<'_>> {
        self.take_place().then(|| Pass { gate: self })
    }

    /// As [`enter`](Self::enter), for a pass that outlives the borrow.
    pub(crate) fn enter_owned(self: &Arc<Self>) -> Option<OwnedPass> {
        self.take_place().then(|| OwnedPass { gate: Arc::clone(self) })
    }

    fn take_place(&self) -> bool {
        let free = self.inside.fetch_add(1, Ordering::Relaxed) < self.most;
        if !free {
            self.leave();
        }
        free
    }

    fn leave(&self) {
        self.inside.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }
}

/// A place inside a [`Gate`].
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    gate: &'a Gate,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.gate.leave();
    }
}

/// A [`Pass`] that keeps its gate alive.
#[derive(Debug)]
pub(crate) struct OwnedPass {
    gate: Arc<Gate>,
}

impl Drop for OwnedPass {
    fn drop(&mut self) {
        self.gate.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn tool_32_a_burst_passes_and_the_next_call_is_told_when() {
        let limiter = Limiter::new(RateLimit::new(10.0, 3), 1);
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(0, SECOND), Ok(()));
        }
        assert_eq!(limiter.admit_at(0, SECOND), Err(Duration::from_millis(100)));
        assert_eq!(limiter.admit_at(0, SECOND + SECOND / 10), Ok(()), "one place after a tenth of a second");
        assert!(limiter.admit_at(0, SECOND + SECOND / 10).is_err());
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(0, 100 * SECOND), Ok(()), "a pause refills the whole burst, no more");
        }
        assert!(limiter.admit_at(0, 100 * SECOND).is_err());
    }

    #[test]
    fn tool_32_tools_do_not_share_a_bucket() {
        let limiter = Limiter::new(RateLimit::new(1.0, 1), 2);
        assert!(limiter.admit_at(0, 0).is_ok());
        assert!(limiter.admit_at(0, 0).is_err());
        assert!(limiter.admit_at(1, 0).is_ok());
    }

    #[test]
    fn tool_32_concurrent_callers_never_get_more_than_the_burst() {
        let limiter = Limiter::new(RateLimit::new(0.001, 50), 1);
        let admitted = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        if limiter.admit(0).is_ok() {
                            admitted.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert_eq!(admitted.into_inner(), 50);
    }

    #[test]
    fn a_gate_frees_its_place_when_the_pass_is_dropped() {
        let gate = Gate::new(1);
        let pass = gate.enter();
        assert!(pass.is_some());
        assert!(gate.enter().is_none());
        drop(pass);
        assert!(gate.enter().is_some());
    }

    #[test]
    fn limits_that_refuse_everything_are_named() {
        let limits = Limits::default().message_bytes(0).call_time(Duration::ZERO);
        assert_eq!(limits.faults().collect::<Vec<_>>(), ["message_bytes", "call_time"]);
        assert_eq!(Limits::default().faults().count(), 0);
    }
}
