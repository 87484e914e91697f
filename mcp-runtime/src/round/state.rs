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
        let seldom = [("a", answered), ("k", kept)].into_iter().filter(|(_, value)| !value.is_null());
        let seldom: String = seldom.map(|(name, value)| format!(",\"{name}\":{value}")).collect();
        format!(r#"{{"e":{expires},"r":{round},"q":{asked}{seldom}}}"#)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_holds_what_there_is_and_nothing_else() {
        let (asked, answer) = (Value::from_iter([("x", Value::Null)]), answered(1.into(), Some("d".into())));
        let state = State { expires: 7, round: 1, asked, ..State::default() };
        assert_eq!(state.to_json(), r#"{"e":7,"r":1,"q":{"x":null}}"#);
        let state = State {
            answered: Value::from_iter([("y", answer)]),
            kept: Value::from_iter([("z", "2")]),
            ..state
        };
        let text = state.to_json();
        assert_eq!(text, r#"{"e":7,"r":1,"q":{"x":null},"a":{"y":{"s":"d","v":1}},"k":{"z":"2"}}"#);
        let read = State::read(text.as_bytes()).unwrap();
        assert_eq!((read.answer("y"), read.to_json()), (Some((&1.into(), Some("d"))), text));
    }

    #[test]
    fn what_is_no_state_is_none() {
        for text in ["", "7", "[]", "{}", r#"{"e":1}"#, r#"{"e":1,"r":4294967296}"#, r#"{"e":1,"r":1}x"#] {
            assert!(State::read(text.as_bytes()).is_none(), "{text}");
        }
    }
}
