//! One client of an earlier revision: what it has said of itself when it began.

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicBool, Ordering};
use taffrail_core::Capability;
use taffrail_core::protocol::{ClientCapabilities, Greeting};

/// How many characters of a client's name and version are kept.
const KEPT: usize = 200;

/// A client that has begun with `initialize`.
#[derive(Debug)]
pub(crate) struct Peer {
    version: &'static str,
    /// What of its capabilities this server knows, so that a client cannot fill the memory with others.
    capabilities: Box<RawValue>,
    client_info: Option<Box<RawValue>>,
    /// It has said that it is ready.
    ready: AtomicBool,
}

impl Peer {
    /// `None` when what it has said cannot be kept, which it always can.
    pub(crate) fn new(greeting: &Greeting<'_>) -> Option<Self> {
        Some(Self {
            version: greeting.version,
            capabilities: known_capabilities(greeting)?,
            client_info: greeting.client_info.and_then(short_info),
            ready: AtomicBool::new(false),
        })
    }

    /// The version that was agreed on.
    pub(crate) fn version(&self) -> &'static str {
        self.version
    }

    pub(crate) fn capabilities(&self) -> &RawValue {
        &self.capabilities
    }

    pub(crate) fn client_info(&self) -> Option<&RawValue> {
        self.client_info.as_deref()
    }

    /// `notifications/initialized` has come.
    pub(crate) fn set_ready(&self) {
        self.ready.store(true, Ordering::Release);
    }

    /// Whether it may be asked anything.
    #[cfg_attr(not(test), expect(dead_code, reason = "nothing is asked yet"))]
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }
}

fn known_capabilities(greeting: &Greeting<'_>) -> Option<Box<RawValue>> {
    let declared = ClientCapabilities::read(greeting.capabilities)?;
    let mut known = json!({});
    if declared.has(Capability::Elicitation) {
        known["elicitation"]["form"] = json!({});
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
    serde_json::value::to_raw_value(&known).ok()
}

/// Name and version alone, cut to what a log can bear.
fn short_info(info: &RawValue) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Info {
        name: String,
        version: String,
    }
    let info: Info = serde_json::from_str(info.get()).ok()?;
    let short = |text: String| text.chars().take(KEPT).collect::<String>();
    serde_json::value::to_raw_value(&json!({"name": short(info.name), "version": short(info.version)})).ok()
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

    #[test]
    fn legacy_06_a_client_is_asked_nothing_before_it_is_ready() {
        let peer = peer(&json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
        assert!(!peer.is_ready());
        peer.set_ready();
        assert!(peer.is_ready());
    }
}
