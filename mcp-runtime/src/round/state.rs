//! What is kept from one round to the next, by the client, who cannot read it.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The content of a sealed state. The short names keep it short.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Milliseconds since 1970, after which it is not accepted any more.
    #[serde(rename = "e")]
    pub(super) expires: u64,
    /// How many rounds there have been.
    #[serde(rename = "r")]
    pub(super) round: u32,
    /// What was asked last, with a digest of what its answer is bound to.
    #[serde(rename = "q")]
    pub(super) asked: BTreeMap<String, Option<String>>,
    /// What was answered before.
    #[serde(rename = "a", skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(super) answered: BTreeMap<String, Answered>,
    /// What `once` remembers, as JSON.
    #[serde(rename = "k", skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(super) kept: BTreeMap<String, String>,
}

/// An answer, and a digest of what it is bound to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Answered {
    #[serde(rename = "v")]
    pub(super) value: Value,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none", default)]
    pub(super) shown: Option<String>,
}

impl State {
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
