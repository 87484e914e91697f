//! Consents that were used, so that none is used twice.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::time::SystemTime;

use crate::lock::lock;

/// Remembers which consents were used. A signature cannot tell a first use from a second one, so a server must
/// (*Multi Round-Trip Requests > Server Requirements*).
///
/// One process remembers by itself. Several instances of one server need a store that they share; with Redis,
/// `SET consent:<id> 1 NX PXAT <expires>` is all of it.
pub trait ConsentStore: Send + Sync + 'static {
    /// Marks a consent as used, in one step. `true` for the first time, `false` for every other.
    ///
    /// What is past `expires` may be forgotten: it is refused for its age.
    fn use_once<'a>(&'a self, id: &'a [u8], expires: SystemTime) -> UseOnce<'a>;
}

/// Whether a consent is used for the first time; an error refuses it.
pub type UseOnce<'a> = Pin<Box<dyn Future<Output = Result<bool, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// The consents that one process remembers: so many at most, and none past its time.
pub(crate) struct InMemory {
    used: Mutex<HashMap<Vec<u8>, SystemTime>>,
    most: usize,
}

/// At 24 bytes each this is a few MiB. Every one took a person to make.
const MOST: usize = 1 << 16;

impl InMemory {
    pub(crate) fn new() -> Self {
        Self { used: Mutex::new(HashMap::new()), most: MOST }
    }

    fn mark(&self, id: &[u8], expires: SystemTime) -> Result<bool, Full> {
        let mut used = lock(&self.used);
        if used.contains_key(id) {
            return Ok(false);
        }
        if used.len() >= self.most {
            let now = SystemTime::now();
            used.retain(|_, expires| *expires > now);
        }
        // To forget one that is still good would let it be used again.
        if used.len() >= self.most {
            return Err(Full);
        }
        used.insert(id.to_vec(), expires);
        Ok(true)
    }
}

impl ConsentStore for InMemory {
    fn use_once<'a>(&'a self, id: &'a [u8], expires: SystemTime) -> UseOnce<'a> {
        Box::pin(std::future::ready(self.mark(id, expires).map_err(Into::into)))
    }
}

/// There are too many consents to remember.
#[derive(Debug)]
struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many consents were used within their time")
    }
}

impl Error for Full {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn mrtr_10_a_consent_is_used_once_and_nothing_good_is_forgotten() {
        let store = InMemory { used: Mutex::default(), most: 2 };
        let later = SystemTime::now() + Duration::from_secs(60);
        assert!(store.mark(b"a", later).unwrap());
        assert!(!store.mark(b"a", later).unwrap());
        assert!(store.mark(b"old", SystemTime::UNIX_EPOCH).unwrap());
        assert!(store.mark(b"b", later).unwrap());
        assert!(store.mark(b"c", later).is_err());
        assert!(!store.mark(b"a", later).unwrap());
    }
}
