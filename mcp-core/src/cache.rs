//! How long, and for whom, clients may keep what the server says (*Caching*).

use std::time::Duration;

/// Who may keep an answer for others (*Caching > Cache Scope Field*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheScope {
    /// Any cache, for anyone: the answer is the same for every caller.
    Public,
    /// Only the client that asked.
    Private,
}

/// How long, and for whom, clients may keep what `server/discover`, the lists and resources say.
///
/// The default is five minutes for anyone, since the tools of a process do not change. What a resource holds may change
/// at any time, so it has a default of its own: [`Cache::NONE`].
///
/// ```
/// use std::time::Duration;
/// use taffrail::{Cache, CacheScope};
///
/// let cache = Cache::new(CacheScope::Private, Duration::from_millis(1500));
/// assert_eq!(cache.members(), r#""ttlMs":1500,"cacheScope":"private""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    ttl: Duration,
    scope: CacheScope,
}

impl Cache {
    /// Not at all.
    pub const NONE: Self = Self::new(CacheScope::Private, Duration::ZERO);

    /// For some time; what does not fit into 2^53-1 milliseconds is brought down to that.
    #[must_use]
    pub const fn new(scope: CacheScope, ttl: Duration) -> Self {
        Self { ttl, scope }
    }

    /// The members `ttlMs` and `cacheScope` of a result, as JSON without braces.
    #[must_use]
    pub fn members(self) -> String {
        const MOST: u128 = (1 << 53) - 1;
        let scope = match self.scope {
            CacheScope::Public => "public",
            CacheScope::Private => "private",
        };
        format!("\"ttlMs\":{},\"cacheScope\":\"{scope}\"", self.ttl.as_millis().min(MOST))
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(CacheScope::Public, Duration::from_secs(300))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_02_and_03_the_hints_are_an_integer_and_one_of_two_words() {
        assert_eq!(Cache::default().members(), r#""ttlMs":300000,"cacheScope":"public""#);
        assert_eq!(Cache::NONE.members(), r#""ttlMs":0,"cacheScope":"private""#);
        let ever = Cache::new(CacheScope::Public, Duration::MAX);
        assert_eq!(ever.members(), r#""ttlMs":9007199254740991,"cacheScope":"public""#);
    }
}
