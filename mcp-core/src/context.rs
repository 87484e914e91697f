//! What one call may know of its request, and ask of the server that runs it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use crate::Failure;
use crate::ask::Asker;
use crate::protocol::{LogLevel, LogMessage, members, text};

/// The request behind a call: progress, cancellation, work tied to it, and what the client says it is.
///
/// A tool that wants it takes `ctx: &Context`. There is no per-connection storage here: state that
/// spans requests is named by an argument (*Basic > Statelessness*).
///
/// ```compile_fail
/// fn remember(ctx: &taffrail::Context) {
///     ctx.set("cart", 7); // there is no such thing
/// }
/// ```
#[derive(Clone)]
pub struct Context {
    host: Arc<dyn Host>,
    client: Option<Arc<StatedClient>>,
    traceparent: Option<Arc<str>>,
}

/// Waits for a task to begin.
type Begun<'a> = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send + 'a>>;

/// What the runtime does for a call. Object safe, so that the core knows no executor.
pub trait Host: Send + Sync {
    /// Whether the client asked for progress.
    fn wants_progress(&self) -> bool;
    /// Sends one progress report, unless it must be dropped.
    fn progress(&self, progress: Progress<'_>);
    /// Whether the client wants log messages of a level.
    fn wants_log(&self, _level: LogLevel) -> bool {
        false
    }
    /// Sends one log message, unless it must be dropped.
    fn log(&self, _message: LogMessage<'_>) {}
    /// Ends the stream of the call so that its client comes back for the rest; false where clients do not.
    fn let_client_poll(&self) -> bool {
        false
    }
    /// Whether the call was cancelled.
    fn is_cancelled(&self) -> bool;
    /// Resolves when the call is cancelled.
    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
    /// Runs work that ends with the call.
    fn spawn(&self, work: Pin<Box<dyn Future<Output = ()> + Send>>);
    /// Goes on as a task: resolves once the client has been given one, or at once when this call is or has none; with a failure
    /// when no task can be begun now. `None` when the tool has not said that it begins one.
    fn begin_task(&self) -> Option<Begun<'_>> {
        None
    }
    /// The side that asks; `None` when the call must not ask anything.
    fn asker(&self) -> Option<&dyn Asker> {
        None
    }
    /// Whether this is nobody, behind a [`Context::detached`].
    fn is_nobody(&self) -> bool {
        false
    }
}

/// One progress report.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// How much is done. Reports that do not increase it are dropped.
    pub done: f64,
    /// How much there is, if known, in the unit of `done`.
    pub total: Option<f64>,
    /// What is going on, for people.
    pub message: Option<&'a str>,
}

impl Context {
    /// A context over the runtime's side of a call.
    #[must_use]
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self { host, client: None, traceparent: None }
    }

    /// A context without a request, to call a tool's function in a unit test: nobody hears of its progress, nothing
    /// cancels it, and work beside it is dropped.
    ///
    /// Nobody answers there either: `elicit` and `confirm` give a failure of category business. A tool that asks is tested up to
    /// its question this way, for example its dry run, and as a whole through `Service::connect`.
    ///
    /// ```
    /// use taffrail::Context;
    ///
    /// let ctx = Context::detached();
    /// ctx.progress(1.0, Some(2.0));
    /// assert!(!ctx.is_cancelled());
    /// ```
    #[must_use]
    pub fn detached() -> Self {
        Self::new(Arc::new(Nobody))
    }

    pub(crate) fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// Adds what the client says it is: `io.modelcontextprotocol/clientInfo`.
    #[must_use]
    pub fn with_client(mut self, info: &RawValue) -> Self {
        self.client = Some(Arc::new(StatedClient { info: info.to_owned(), read: OnceLock::new() }));
        self
    }

    /// Adds the W3C trace context that the request carried.
    #[must_use]
    pub fn with_traceparent(mut self, traceparent: Option<&str>) -> Self {
        self.traceparent = traceparent.map(Arc::from);
        self
    }

    /// Reports how much of `total` is done. Nothing is sent unless the client asked for progress;
    /// values that do not increase are dropped (*Progress > Progress Flow*).
    pub fn progress(&self, done: f64, total: Option<f64>) {
        self.host.progress(Progress { done, total, message: None });
    }

    /// Reports progress with a sentence for people.
    pub fn progress_message(&self, done: f64, total: Option<f64>, message: &str) {
        self.host.progress(Progress { done, total, message: Some(message) });
    }

    /// Whether the client asked for progress, so that costly reports can be skipped.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        self.host.wants_progress()
    }

    /// Lets the client hang up and come back for the rest of a long call, so that no connection is held meanwhile and no proxy
    /// cuts it: its stream ends, and the call runs on. False where nothing was done.
    ///
    /// Only clients of 2025-11-25 over HTTP can come back, and only while the server keeps what they miss. In the current revision the
    /// end of a stream cancels the call, so it is never ended early.
    ///
    /// ```
    /// use taffrail::Context;
    ///
    /// assert!(!Context::detached().let_client_poll());
    /// ```
    pub fn let_client_poll(&self) -> bool {
        self.host.let_client_poll()
    }

    /// Whether the client cancelled the call, or the server stopped waiting for it.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.host.is_cancelled()
    }

    /// Resolves when the call is cancelled. The call's own future is dropped then anyway; this is for
    /// work that was handed elsewhere.
    pub async fn cancelled(&self) {
        self.host.cancelled().await;
    }

    /// Runs work beside the call that ends with it: when the call is cancelled or answered, the work
    /// is dropped. Use it instead of a detached task.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.host.spawn(Box::pin(work));
    }

    /// What the client says it is. Display data: it is not verified and nothing should depend on it.
    #[must_use]
    pub fn client(&self) -> Option<&ClientInfo> {
        let client = self.client.as_deref()?;
        client.read.get_or_init(|| ClientInfo::read(&client.info)).as_ref()
    }

    /// The `traceparent` of the request, if it carried a well-formed one.
    #[must_use]
    pub fn traceparent(&self) -> Option<&str> {
        self.traceparent.as_deref()
    }
}

/// What a client says it is, to be read when a tool asks, which most never do.
struct StatedClient {
    info: Box<RawValue>,
    read: OnceLock<Option<ClientInfo>>,
}

/// The runtime's side of a call that nobody made.
struct Nobody;

impl Host for Nobody {
    fn wants_progress(&self) -> bool {
        false
    }

    fn progress(&self, _: Progress<'_>) {}

    fn is_cancelled(&self) -> bool {
        false
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }

    fn spawn(&self, _: Pin<Box<dyn Future<Output = ()> + Send>>) {}

    fn is_nobody(&self) -> bool {
        true
    }

    /// Nobody waits for an answer.
    fn begin_task(&self) -> Option<Begun<'_>> {
        Some(Box::pin(std::future::ready(Ok(()))))
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("client", &self.client()).finish_non_exhaustive()
    }
}

/// The client's own name and version, for display and logs only: it can be printed, not compared,
/// because it is not verified (*Basic > Per-response protocol fields*).
///
/// ```compile_fail,E0369
/// fn special(client: &taffrail::ClientInfo) -> bool {
///     *client == *"X 1.0"
/// }
/// ```
#[derive(Clone)]
pub struct ClientInfo(String);

impl ClientInfo {
    /// Malformed data is no error: it is dropped.
    fn read(raw: &RawValue) -> Option<Self> {
        let named = || {
            let [name, version] = members(raw.get(), ["name", "version"])?;
            Some(Self(format!("{} {}", text(name?)?, text(version?)?)))
        };
        let info = named();
        if info.is_none() {
            tracing::debug!("the client's `clientInfo` is malformed and was dropped");
        }
        info
    }
}

impl fmt::Display for ClientInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ClientInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
