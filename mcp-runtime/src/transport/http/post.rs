//! One POST: admission, body, dispatch, response.

use super::admission::{Accepts, Caller, Rules};
use super::body::collect;
use super::refusal::Refusal;
use super::sse::{self, Call, Events, Source};
use super::{HttpBody, cors};
use crate::dispatch::{
    Answer, Exchange, Incoming, Mirrored, Mirrors, Outlet, Service, Streams, wants_notifications,
};
use crate::legacy::{Sessions, says_modern};
use crate::limit::{Gate, OwnedPass};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, Request, Response, StatusCode};
use http_body::Body;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// The endpoint as a tower service, to mount in a router.
///
/// It checks everything that the transport must, except the path, which the router has decided, and the `Host` header.
/// Waits for nothing before it is ready.
#[derive(Clone)]
pub struct HttpService {
    inner: Arc<Inner>,
}

/// What all requests of an endpoint share.
pub(crate) struct Inner {
    pub(super) service: Service,
    rules: Rules,
    /// `None` when clients of earlier revisions are not served.
    pub(super) sessions: Option<Arc<Sessions>>,
    keep_alive: Duration,
    /// After how long a client that was let go, or has lost a stream, comes back.
    pub(super) retry: Duration,
    gate: Arc<Gate>,
    pub(super) mute: Arc<dyn Outlet>,
    streams: Arc<Streams>,
}

/// How the answer to a call that may notify begins.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It was over before anything was told.
    Answer(Answer),
    /// It is over, and these are all its events.
    Told(Vec<u8>),
    /// It goes on.
    Streaming(Call),
}

impl std::fmt::Debug for HttpService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpService").field("rules", &self.inner.rules).finish_non_exhaustive()
    }
}

impl Service {
    /// The endpoint as a tower service, for a router that has other routes too.
    ///
    /// A server whose tools ask for input needs [`Server::state_key`](crate::Server::state_key) or
    /// [`Server::single_instance`](crate::Server::single_instance): without either the fault is logged, and calls that ask are
    /// answered -32603.
    ///
    /// Origins are checked as [`HttpConfig`](crate::HttpConfig) says. Authentication, TLS and bounds on connections are the router's.
    ///
    /// ```no_run
    /// # async fn example(service: taffrail::Service) -> std::io::Result<()> {
    /// let app = axum::Router::<()>::new().route_service("/mcp", service.http());
    /// # let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    /// axum::serve(listener, app).await
    /// # }
    /// ```
    #[must_use]
    pub fn http(&self) -> HttpService {
        if let Some(fault) = self.shared_state_fault() {
            tracing::error!(fault, "calls that ask for input are refused");
            self.refuse_unshared_state();
        }
        let rules = Rules::mounted(&self.transports().http, self.limits());
        HttpService::new(self.clone(), rules)
    }
}

impl HttpService {
    pub(crate) fn new(service: Service, rules: Rules) -> Self {
        let inner = Inner {
            rules,
            keep_alive: service.transports().http.keep_alive,
            retry: service.transports().http.retry,
            gate: Arc::new(Gate::new(service.limits().concurrent_requests)),
            sessions: service.serves_legacy().then(|| Arc::new(Sessions::new(service.limits()))),
            mute: Arc::new(Mute),
            streams: Arc::new(Streams::separate()),
            service,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Ends the subscriptions that are open, each with its result; those that come later end at once.
    ///
    /// The server's own listener does so when it stops. A router that waits for its responses to end needs to be helped:
    ///
    /// ```no_run
    /// # async fn example(service: taffrail::Service, stop: impl Future<Output = ()> + Send + 'static)
    /// # -> std::io::Result<()> {
    /// let endpoint = service.http();
    /// let app = axum::Router::<()>::new().route_service("/mcp", endpoint.clone());
    /// # let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    /// axum::serve(listener, app)
    ///     .with_graceful_shutdown(async move {
    ///         stop.await;
    ///         endpoint.end_subscriptions();
    ///     })
    ///     .await
    /// # }
    /// ```
    pub fn end_subscriptions(&self) {
        self.inner.streams.end();
    }

    /// Answers one request; never fails.
    pub(crate) async fn answer<B: Body>(self, request: Request<B>) -> Result<Response<HttpBody>, Infallible> {
        let inner = self.inner;
        let (head, body) = request.into_parts();
        let caller = match inner.rules.caller(&head) {
            Ok(caller) => caller,
            Err(refusal) => return Ok(refusal.into_response()),
        };
        if !inner.rules.has_origins() {
            return Ok(inner.post(head, body).await.unwrap_or_else(Refusal::into_response));
        }
        let sessions = inner.sessions.is_some();
        let page = if caller == Caller::AllowedPage { head.headers.get(ORIGIN).cloned() } else { None };
        let mut response = if page.is_some() && cors::is_preflight(&head) {
            cors::preflight(&inner.allowed_headers(), if sessions { "GET, POST, DELETE" } else { "POST" })
        } else {
            inner.post(head, body).await.unwrap_or_else(Refusal::into_response)
        };
        cors::share(page, sessions, response.headers_mut());
        Ok(response)
    }
}

impl Inner {
    pub(crate) fn service(&self) -> &Service {
        &self.service
    }

    pub(crate) fn streams(&self) -> &Arc<Streams> {
        &self.streams
    }

    /// Asked for anew each time, because tools may come and go.
    fn allowed_headers(&self) -> HeaderValue {
        cors::allowed_headers(self.service.now().mirrored_headers(), self.sessions.is_some())
    }

    async fn post<B: Body>(self: Arc<Self>, head: Parts, body: B) -> Result<Response<HttpBody>, Refusal> {
        let accepts = match self.rules.admit(&head) {
            Err(Refusal::NotPost { .. }) => return self.other_verb(&head),
            admitted => admitted?,
        };
        let pass = self.enter()?;
        let limits = self.service.limits();
        let message = collect(body, limits.message_bytes, limits.read_time).await?;
        match self.service.open(&message) {
            Ok(Incoming::Request(request))
                if !says_modern(&request) && self.is_legacy(&head, &request)? =>
            {
                let message = message.clone();
                // Apart, so that the future of other requests does not grow by it.
                return Box::pin(self.answer_legacy(&head, message, accepts, pass)).await;
            }
            Ok(Incoming::Request(request)) if accepts.events && wants_notifications(&request) => {}
            Ok(Incoming::Request(request)) => {
                let mirrors = Mirror(&head.headers);
                let exchange = Exchange { mirrors: Some(&mirrors), outlet: Arc::clone(&self.mute) };
                // In place: hyper drops this future when the client hangs up, and that cancels the call (CANC-01).
                return Ok(accepts.response(self.service.respond(request, exchange).await));
            }
            Ok(Incoming::Notification(notification)) => return self.notified(&head, &notification),
            Ok(Incoming::Response) => return self.answered(&head, &message),
            Err(answer) => return Ok(json(answer)),
        }
        let call = Call::new(Arc::clone(&self), head.headers, message);
        Ok(self.stream(call, accepts, pass).await)
    }

    /// The response to a call that may notify.
    pub(super) async fn stream(&self, call: Call, accepts: Accepts, pass: OwnedPass) -> Response<HttpBody> {
        match call.opening().await {
            Outcome::Answer(answer) => accepts.response(answer),
            Outcome::Told(told) => events(HttpBody::whole(told)),
            Outcome::Streaming(call) => self.events(Source::Call(call), pass),
        }
    }

    /// The response to a call that has begun to be told.
    pub(super) fn events(&self, source: Source, pass: OwnedPass) -> Response<HttpBody> {
        events(Events::body(source, self.keep_alive, pass))
    }

    /// A place among the requests that are answered.
    pub(super) fn enter(&self) -> Result<OwnedPass, Refusal> {
        self.gate.enter_owned().ok_or_else(|| Refusal::Busy { most: self.gate.most() })
    }
}

impl Accepts {
    /// One answer in a form that the client takes. What is no success is JSON always (HTTP-21).
    pub(super) fn response(self, answer: Answer) -> Response<HttpBody> {
        if self.json || answer.status != 200 {
            return json(answer);
        }
        let mut told = Vec::new();
        sse::append(&mut told, &answer.body.parts());
        events(HttpBody::whole(told))
    }
}

fn json(answer: Answer) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::answer(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

pub(super) fn accepted() -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

fn events(body: HttpBody) -> Response<HttpBody> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Send,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<HttpBody>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        Box::pin(self.clone().answer(request))
    }
}

/// The headers of a request as dispatch sees them.
pub(crate) struct Mirror<'a>(pub(crate) &'a HeaderMap);

impl Mirrors for Mirror<'_> {
    fn get(&self, name: &str) -> Mirrored<'_> {
        let mut values = self.0.get_all(name).iter();
        match (values.next(), values.next()) {
            (None, _) => Mirrored::Absent,
            (Some(value), None) => Mirrored::One(value.as_bytes()),
            (Some(_), Some(_)) => Mirrored::Many,
        }
    }
}

/// The outlet of a request that did not ask for notifications, or whose client takes none.
#[derive(Debug)]
struct Mute;

impl Outlet for Mute {
    fn notify(&self, _message: Vec<u8>) {
        tracing::debug!("a notification nobody asked for was dropped");
    }
}
