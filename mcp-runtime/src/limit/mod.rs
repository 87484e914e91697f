//! Bounds: how much, how many, how long and how often.
//!
//! Every bound has a default, a setter and an error that names it. [`Limits`] holds the plain values, `Gate` counts
//! what runs at once, `Limiter` spaces the calls of each tool.

mod gate;
mod rate;

use std::time::Duration;

pub(crate) use gate::{Gate, OwnedPass, Pass};
pub(crate) use rate::Limiter;
pub use rate::RateLimit;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_refuse_everything_are_named() {
        let limits = Limits::default().message_bytes(0).call_time(Duration::ZERO);
        assert_eq!(limits.faults().collect::<Vec<_>>(), ["message_bytes", "call_time"]);
        assert_eq!(Limits::default().faults().count(), 0);
    }
}
