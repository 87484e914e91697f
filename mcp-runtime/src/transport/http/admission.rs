//! ORDER-01, step 1: what can be decided from the request line and the headers alone.

use super::config::{HttpConfig, Origin, is_loopback, split_port};
use super::refusal::Refusal;
use crate::limit::Limits;
use http::header::{ACCEPT, CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::{HeaderMap, Method};
use std::net::SocketAddr;

/// The rules of one endpoint.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    /// `None` where a router has already decided it.
    path: Option<String>,
    origins: Vec<Origin>,
    null_origin: bool,
    /// The names that `Host` may have; `None` when any may be right.
    hosts: Option<Vec<String>>,
    /// `Host` as a client writes it that was given the address: known at a glance.
    own_host: String,
    header_count: usize,
    header_bytes: usize,
}

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// No web page.
    Program,
    /// A page of the server's own loopback address.
    OwnPage,
    /// A page of an origin that the settings allow.
    AllowedPage,
}

/// The kinds of answer that the client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accepts {
    pub(crate) json: bool,
    pub(crate) events: bool,
}

impl Rules {
    /// Rules for a service inside somebody's router.
    pub(crate) fn mounted(config: &HttpConfig, limits: &Limits) -> Self {
        Self {
            path: None,
            origins: config.origins.iter().filter_map(|origin| Origin::parse(origin)).collect(),
            null_origin: config.origins.iter().any(|origin| origin == "null"),
            hosts: None,
            own_host: String::new(),
            header_count: limits.header_count,
            header_bytes: limits.header_bytes,
        }
    }

    /// Rules for a listener of our own.
    pub(crate) fn listening(config: &HttpConfig, limits: &Limits, address: SocketAddr) -> Self {
        Self {
            path: Some(config.path.clone()),
            hosts: address.ip().is_loopback().then(|| config.hosts.clone()),
            own_host: address.to_string(),
            ..Self::mounted(config, limits)
        }
    }

    /// Whether any web page of another origin may call.
    pub(crate) fn has_origins(&self) -> bool {
        self.null_origin || !self.origins.is_empty()
    }

    /// Origin, host and path: who may ask here at all.
    pub(crate) fn caller(&self, head: &Parts) -> Result<Caller, Refusal> {
        let host = host(head);
        let caller = self.origin(&head.headers, host)?;
        if let Some(allowed) = self.hosts.as_ref().filter(|_| host != Some(&self.own_host)) {
            let name = host.and_then(split_port).map(|(name, _)| name);
            let known =
                |name: &str| is_loopback(name) || allowed.iter().any(|host| host.eq_ignore_ascii_case(name));
            if !name.is_some_and(known) {
                return Err(Refusal::ForeignHost);
            }
        }
        match &self.path {
            Some(path) if path != head.uri.path() => Err(Refusal::NotFound { path: path.clone() }),
            _ => Ok(caller),
        }
    }

    /// Verb, sizes and media types.
    pub(crate) fn admit(&self, head: &Parts) -> Result<Accepts, Refusal> {
        if head.method != Method::POST {
            return Err(Refusal::NotPost { verbs: "POST" });
        }
        if head.headers.len() > self.header_count {
            return Err(Refusal::TooManyHeaders { most: self.header_count });
        }
        let bytes: usize = head.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        if bytes > self.header_bytes {
            return Err(Refusal::HeadersTooLarge { most: self.header_bytes });
        }
        if !is_json(&head.headers) {
            return Err(Refusal::NotJson);
        }
        let accepts = accepts(&head.headers);
        if !accepts.json && !accepts.events {
            return Err(Refusal::NotAcceptable);
        }
        Ok(accepts)
    }

    fn origin(&self, headers: &HeaderMap, host: Option<&str>) -> Result<Caller, Refusal> {
        let mut values = headers.get_all(ORIGIN).iter();
        let Some(value) = values.next() else { return Ok(Caller::Program) };
        let text = value.to_str().map_err(|_| Refusal::ForeignOrigin)?;
        if values.next().is_some() {
            return Err(Refusal::ForeignOrigin);
        }
        if text == "null" {
            return if self.null_origin { Ok(Caller::AllowedPage) } else { Err(Refusal::ForeignOrigin) };
        }
        let origin = Origin::parse(text).ok_or(Refusal::ForeignOrigin)?;
        if self.origins.contains(&origin) {
            Ok(Caller::AllowedPage)
        } else if host.is_some_and(|host| origin.is_own_loopback(host)) {
            Ok(Caller::OwnPage)
        } else {
            tracing::warn!(%origin, "a web page of another origin was refused; allow it with `allow_origin` if it is yours");
            Err(Refusal::ForeignOrigin)
        }
    }
}

/// The one `Host` of the request: of the header, or of a request line in absolute form.
fn host(head: &Parts) -> Option<&str> {
    let mut values = head.headers.get_all(HOST).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        (None, _) => head.uri.authority().map(http::uri::Authority::as_str),
        (Some(_), Some(_)) => None,
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let value = value.as_bytes();
    if value == b"application/json" {
        return true;
    }
    let essence = value.split(|byte| *byte == b';').next().unwrap_or(value);
    essence.trim_ascii().eq_ignore_ascii_case(b"application/json")
}

/// As clients write what the protocol wants them to accept (HTTP-10): known at a glance.
const USUAL: &str = "application/json, text/event-stream";

/// A missing header accepts everything (RFC 9110, 12.5.1).
fn accepts(headers: &HeaderMap) -> Accepts {
    let mut accepts = Accepts { json: false, events: false };
    let mut stated = false;
    for value in headers.get_all(ACCEPT) {
        stated = true;
        if value == USUAL {
            accepts = Accepts { json: true, events: true };
            continue;
        }
        for range in value.as_bytes().split(|byte| *byte == b',') {
            let mut parts = range.split(|byte| *byte == b';');
            let media = parts.next().unwrap_or_default().trim_ascii();
            if parts.any(is_zero_quality) {
                continue;
            }
            let is = |name: &[u8]| media.eq_ignore_ascii_case(name);
            accepts.json |= is(b"application/json") || is(b"*/*") || is(b"application/*");
            accepts.events |= is(b"text/event-stream") || is(b"*/*") || is(b"text/*");
        }
    }
    if stated { accepts } else { Accepts { json: true, events: true } }
}

/// `q=0`, `q=0.`, `q=0.000`: not acceptable at all.
fn is_zero_quality(parameter: &[u8]) -> bool {
    let parameter = parameter.trim_ascii();
    match parameter {
        [b'q' | b'Q', b'=', b'0', rest @ ..] => rest.iter().all(|byte| matches!(byte, b'.' | b'0')),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(value: &'static str) -> (bool, bool) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, http::HeaderValue::from_static(value));
        let accepts = accepts(&headers);
        (accepts.json, accepts.events)
    }

    #[test]
    fn http_10_accept_is_read_as_rfc_9110_says() {
        assert_eq!(accepted("application/json, text/event-stream"), (true, true));
        assert_eq!(accepted("Application/JSON"), (true, false));
        assert_eq!(accepted("text/*;q=0.1"), (false, true));
        assert_eq!(accepted("text/html, */*;q=0.8"), (true, true));
        assert_eq!(accepted("text/html"), (false, false));
        assert_eq!(accepted("application/json;q=0, text/event-stream;q=0.000"), (false, false));
        let nothing = accepts(&HeaderMap::new());
        assert!(nothing.json && nothing.events);
    }

    #[test]
    fn http_10_content_type_may_have_parameters_and_must_be_json() {
        let json = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_TYPE, http::HeaderValue::from_static(value));
            }
            is_json(&headers)
        };
        assert!(json(&["application/json"]));
        assert!(json(&["Application/Json ; charset=utf-8"]));
        assert!(!json(&["text/plain"]));
        assert!(!json(&["application/json-seq"]));
        assert!(!json(&[]));
        assert!(!json(&["application/json", "text/plain"]));
    }
}
