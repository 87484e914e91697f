//! Server-sent events: the notifications of one request, then its response.

use super::HttpBody;
use super::kept::Kept;
use super::post::{Inner, Outcome};
use crate::dispatch::{Answer, Exchange, Incoming, Outlet, Streams};
use crate::limit::OwnedPass;
use crate::lock::lock;
use bytes::Bytes;
use http::HeaderMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

type Running = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// A call that may notify. It runs inside whoever waits for the response, so that dropping that cancels it.
pub(crate) struct Call {
    running: Running,
    channel: Arc<Channel>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}

impl Call {
    /// `message` has been seen to be a request.
    pub(crate) fn new(inner: Arc<Inner>, headers: HeaderMap, message: Bytes) -> Self {
        let channel = Channel::new(inner.streams());
        let outlet = Arc::clone(&channel) as Arc<dyn Outlet>;
        let running = Box::pin(async move {
            // Parsed again, because a parsed request borrows its bytes and cannot be moved together with them.
            match inner.service().open(&message) {
                Ok(Incoming::Request(request)) => {
                    let mirrors = super::post::Mirror(&headers);
                    inner.service().respond(request, Exchange { mirrors: Some(&mirrors), outlet }).await
                }
                Ok(_) => Answer::invalid_request("not a request"),
                Err(answer) => answer,
            }
        });
        Self { running, channel }
    }

    /// Something that is told until it ends, on a stream without an answer.
    pub(crate) fn telling(channel: Arc<Channel>, running: Running) -> Self {
        Self { running, channel }
    }

    /// Waits for the answer, or for the first notification, whichever comes first.
    pub(crate) async fn opening(mut self) -> Outcome {
        let answer = std::future::poll_fn(|context| {
            if let Poll::Ready(answer) = self.running.as_mut().poll(context) {
                return Poll::Ready(Some(answer));
            }
            if self.channel.has_events(context.waker()) { Poll::Ready(None) } else { Poll::Pending }
        })
        .await;
        match answer {
            None => Outcome::Streaming(self),
            Some(answer) => {
                let mut events = self.channel.close();
                if events.is_empty() {
                    return Outcome::Answer(answer);
                }
                append(&mut events, &answer.body.parts());
                Outcome::Told(events)
            }
        }
    }

    /// The events that are there, and whether they are the last.
    fn read(&mut self, context: &mut Context<'_>) -> (Vec<u8>, bool) {
        if let Poll::Ready(answer) = self.running.as_mut().poll(context) {
            let mut events = self.channel.close();
            append(&mut events, &answer.body.parts());
            return (events, true);
        }
        (self.channel.take(context.waker()), false)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.channel.close();
    }
}

/// Where events come from.
#[derive(Debug)]
pub(crate) enum Source {
    /// A call that runs while it is read.
    Call(Call),
    /// What is kept of a call that runs by itself.
    Kept(Kept),
}

impl Source {
    fn read(&mut self, context: &mut Context<'_>) -> (Vec<u8>, bool) {
        match self {
            Self::Call(call) => call.read(context),
            Self::Kept(kept) => kept.read(context),
        }
    }
}

/// What is left of a call, as an event stream.
#[derive(Debug)]
pub(crate) struct Events {
    /// `None` once the last event has been handed out.
    source: Option<Source>,
    keep_alive: Duration,
    silence: Pin<Box<Sleep>>,
    _pass: OwnedPass,
}

impl Events {
    /// The response body that tells it all to its end.
    pub(crate) fn body(source: Source, keep_alive: Duration, pass: OwnedPass) -> HttpBody {
        let silence = Box::pin(tokio::time::sleep(keep_alive));
        HttpBody::events(Self { source: Some(source), keep_alive, silence, _pass: pass })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.source.is_none()
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(source) = &mut self.source else { return Poll::Ready(None) };
        let (events, over) = source.read(context);
        if over {
            self.source = None;
            return Poll::Ready((!events.is_empty()).then(|| events.into()));
        }
        if !events.is_empty() {
            self.rest();
            return Poll::Ready(Some(events.into()));
        }
        if self.silence.as_mut().poll(context).is_ready() {
            self.rest();
            return Poll::Ready(Some(Bytes::from_static(b": keep-alive\n\n")));
        }
        Poll::Pending
    }

    fn rest(&mut self) {
        let next = Instant::now() + self.keep_alive;
        self.silence.as_mut().reset(next);
    }
}

/// Writes one message, which may be in parts, as one event.
///
/// No message is no event: a cancelled request has no answer.
pub(crate) fn append(events: &mut Vec<u8>, message: &[&[u8]]) {
    let length: usize = message.iter().map(|part| part.len()).sum();
    if length == 0 {
        return;
    }
    events.reserve(length + 8);
    events.extend_from_slice(b"data: ");
    message.iter().for_each(|part| events.extend_from_slice(part));
    events.extend_from_slice(b"\n\n");
}

/// Notifications on their way from a call to its stream.
#[derive(Debug)]
pub(crate) struct Channel {
    state: Mutex<State>,
    streams: Arc<Streams>,
}

#[derive(Debug, Default)]
struct State {
    events: Vec<u8>,
    reader: Option<Waker>,
    closed: bool,
}

impl Channel {
    pub(crate) fn new(streams: &Arc<Streams>) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), streams: Arc::clone(streams) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Whether something waits to be sent; if not, `waker` is told when something does.
    fn has_events(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        if state.events.is_empty() {
            state.reader = Some(waker.clone());
        }
        !state.events.is_empty()
    }

    fn take(&self, waker: &Waker) -> Vec<u8> {
        let mut state = self.lock();
        if state.events.is_empty() {
            state.reader = Some(waker.clone());
        }
        std::mem::take(&mut state.events)
    }

    /// Takes nothing more, and gives what is left.
    fn close(&self) -> Vec<u8> {
        let mut state = self.lock();
        state.closed = true;
        std::mem::take(&mut state.events)
    }
}

impl Outlet for Channel {
    fn notify(&self, message: Vec<u8>) {
        let reader = {
            let mut state = self.lock();
            if state.closed {
                return;
            }
            append(&mut state.events, &[&message]);
            state.reader.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// The call is polled by whoever takes the events, just before it takes them, so that nobody needs to be woken.
    fn room(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::poll_fn(|_| {
            if self.lock().events.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        }))
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        Some(Arc::clone(&self.streams))
    }
}
