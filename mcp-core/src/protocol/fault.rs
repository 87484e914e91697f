//! Protocol errors: every fault of a request, with its code, HTTP status, words and data. The one place
//! where a fault becomes a code (*Basic > Error Codes*).

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{Id, PROTOCOL_VERSION};

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes are no UTF-8 JSON: -32700.
    Parse(&'static str),
    /// The JSON is no single request or notification: -32600.
    InvalidRequest(Cow<'static, str>),
    /// A required member of `_meta` is missing or of the wrong type: -32602 with status 400.
    Meta(&'static str),
    /// A header that mirrors the body is missing, malformed or different: -32020.
    HeaderMismatch(String),
    /// The version is not spoken: -32022. Holds what was asked for.
    UnsupportedVersion(String),
    /// The method is unknown, removed, or of a capability that was not declared: -32601.
    MethodNotFound(String),
    /// The parameters, or what they name, are wrong: -32602.
    InvalidParams(String),
    /// As [`InvalidParams`](Self::InvalidParams), with data for programs: -32602.
    Refused {
        /// What is wrong, and what would be right.
        message: String,
        /// For example the `uri` that was not found.
        data: Value,
    },
    /// The server could not do it now, and says so in its author's words: -32603.
    Unavailable {
        /// What is wrong, and when to try again.
        message: String,
        /// For example the time after which to try again.
        data: Value,
    },
    /// The client cannot do what the tool needs: -32021. Holds the `requiredCapabilities`.
    MissingCapability(Value),
    /// The server is at fault: -32603. Says nothing of what happened.
    Internal,
    /// One of the above in answer to `initialize`, which asks for a version that this server does not speak.
    Initialize(Box<Fault>),
}

impl Fault {
    /// The JSON-RPC code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match self {
            Self::Parse(_) => -32700,
            Self::InvalidRequest(_) => -32600,
            Self::MethodNotFound(_) => -32601,
            Self::Meta(_) | Self::InvalidParams(_) | Self::Refused { .. } => -32602,
            Self::Internal | Self::Unavailable { .. } => -32603,
            Self::HeaderMismatch(_) => -32020,
            Self::MissingCapability(_) => -32021,
            Self::UnsupportedVersion(_) => -32022,
            Self::Initialize(fault) => fault.code(),
        }
    }

    /// The HTTP status. 400 is kept for faults of the envelope: clients of two eras take other 400s for a
    /// server of the older era, and 5xx for an invitation to repeat.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::MethodNotFound(_) => 404,
            Self::InvalidParams(_) | Self::Refused { .. } | Self::Unavailable { .. } | Self::Internal => 200,
            Self::Initialize(fault) => fault.status(),
            _ => 400,
        }
    }

    fn message(&self) -> Cow<'_, str> {
        match self {
            Self::Parse(problem) | Self::Meta(problem) => Cow::Borrowed(problem),
            Self::InvalidRequest(problem) => Cow::Borrowed(problem),
            Self::HeaderMismatch(problem) | Self::InvalidParams(problem) => Cow::Borrowed(problem),
            Self::Refused { message, .. } | Self::Unavailable { message, .. } => Cow::Borrowed(message),
            Self::UnsupportedVersion(asked) => {
                Cow::Owned(format!("protocol version `{asked}` is not supported, only {PROTOCOL_VERSION}"))
            }
            Self::MethodNotFound(method) => Cow::Owned(format!("unknown method `{method}`")),
            Self::MissingCapability(_) => Cow::Borrowed("the client lacks a capability that this tool needs"),
            Self::Internal => Cow::Borrowed("internal error"),
            Self::Initialize(fault) => Cow::Owned(format!(
                "{}; this server needs no `initialize`: it speaks {PROTOCOL_VERSION}",
                fault.message()
            )),
        }
    }

    fn data(&self) -> Option<Value> {
        match self {
            Self::UnsupportedVersion(asked) => {
                Some(json!({"supported": [PROTOCOL_VERSION], "requested": asked}))
            }
            Self::Refused { data, .. } | Self::Unavailable { data, .. } => Some(data.clone()),
            Self::MissingCapability(required) => Some(json!({"requiredCapabilities": required})),
            Self::Initialize(fault) => {
                fault.data().or_else(|| Some(json!({"supported": [PROTOCOL_VERSION]})))
            }
            _ => None,
        }
    }

    /// The error response, on one line. Without an id the member is left out, never null.
    #[must_use]
    pub fn to_response(&self, id: Option<&Id<'_>>) -> Vec<u8> {
        let mut error = json!({"code": self.code(), "message": shortened(&self.message())});
        if let (Some(data), Some(error)) = (self.data(), error.as_object_mut()) {
            error.insert("data".into(), data);
        }
        let id = id.map_or_else(String::new, |id| format!("\"id\":{},", id.as_json()));
        format!("{{\"jsonrpc\":\"2.0\",{id}\"error\":{error}}}").into_bytes()
    }
}

/// Messages repeat what a client sent, so they are bounded.
fn shortened(message: &str) -> Cow<'_, str> {
    const MOST: usize = 2048;
    match message.char_indices().nth(MOST) {
        None => Cow::Borrowed(message),
        Some((end, _)) => Cow::Owned(format!("{}…", &message[..end])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_04_without_a_readable_id_the_member_is_left_out() {
        let response = Fault::Parse("the message is not JSON").to_response(None);
        assert_eq!(
            response,
            br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"the message is not JSON"}}"#
        );
    }

    #[test]
    fn ver_01_an_unsupported_version_is_echoed_beside_the_supported_ones() {
        let response = Fault::UnsupportedVersion("1900-01-01".into()).to_response(Id::parse("7").as_ref());
        let response: Value = serde_json::from_slice(&response).unwrap();
        assert_eq!(
            response["error"]["data"],
            json!({"supported": ["2026-07-28"], "requested": "1900-01-01"})
        );
        assert_eq!(response["id"], 7);
    }

    #[test]
    fn err_02_only_defined_codes_exist() {
        let faults = [
            Fault::Parse(""),
            Fault::InvalidRequest("".into()),
            Fault::Meta(""),
            Fault::HeaderMismatch(String::new()),
            Fault::UnsupportedVersion(String::new()),
            Fault::MethodNotFound(String::new()),
            Fault::InvalidParams(String::new()),
            Fault::Refused { message: String::new(), data: json!({}) },
            Fault::Unavailable { message: String::new(), data: json!({}) },
            Fault::MissingCapability(json!({})),
            Fault::Internal,
        ];
        for fault in faults {
            let code = fault.code();
            assert!(
                [-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022].contains(&code),
                "{code}"
            );
        }
    }
}
