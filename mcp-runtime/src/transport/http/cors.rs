//! What a browser asks before it lets a page call (HTTP-43). Off unless an origin is allowed.

use super::HttpBody;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderValue, VARY,
};
use http::request::Parts;
use http::{HeaderMap, Method, Response, StatusCode};

/// The headers that a page may send, and that every deployment has.
const SENT: &str = "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name";

/// The value of `Access-Control-Allow-Headers` for tools that mirror parameters in `Mcp-Param-` headers of these names.
pub(crate) fn allowed_headers<'a>(mirrored: impl Iterator<Item = &'a str>, sessions: bool) -> HeaderValue {
    let mut list = SENT.to_owned();
    if sessions {
        list.push_str(", Mcp-Session-Id, Last-Event-ID");
    }
    for name in mirrored {
        list.push_str(", Mcp-Param-");
        list.push_str(name);
    }
    // Mirrored names are tokens, which the compiler has checked; anything else would be the fault of a hand-written tool.
    HeaderValue::try_from(list).unwrap_or_else(|_| HeaderValue::from_static(SENT))
}

pub(crate) fn is_preflight(head: &Parts) -> bool {
    head.method == Method::OPTIONS && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

pub(crate) fn preflight(allowed_headers: &HeaderValue, verbs: &'static str) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(verbs));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed_headers.clone());
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("3600"));
    response
}

/// Lets the page of an allowed origin read the response, and tells caches that it depends on who asks.
pub(crate) fn share(page: Option<HeaderValue>, sessions: bool, response: &mut HeaderMap) {
    response.append(VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = page {
        response.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let exposed = if sessions { "WWW-Authenticate, Mcp-Session-Id" } else { "WWW-Authenticate" };
        response.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(exposed));
    }
}
