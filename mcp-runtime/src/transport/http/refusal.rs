//! Requests that are turned away before their message is looked at.

use super::HttpBody;
use crate::dispatch::Answer;
use http::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};
use std::borrow::Cow;

/// Why a request is refused. Each has a status, and a JSON-RPC error without `id` for the reader of the body.
#[derive(Debug)]
pub(crate) enum Refusal {
    ForeignOrigin,
    ForeignHost,
    NotFound { path: String },
    NotPost { verbs: &'static str },
    NoSession,
    UnknownSession,
    NotKept,
    UnsupportedVersion { version: String },
    TooManyHeaders { most: usize },
    HeadersTooLarge { most: usize },
    BodyTooLarge { most: usize },
    BodyTooSlow,
    BodyBroken,
    NotJson,
    NotAcceptable,
    Busy { most: usize },
    Response,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::ForeignOrigin | Self::ForeignHost => StatusCode::FORBIDDEN,
            Self::NotFound { .. } | Self::UnknownSession => StatusCode::NOT_FOUND,
            Self::NotPost { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooManyHeaders { .. } | Self::HeadersTooLarge { .. } => {
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE
            }
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::BodyBroken
            | Self::Response
            | Self::NoSession
            | Self::NotKept
            | Self::UnsupportedVersion { .. } => StatusCode::BAD_REQUEST,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn message(&self) -> Cow<'static, str> {
        match self {
            Self::ForeignOrigin => "the `Origin` of this request is not allowed to call this server".into(),
            Self::ForeignHost => "the `Host` of this request is not a name of this server".into(),
            Self::NotFound { path } => format!("there is nothing here; the endpoint is `{path}`").into(),
            Self::NoSession => {
                "a client of an earlier protocol version begins with `initialize` and then sends the `Mcp-Session-Id` that it got"
                    .into()
            }
            Self::UnknownSession => "this session is over; begin again with `initialize`".into(),
            Self::NotKept => {
                "what came after the event of this `Last-Event-ID` is not kept, or not any more; send the request itself again".into()
            }
            Self::UnsupportedVersion { version } => {
                format!("the `MCP-Protocol-Version` `{version}` is none that this server speaks").into()
            }
            Self::NotPost { .. } => "the endpoint takes POST only: one JSON-RPC message per request".into(),
            Self::TooManyHeaders { most } => format!("the request has more than {most} header lines").into(),
            Self::HeadersTooLarge { most } => {
                format!("the header lines are larger than {most} bytes together").into()
            }
            Self::BodyTooLarge { most } => {
                format!("the body is larger than the limit of {most} bytes").into()
            }
            Self::BodyTooSlow => "the body did not arrive in time".into(),
            Self::BodyBroken => "the body could not be read to its end".into(),
            Self::NotJson => "the `Content-Type` must be `application/json`".into(),
            Self::NotAcceptable => {
                "the `Accept` header allows neither `application/json` nor `text/event-stream`; list both"
                    .into()
            }
            Self::Busy { most } => {
                format!("{most} requests are being answered; try again in a second").into()
            }
            Self::Response => "this server asks nothing of its clients, so it takes no responses".into(),
        }
    }

    pub(crate) fn into_response(self) -> Response<HttpBody> {
        let answer = Answer::invalid_request(self.message());
        let mut response = Response::new(HttpBody::answer(answer.body));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self {
            Self::NotPost { verbs } => {
                drop(headers.insert(ALLOW, HeaderValue::from_static(verbs)));
            }
            Self::Busy { .. } => drop(headers.insert(RETRY_AFTER, HeaderValue::from_static("1"))),
            // What is left of the body will not be read.
            Self::BodyTooLarge { .. } | Self::BodyTooSlow | Self::BodyBroken => {
                drop(headers.insert(CONNECTION, HeaderValue::from_static("close")));
            }
            _ => {}
        }
        response
    }
}
