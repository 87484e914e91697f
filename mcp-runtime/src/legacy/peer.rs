//! One client of an earlier revision: what it has said of itself when it began.

use super::Interest;
use crate::lock::lock;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use taffrail_core::Capability;
use taffrail_core::protocol::{ClientAnswer, ClientCapabilities, Greeting, LEGACY_VERSIONS, LogLevel};
use tokio::sync::oneshot;

/// How many characters of a client's name and version are kept.
const KEPT: usize = 200;

/// The least severe log messages that a client gets which has not said what it wants.
const LOG_LEVEL: LogLevel = LogLevel::Info;

/// A client that has begun with `initialize`.
#[derive(Debug)]
pub(crate) struct Peer {
    version: &'static str,
    /// What of its capabilities this server knows, so that a client cannot fill the memory with others.
    capabilities: Box<RawValue>,
    client_info: Option<Box<RawValue>>,
    /// It has said that it is ready.
    ready: AtomicBool,
    questions: Mutex<Questions>,
    log_level: Mutex<LogLevel>,
    interest: Interest,
}

/// What the client was asked and has not answered.
#[derive(Debug, Default)]
struct Questions {
    /// No number is used twice.
    last: u64,
    open: Vec<(u64, oneshot::Sender<Option<Value>>)>,
}

/// A question for the client.
pub(crate) struct Asked {
    /// The id of its request.
    pub(crate) number: u64,
    /// The result; `None` when the client gives an error instead.
    pub(crate) answer: oneshot::Receiver<Option<Value>>,
}

impl Questions {
    /// A question is over, one way or the other.
    fn take(&mut self, number: u64) -> Option<oneshot::Sender<Option<Value>>> {
        let at = self.open.iter().position(|(open, _)| *open == number)?;
        Some(self.open.swap_remove(at).1)
    }
}

impl Peer {
    /// `None` when what it has said cannot be kept, which it always can.
    pub(crate) fn new(greeting: &Greeting<'_>) -> Option<Self> {
        Some(Self {
            version: greeting.version,
            capabilities: known_capabilities(greeting)?,
            client_info: greeting.client_info.and_then(short_info),
            ready: AtomicBool::new(false),
            questions: Mutex::default(),
            log_level: Mutex::new(LOG_LEVEL),
            interest: Interest::default(),
        })
    }

    /// The version that was agreed on.
    pub(crate) fn version(&self) -> &'static str {
        self.version
    }

    /// Whether that is 2025-11-25, the newest of the earlier ones.
    pub(crate) fn has_newest(&self) -> bool {
        self.version == LEGACY_VERSIONS[0]
    }

    pub(crate) fn capabilities(&self) -> &RawValue {
        &self.capabilities
    }

    pub(crate) fn client_info(&self) -> Option<&RawValue> {
        self.client_info.as_deref()
    }

    /// `notifications/initialized` has come; false when it had before.
    pub(crate) fn set_ready(&self) -> bool {
        !self.ready.swap(true, Ordering::AcqRel)
    }

    /// The least severe log messages that it wants.
    pub(crate) fn log_level(&self) -> LogLevel {
        *lock(&self.log_level)
    }

    /// It wants others from its next request on.
    pub(crate) fn set_log_level(&self, level: LogLevel) {
        *lock(&self.log_level) = level;
    }

    /// What it is told of.
    pub(crate) fn interest(&self) -> &Interest {
        &self.interest
    }

    /// Whether it may be asked anything.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Numbers a question and waits for its answer.
    pub(crate) fn ask(&self) -> Asked {
        let (tell, answer) = oneshot::channel();
        let mut questions = self.questions();
        questions.last += 1;
        let number = questions.last;
        questions.open.push((number, tell));
        Asked { number, answer }
    }

    /// Waits no more for an answer.
    pub(crate) fn forget(&self, number: u64) {
        self.questions().take(number);
    }

    /// Takes a message that has been seen to be a response. One to nothing that was asked is dropped.
    pub(crate) fn answered(&self, message: &[u8]) {
        let answer = ClientAnswer::read(message);
        let number = answer.as_ref().and_then(|answer| answer.id.as_json().parse().ok());
        let asked = number.and_then(|number: u64| self.questions().take(number));
        let (Some(answer), Some(asked)) = (answer, asked) else {
            tracing::debug!("a response to nothing that was asked was dropped");
            return;
        };
        let result = answer.result.and_then(|result| result.get().parse().ok());
        // The call may have ended in this moment.
        let _ = asked.send(result);
    }

    fn questions(&self) -> MutexGuard<'_, Questions> {
        lock(&self.questions)
    }
}

fn known_capabilities(greeting: &Greeting<'_>) -> Option<Box<RawValue>> {
    let declared = ClientCapabilities::read(greeting.capabilities)?;
    let mut known = json!({});
    if declared.has(Capability::Elicitation) {
        known["elicitation"]["form"] = json!({});
    }
    // Pages came with the newest of the earlier revisions.
    if declared.has(Capability::ElicitationUrl) && greeting.version == LEGACY_VERSIONS[0] {
        known["elicitation"]["url"] = json!({});
    }
    if declared.has(Capability::Sampling) {
        known["sampling"] = json!({});
    }
    if declared.has(Capability::SamplingTools) {
        known["sampling"]["tools"] = json!({});
    }
    if declared.has(Capability::Roots) {
        known["roots"] = json!({});
    }
    RawValue::from_string(known.to_string()).ok()
}

/// Name and version alone, cut to what a log can bear.
fn short_info(info: &RawValue) -> Option<Box<RawValue>> {
    let info: Value = info.get().parse().ok()?;
    let short = |name| Some(Value::from(info.get(name)?.as_str()?.chars().take(KEPT).collect::<String>()));
    let (name, version) = (short("name")?, short("version")?);
    RawValue::from_string(format!(r#"{{"name":{name},"version":{version}}}"#)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(params: &serde_json::Value) -> Peer {
        let message = json!({"params": params}).to_string();
        Peer::new(&Greeting::read(message.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn legacy_08_capabilities_are_those_of_initialize_and_no_others_are_kept() {
        let large = "x".repeat(100_000);
        let peer = peer(&json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"elicitation": {}, "roots": {"listChanged": true}, "experimental": {"a": large}},
            "clientInfo": {"name": large, "version": "1", "icons": [large]},
        }));
        assert_eq!(peer.version(), "2025-06-18");
        assert_eq!(peer.capabilities().get(), r#"{"elicitation":{"form":{}},"roots":{}}"#);
        assert!(peer.client_info().unwrap().get().len() < 300);
    }

    #[tokio::test]
    async fn legacy_26_answers_find_their_questions_and_others_are_dropped() {
        let peer = peer(&json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
        let (first, second, third) = (peer.ask(), peer.ask(), peer.ask());
        let respond = |id: &Value, member: &str| {
            peer.answered(json!({"jsonrpc": "2.0", "id": id, member: {"a": 1}}).to_string().as_bytes());
        };
        respond(&second.number.into(), "result");
        respond(&second.number.into(), "result");
        respond(&first.number.to_string().into(), "result");
        respond(&99.into(), "result");
        respond(&third.number.into(), "error");
        assert_eq!(second.answer.await.unwrap(), Some(json!({"a": 1})));
        assert_eq!(third.answer.await.unwrap(), None);
        peer.forget(first.number);
        assert!(first.answer.await.is_err(), "the id of another type is another id");
    }

    #[test]
    fn legacy_06_a_client_is_asked_nothing_before_it_is_ready() {
        let peer = peer(&json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
        assert!(!peer.is_ready());
        peer.set_ready();
        assert!(peer.is_ready());
    }
}
