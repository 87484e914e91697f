//! What one line-framed connection keeps: the calls in flight, by id.

use super::Outbox;
use crate::dispatch::{
    Answer, Exchange, Id, Incoming, Notification, Outlet, Request, Service, Streams, wants_notifications,
};
use crate::legacy::{Era, Peer, Signals, says_modern};
use crate::lock::lock;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// The memory of a line longer than this is given back, in bytes.
const KEPT_LINE: usize = 256 << 10;

/// One connection: its service, its writer, its calls in flight.
pub(crate) struct Connection {
    service: Service,
    outbox: Arc<Outbox>,
    runtime: Handle,
    calls: Mutex<Calls>,
    /// The client, when it has begun with `initialize`.
    peer: Mutex<Option<Arc<Peer>>>,
    /// The last call in flight ended: wakes [`Connection::end`].
    quiet: Notify,
    /// Of the requests that stay open.
    streams: Arc<Streams>,
    /// Handed to requests that cannot notify.
    mute: Arc<dyn Outlet>,
    over: AtomicBool,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("outbox", &self.outbox)
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Calls {
    running: HashMap<Id<'static>, Running>,
    /// Tells apart calls that reuse an id.
    count: u64,
    closed: bool,
}

#[derive(Debug)]
struct Running {
    number: u64,
    /// `None` while a thread is blocked in it.
    task: Option<AbortHandle>,
    outlet: Option<Arc<CallOutlet>>,
}

/// What the message that a thread polls has started.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    state: Mutex<SlotState>,
}

#[derive(Debug, Default)]
struct SlotState {
    /// A request, for the case that it is not answered in place.
    started: Option<Started>,
    /// The same, once it counts as in flight.
    adopted: Option<(Id<'static>, u64)>,
}

#[derive(Debug)]
struct Started {
    id: Id<'static>,
    outlet: Option<Arc<CallOutlet>>,
}

impl Connection {
    pub(crate) fn new(service: Service, outbox: Arc<Outbox>, runtime: Handle) -> Arc<Self> {
        let streams = Arc::new(Streams::shared(service.limits().subscriptions_per_connection));
        Arc::new(Self {
            streams,
            service,
            outbox,
            runtime,
            calls: Mutex::default(),
            peer: Mutex::default(),
            quiet: Notify::new(),
            mute: Arc::new(Mute),
            over: AtomicBool::new(false),
        })
    }

    pub(crate) fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// The longest line that is taken, in bytes.
    pub(crate) fn line_limit(&self) -> usize {
        self.service.limits().message_bytes
    }

    /// Whether nothing is answered any more, so that reading on would be of no use.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// The answer to a line that was longer than the limit.
    pub(crate) fn too_long(&self) -> Answer {
        let limit = self.line_limit();
        Answer::invalid_request(format!("the line is longer than the limit of {limit} bytes; it was skipped"))
    }

    /// Takes no more requests, gives those in flight the grace to end and be answered, then cancels the rest.
    pub(crate) async fn end(&self) {
        let grace = self.service.limits().grace;
        self.calls().closed = true;
        self.streams.end();
        let all_written = async {
            self.all_ended().await;
            self.outbox.drained().await;
        };
        if tokio::time::timeout(grace, all_written).await.is_err() {
            tracing::debug!(?grace, "the grace is over; calls in flight are cancelled");
        }
        self.abandon();
    }

    /// Cancels what is in flight and says nothing more.
    pub(crate) fn abandon(&self) {
        self.over.store(true, Ordering::SeqCst);
        let mut calls = self.calls();
        calls.closed = true;
        let running = std::mem::take(&mut calls.running);
        drop(calls);
        for call in running.into_values() {
            call.cancel();
        }
        self.streams.end();
        if let Some(peer) = &*lock(&self.peer) {
            peer.interest().end();
        }
        self.outbox.close();
    }

    /// The whole life of one message. Owns its line, so that it can outlive the buffer it came from, and gives it back.
    async fn exchange(self: Arc<Self>, line: Vec<u8>, slot: Arc<Slot>) -> (Vec<u8>, Option<Answer>) {
        let answer = self.answer(&line, &slot).await;
        (line, answer)
    }

    async fn answer(&self, line: &[u8], slot: &Slot) -> Option<Answer> {
        let request = match self.service.open(line) {
            Ok(Incoming::Request(request)) => request,
            Ok(Incoming::Notification(notification)) => {
                self.notified(&notification);
                return None;
            }
            Ok(Incoming::Response) => {
                match &*lock(&self.peer) {
                    Some(peer) => peer.answered(line),
                    None => tracing::debug!("a response was dropped: nothing was asked of the client"),
                }
                return None;
            }
            Err(answer) => return Some(answer),
        };
        let is_legacy = !says_modern(&request) && self.is_legacy(&request);
        let outlet = match self.start(&request, is_legacy, slot) {
            Ok(outlet) => outlet,
            Err(answer) => return Some(answer),
        };
        if is_legacy {
            // Apart, so that the future of other requests does not grow by it.
            return Some(Box::pin(self.answer_legacy(request, line, outlet)).await);
        }
        Some(self.service.respond(request, Exchange { mirrors: None, outlet }).await)
    }

    /// Whether a request that does not say its era is of an earlier one.
    fn is_legacy(&self, request: &Request<'_>) -> bool {
        let initialized = lock(&self.peer).is_some();
        let signals = Signals { method: Some(&*request.method), initialized, ..Signals::default() };
        self.service.serves_legacy() && signals.era() == Era::Legacy
    }

    /// Tells a client of an earlier revision of changes, which it does not ask for.
    fn tell(&self, peer: Arc<Peer>) {
        let service = self.service.clone();
        // At once, so that nothing is missed before the task begins.
        service.listen_legacy(&peer);
        let outlet = CallOutlet::new(Arc::clone(&self.outbox), Arc::clone(&self.streams));
        self.runtime.spawn(async move { service.tell_legacy(&peer, &outlet).await });
    }

    async fn answer_legacy(&self, request: Request<'_>, line: &[u8], outlet: Arc<dyn Outlet>) -> Answer {
        if request.method == "initialize" {
            return match self.service.greet(&request.id, line) {
                Ok((peer, answer)) => {
                    let before = lock(&self.peer).replace(Arc::new(peer));
                    if let Some(before) = before {
                        before.interest().end();
                    }
                    answer
                }
                Err(answer) => answer,
            };
        }
        let peer = lock(&self.peer).clone();
        match peer {
            Some(peer) => self.service.respond_legacy(request, &peer, outlet).await,
            None => self.service.pong(&request.id),
        }
    }

    /// Notes the request as started; refuses one whose id is in flight, or that comes too late.
    fn start(&self, request: &Request<'_>, is_legacy: bool, slot: &Slot) -> Result<Arc<dyn Outlet>, Answer> {
        let id = request.id.clone().into_owned();
        if self.calls().running.contains_key(&id) {
            // The id belongs to the request that has it. Naming it here would answer that one.
            return Err(Answer::invalid_request("the id of this request is that of another one in flight"));
        }
        let may_notify = wants_notifications(request) || is_legacy;
        let live = may_notify
            .then(|| Arc::new(CallOutlet::new(Arc::clone(&self.outbox), Arc::clone(&self.streams))));
        let outlet = match &live {
            Some(outlet) => Arc::clone(outlet) as Arc<dyn Outlet>,
            None => Arc::clone(&self.mute),
        };
        lock(&slot.state).started = Some(Started { id, outlet: live });
        Ok(outlet)
    }

    fn notified(&self, notification: &Notification<'_>) {
        if notification.method == "notifications/initialized"
            && let Some(peer) = &*lock(&self.peer)
        {
            if peer.set_ready() {
                self.tell(Arc::clone(peer));
            }
            return;
        }
        if notification.method != "notifications/cancelled" {
            tracing::debug!(method = &*notification.method, "a notification without effect");
            return;
        }
        let Some(id) = notification.params.request_id.and_then(|raw| Id::parse(raw.get())) else {
            tracing::debug!("a malformed cancellation was ignored");
            return;
        };
        let call = self.calls().running.remove(&id.clone().into_owned());
        let reason = notification.params.reason.map_or("", RawValue::get);
        tracing::info!(
            id = id.as_json(),
            in_flight = call.is_some(),
            reason,
            "the client cancelled a request"
        );
        if let Some(call) = call {
            call.cancel();
            self.ended();
        }
    }

    /// What follows from polling a message: the answer to write now, if there is one.
    pub(crate) fn settle(self: &Arc<Self>, slot: &Slot, polled: Polled) -> Option<Answer> {
        let started = lock(&slot.state).started.take();
        match polled {
            Polled::Ready(answer) => {
                if let Some(outlet) = started.and_then(|started| started.outlet) {
                    outlet.close();
                }
                answer
            }
            Polled::Pending(exchange) => {
                if let Some((id, number)) = started.and_then(|started| self.enter(started)) {
                    self.run(id, number, exchange);
                }
                None
            }
        }
    }

    /// Counts a request as in flight although a thread is still blocked in it, so that it can be cancelled.
    pub(crate) fn adopt(&self, slot: &Slot) {
        let mut state = lock(&slot.state);
        if let Some(started) = state.started.take() {
            state.adopted = self.enter(started);
        }
    }

    /// As [`settle`](Self::settle), when others have written since the message was begun.
    pub(crate) fn settle_late(self: &Arc<Self>, slot: &Slot, polled: Polled) {
        let adopted = lock(&slot.state).adopted.take();
        match (polled, adopted) {
            (Polled::Ready(answer), Some((id, number))) => self.finished(&id, number, answer),
            (Polled::Pending(exchange), Some((id, number))) => self.run(id, number, exchange),
            (polled, None) => {
                if let Some(answer) = self.settle(slot, polled) {
                    self.outbox.push(&answer.body.parts());
                }
            }
        }
    }

    /// Puts a request among those in flight, unless it is too late for that.
    fn enter(&self, started: Started) -> Option<(Id<'static>, u64)> {
        let Started { id, outlet } = started;
        let mut calls = self.calls();
        if calls.closed {
            return None;
        }
        calls.count += 1;
        let number = calls.count;
        calls.running.insert(id.clone(), Running { number, task: None, outlet });
        Some((id, number))
    }

    /// Runs on in the runtime. Whoever takes the call out of the map decides whether it is answered.
    fn run(self: &Arc<Self>, id: Id<'static>, number: u64, exchange: Exchanging) {
        let mut calls = self.calls();
        let Some(call) = calls.running.get_mut(&id).filter(|call| call.number == number) else { return };
        let connection = Arc::clone(self);
        let task = self.runtime.spawn(async move {
            let (_, answer) = exchange.await;
            connection.finished(&id, number, answer);
        });
        call.task = Some(task.abort_handle());
    }

    fn finished(&self, id: &Id<'static>, number: u64, answer: Option<Answer>) {
        let mut calls = self.calls();
        if calls.running.get(id).is_none_or(|call| call.number != number) {
            return;
        }
        let call = calls.running.remove(id);
        drop(calls);
        if let Some(outlet) = call.and_then(|call| call.outlet) {
            outlet.close();
        }
        if let Some(answer) = answer {
            self.outbox.push(&answer.body.parts());
        }
        self.ended();
    }

    fn ended(&self) {
        if self.calls().running.is_empty() {
            self.quiet.notify_waiters();
        }
    }

    async fn all_ended(&self) {
        loop {
            let quiet = self.quiet.notified();
            let mut quiet = std::pin::pin!(quiet);
            quiet.as_mut().enable();
            if self.calls().running.is_empty() {
                return;
            }
            quiet.await;
        }
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        lock(&self.calls)
    }
}

impl Running {
    fn cancel(self) {
        if let Some(outlet) = &self.outlet {
            outlet.close();
        }
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// A message that was polled once.
pub(crate) enum Polled {
    /// Its answer; `None` for what is never answered.
    Ready(Option<Answer>),
    /// It waits for something, and is now the runtime's.
    Pending(Exchanging),
}

/// The rest of a message's life: its line, given back, and its answer.
type Exchanging = Pin<Box<dyn Future<Output = (Vec<u8>, Option<Answer>)> + Send>>;

/// Polls messages once each, on the calling thread. What was started is left in `slot`, for [`Connection::settle`].
///
/// The line is taken, and given back when its message is ready. The memory of one message serves the next: a message that
/// is answered in place costs no allocation here.
pub(crate) fn poller(
    connection: Arc<Connection>,
    slot: Arc<Slot>,
) -> impl FnMut(&mut Vec<u8>) -> Polled + Send {
    let mut spare = None;
    move |line| {
        let exchange = Arc::clone(&connection).exchange(std::mem::take(line), Arc::clone(&slot));
        let mut future = placed(exchange, spare.take());
        // A pending future is polled again as soon as the runtime has it, and then leaves the waker that counts.
        match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready((used, answer)) => {
                spare = Some(future);
                if used.capacity() <= KEPT_LINE {
                    *line = used;
                }
                Polled::Ready(answer)
            }
            Poll::Pending => Polled::Pending(future),
        }
    }
}

/// Puts a future where an earlier one of its type was.
fn placed<F: Future>(future: F, place: Option<Pin<Box<F>>>) -> Pin<Box<F>> {
    match place {
        None => Box::pin(future),
        Some(mut place) => {
            place.set(future);
            place
        }
    }
}

/// Notifications of one call; closed before the call is answered or dropped, so that none comes too late.
#[derive(Debug)]
struct CallOutlet {
    outbox: Arc<Outbox>,
    streams: Arc<Streams>,
    open: Mutex<bool>,
}

impl CallOutlet {
    fn new(outbox: Arc<Outbox>, streams: Arc<Streams>) -> Self {
        Self { outbox, streams, open: Mutex::new(true) }
    }

    fn close(&self) {
        *lock(&self.open) = false;
    }
}

impl Outlet for CallOutlet {
    fn notify(&self, message: Vec<u8>) {
        let open = lock(&self.open);
        if *open {
            self.outbox.push(&[&message]);
        }
    }

    fn room(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.outbox.has_room())
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        Some(Arc::clone(&self.streams))
    }
}

/// The outlet of a request that did not ask for notifications.
#[derive(Debug)]
struct Mute;

impl Outlet for Mute {
    fn notify(&self, _message: Vec<u8>) {
        tracing::debug!("a notification nobody asked for was dropped");
    }
}
