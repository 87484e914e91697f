//! How a server is reached over HTTP, and by which web pages.

use std::fmt;
use std::time::Duration;

/// Settings of the HTTP transport. Sizes and times are in [`Limits`](crate::Limits).
///
/// ```
/// use taffrail::HttpConfig;
///
/// let config = HttpConfig::default().path("/tools").allow_origin("https://app.example.com");
/// # let _ = config;
/// ```
#[derive(Debug, Clone)]
pub struct HttpConfig {
    pub(crate) path: String,
    pub(crate) origins: Vec<String>,
    pub(crate) hosts: Vec<String>,
    pub(crate) keep_alive: Duration,
    pub(crate) retry: Duration,
    pub(crate) insecure_public: Option<String>,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            path: "/mcp".into(),
            origins: Vec::new(),
            hosts: Vec::new(),
            keep_alive: Duration::from_secs(15),
            retry: Duration::from_secs(1),
            insecure_public: None,
        }
    }
}

impl HttpConfig {
    /// The path of the endpoint. Default `/mcp`. Every other path is answered 404.
    ///
    /// Applies to the server's own listener; a mounted service answers wherever it is mounted.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Lets web pages of this origin call the server: `https://app.example.com`, `http://localhost:6274`, or `null`.
    ///
    /// Without any, requests that carry an `Origin` header are refused with 403, except those of a page that the loopback
    /// address of this very server gave out, and no CORS header is ever sent. Scheme, host and port must all be equal.
    #[must_use]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Accepts this name, without port, in the `Host` header of a server that listens on a loopback address, besides
    /// `localhost`, `127.0.0.1` and `[::1]`: the public name, when a proxy on this machine passes it on.
    #[must_use]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// How often a comment is sent on an event stream that is otherwise silent, so that proxies keep it open. Default 15 seconds.
    #[must_use]
    pub fn keep_alive(mut self, period: Duration) -> Self {
        self.keep_alive = period;
        self
    }

    /// After how long a client of 2025-11-25 comes back for the rest of a stream that has ended early. Default 1 second.
    #[must_use]
    pub fn retry(mut self, time: Duration) -> Self {
        self.retry = time;
        self
    }

    /// Allows listening on an address that other machines reach, without authentication. The reason is written to the log.
    #[must_use]
    pub fn insecure_public(mut self, reason: impl Into<String>) -> Self {
        self.insecure_public = Some(reason.into());
        self
    }

    /// What is wrong with the settings, one sentence each.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !self.path.starts_with('/') || self.path.contains(['?', '#', ' ']) {
            faults.push(format!("the HTTP path `{}` is not a path; write it like `/mcp`", self.path));
        }
        for origin in &self.origins {
            if origin != "null" && Origin::parse(origin).is_none() {
                faults.push(format!(
                    "the allowed origin `{origin}` is not an origin; write scheme, host and, if need be, port, \
                     like `https://app.example.com`"
                ));
            }
        }
        for host in &self.hosts {
            if host.is_empty() || host.contains(['/', '*']) {
                faults.push(format!("the allowed host `{host}` is not a host name"));
            }
        }
        if self.keep_alive.is_zero() {
            faults.push("the period of HTTP keep-alive comments is zero".into());
        }
        if self.insecure_public.as_deref().is_some_and(|reason| reason.trim().is_empty()) {
            faults.push("`insecure_public` needs a reason".into());
        }
        faults
    }
}

/// Scheme, host and port, in one spelling each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    /// Reads `scheme://host[:port]`; `None` for `null` and for anything with more or less in it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (scheme, authority) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let default_port = match &*scheme {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        let (host, port) = split_port(authority)?;
        let port = match port {
            Some(port) => port,
            None => default_port?,
        };
        Some(Self { scheme, host: host.to_ascii_lowercase(), port })
    }

    /// Whether a page of this origin was given out by this very server: `http`, and `Host` names the same loopback
    /// address and port. A rebound DNS name is no loopback address.
    pub(crate) fn is_own_loopback(&self, host: &str) -> bool {
        let Some((name, port)) = split_port(host) else { return false };
        self.scheme == "http"
            && is_loopback(name)
            && self.host.eq_ignore_ascii_case(name)
            && self.port == port.unwrap_or(80)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme, self.host, self.port)
    }
}

/// Whether a `Host` name without port is this machine.
pub(crate) fn is_loopback(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]"
}

/// Splits `host[:port]`, where an IPv6 address stands in brackets; `None` when it is neither.
pub(crate) fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match authority.rfind(']') {
        Some(bracket) => {
            let (host, rest) = authority.split_at(bracket + 1);
            (host, if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) })
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let well_formed = match host.strip_prefix('[') {
        Some(address) => {
            address.strip_suffix(']').is_some_and(|address| address.parse::<std::net::Ipv6Addr>().is_ok())
        }
        None => !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~%".contains(&b)),
    };
    let port = match port {
        // `parse` alone would take a leading plus sign.
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            Some(digits.parse().ok()?)
        }
        Some(_) => return None,
        None => None,
    };
    well_formed.then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_02_origins_are_equal_in_scheme_host_and_port_or_not_at_all() {
        let origin = Origin::parse("https://App.example.com").unwrap();
        assert_eq!(Origin::parse("HTTPS://app.example.com:443"), Some(origin.clone()));
        for other in [
            "http://app.example.com",
            "https://app.example.com:8443",
            "https://app.example.com.evil.example",
            "https://evil-app.example.com",
        ] {
            assert_ne!(Origin::parse(other).unwrap(), origin, "{other}");
        }
        for nonsense in [
            "",
            "null",
            "app.example.com",
            "https://",
            "https://a/",
            "https://a b",
            "https://a:b",
            "https://a:+1",
            "https://u@a",
            "https://[::1",
            "https://[zz]",
            "ftp://a",
            "https://a:70000",
            "https://a:",
            "https://a?b",
        ] {
            assert_eq!(Origin::parse(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn http_02_a_page_of_the_servers_own_loopback_address_is_no_stranger() {
        let own = |origin: &str, host| Origin::parse(origin).unwrap().is_own_loopback(host);
        assert!(own("http://localhost:3000", "localhost:3000"));
        assert!(own("http://[::1]:3000", "[::1]:3000"));
        assert!(own("http://127.0.0.1", "127.0.0.1"));
        assert!(!own("http://localhost:3001", "localhost:3000"));
        assert!(!own("http://127.0.0.1:3000", "localhost:3000"));
        assert!(!own("http://evil.example:3000", "evil.example:3000"));
        assert!(!own("http://localhost.evil.example", "localhost.evil.example"));
        assert!(!own("https://localhost:3000", "localhost:3000"));
    }

    #[test]
    fn settings_that_cannot_work_are_all_named() {
        let config = HttpConfig::default()
            .path("mcp")
            .allow_origin("https://a/")
            .allow_origin("*")
            .insecure_public(" ");
        assert_eq!(config.faults().len(), 4, "{:?}", config.faults());
        assert!(HttpConfig::default().allow_origin("null").faults().is_empty());
    }
}
