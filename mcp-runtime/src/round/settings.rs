//! How states are sealed, for how long, and where used consents are remembered.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::State;
use crate::consent::{ConsentStore, InMemory};
use crate::seal::{self, StateId, StateKey};

/// A user needs time to answer; nobody needs a day.
const DEFAULT_TTL: Duration = Duration::from_secs(15 * 60);
const LONGEST_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// What a server is told about input in the middle of a call.
#[derive(Clone)]
pub(crate) struct InputSettings {
    /// The key that seals, first; then those given before it.
    pub(crate) keys: Vec<StateKey>,
    /// Those that are still accepted.
    pub(crate) old_keys: Vec<StateKey>,
    pub(crate) single_instance: bool,
    pub(crate) ttl: Duration,
    pub(crate) store: Option<Arc<dyn ConsentStore>>,
}

impl Default for InputSettings {
    fn default() -> Self {
        Self { keys: Vec::new(), old_keys: Vec::new(), single_instance: false, ttl: DEFAULT_TTL, store: None }
    }
}

impl fmt::Debug for InputSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputSettings")
            .field("keys", &self.keys)
            .field("single_instance", &self.single_instance)
            .field("ttl", &self.ttl)
            .field("has_store", &self.store.is_some())
            .finish()
    }
}

impl InputSettings {
    /// What keeps a server from starting.
    pub(crate) fn faults(&self) -> Option<String> {
        if self.keys.is_empty() && !self.old_keys.is_empty() {
            return Some("`previous_state_key` is set, and there is no `state_key`".into());
        }
        if self.ttl.is_zero() {
            return Some("`state_ttl` is zero, which would refuse every answer".into());
        }
        (self.ttl > LONGEST_TTL).then(|| {
            format!(
                "`state_ttl` is longer than {} hours, the most a state may be good for",
                LONGEST_TTL.as_secs() / 3600
            )
        })
    }
}

/// Seals states and opens them again.
pub(crate) struct Sealing {
    settings: InputSettings,
    /// A key of this process, made when it is first needed, where none is configured.
    own: OnceLock<Option<StateKey>>,
    /// States must be good on other instances too, and there is no key that they share.
    unshared: AtomicBool,
    store: Arc<dyn ConsentStore>,
}

impl Sealing {
    pub(crate) fn new(mut settings: InputSettings) -> Arc<Self> {
        let old = std::mem::take(&mut settings.old_keys);
        settings.keys.extend(old);
        let store = settings.store.clone().unwrap_or_else(|| Arc::new(InMemory::new()));
        Arc::new(Self { settings, own: OnceLock::new(), unshared: AtomicBool::new(false), store })
    }

    pub(crate) fn store(&self) -> &dyn ConsentStore {
        &*self.store
    }

    /// Why calls that ask must not be served to clients whose next request may reach another instance (MRTR-13).
    #[cfg(feature = "http")]
    pub(crate) fn shared_fault(&self, asks: bool, confirms: bool) -> Option<&'static str> {
        match &self.settings {
            settings if settings.single_instance => None,
            settings if asks && settings.keys.is_empty() => Some(
                "tools ask for input, and no state key is configured that all instances share: an answer that reaches \
                 another instance would be refused. Set `Server::state_key(…)`, or `Server::single_instance()` if there is \
                 only this process",
            ),
            settings if confirms && settings.store.is_none() => Some(
                "tools ask for confirmation, and instances do not share which confirmations were used: one could be used \
                 once on each. Set `Server::consent_store(…)`, or `Server::single_instance()` if there is only this process",
            ),
            _ => None,
        }
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_single_instance(&self) -> bool {
        self.settings.single_instance
    }

    /// Refuses to seal from now on.
    #[cfg(feature = "http")]
    pub(crate) fn refuse_unshared(&self) {
        self.unshared.store(true, Ordering::Release);
    }

    pub(super) fn seal(&self, state: State, binding: &[u8]) -> Result<String, String> {
        if self.unshared.load(Ordering::Acquire) {
            return Err(
                "it asks for input over HTTP; see the error that was logged when the endpoint was made"
                    .into(),
            );
        }
        let text = state.expiring_in(self.settings.ttl).to_json();
        if text.len() > seal::LONGEST {
            let length = text.len();
            return Err(format!(
                "a state has {length} bytes, more than the {} that clients are given to keep; let `once` remember less",
                seal::LONGEST
            ));
        }
        let key = self.settings.keys.first().or_else(|| self.own());
        key.and_then(|key| seal::seal(key, text.as_bytes(), binding))
            .ok_or_else(|| "the system has no randomness to seal a state with".into())
    }

    pub(super) fn open(&self, sealed: &str, binding: &[u8]) -> Option<(StateId, State)> {
        let keys = match self.settings.keys.as_slice() {
            [] => self.own().map(std::slice::from_ref).unwrap_or_default(),
            keys => keys,
        };
        let (id, text) = seal::open(keys, sealed, binding)?;
        let state = State::read(&text)?;
        (!state.is_expired()).then_some((id, state))
    }

    fn own(&self) -> Option<&StateKey> {
        self.own.get_or_init(StateKey::random).as_ref()
    }
}
