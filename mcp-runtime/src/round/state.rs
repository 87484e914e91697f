//! What is kept from one round to the next, by the client, who cannot read it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// The content of a sealed state. What it maps is JSON from the start, since that is what it comes from and becomes.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Milliseconds since 1970, after which it is not accepted any more.
    pub(super) expires: u64,
    /// How many rounds there have been.
    pub(super) round: u32,
    /// What was asked last, each key with a digest of what its answer is bound to, or null.
    pub(super) asked: Value,
    /// What was answered before: [`answered`] for each key.
    pub(super) answered: Value,
    /// What `once` remembers: the text of some JSON for each key.
    pub(super) kept: Value,
}

/// An answer with a digest of what it is bound to, as states keep it.
pub(super) fn answered(value: Value, shown: Option<String>) -> Value {
    let mut answered = Value::Null;
    answered["v"] = value;
    if let Some(shown) = shown {
        answered["s"] = shown.into();
    }
    answered
}

impl State {
    /// As text. The short names keep it short.
    pub(super) fn to_json(&self) -> String {
        let Self { expires, round, asked, answered, kept } = self;
        format!(r#"{{"e":{expires},"r":{round},"q":{asked},"a":{answered},"k":{kept}}}"#)
    }

    /// Reads the text again. It was sealed, so that nobody else can have written it.
    pub(super) fn read(json: &[u8]) -> Option<Self> {
        let mut state: Value = std::str::from_utf8(json).ok()?.parse().ok()?;
        Some(Self {
            expires: state["e"].as_u64()?,
            round: u32::try_from(state["r"].as_u64()?).ok()?,
            asked: state["q"].take(),
            answered: state["a"].take(),
            kept: state["k"].take(),
        })
    }

    /// An earlier answer, and the digest of what it is bound to.
    pub(super) fn answer(&self, key: &str) -> Option<(&Value, Option<&str>)> {
        let answered = self.answered.get(key)?;
        Some((answered.get("v")?, answered.get("s").and_then(Value::as_str)))
    }

    /// Sets when it expires.
    pub(super) fn expiring_in(mut self, time: Duration) -> Self {
        let since = (SystemTime::now() + time).duration_since(UNIX_EPOCH).unwrap_or_default();
        self.expires = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        self
    }

    pub(super) fn expires_at(&self) -> SystemTime {
        UNIX_EPOCH.checked_add(Duration::from_millis(self.expires)).unwrap_or(UNIX_EPOCH)
    }

    pub(super) fn is_expired(&self) -> bool {
        self.expires_at() <= SystemTime::now()
    }
}
