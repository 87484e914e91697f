//! Protocol errors: every fault of a request, with its code, HTTP status, words and data. The one place
//! where a fault becomes a code (*Basic > Error Codes*).

use std::borrow::Cow;

use serde_json::Value;

use super::{Id, PROTOCOL_VERSION, legacy_version, object, supported_versions};

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
    /// The version is not spoken: -32022.
    UnsupportedVersion {
        /// What was asked for.
        asked: String,
        /// Whether clients of earlier revisions are served too, in their own way.
        legacy: bool,
    },
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
    /// Nothing is under a URI, or nothing that this caller may know of: -32602. Earlier revisions have a code of their own for it.
    UnknownResource(String),
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
            Self::Meta(_) | Self::InvalidParams(_) | Self::Refused { .. } | Self::UnknownResource(_) => {
                -32602
            }
            Self::Internal | Self::Unavailable { .. } => -32603,
            Self::HeaderMismatch(_) => -32020,
            Self::MissingCapability(_) => -32021,
            Self::UnsupportedVersion { .. } => -32022,
            Self::Initialize(fault) => fault.code(),
        }
    }

    /// The HTTP status. 400 is kept for faults of the envelope: clients of two eras take other 400s for a
    /// server of the older era, and 5xx for an invitation to repeat.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::MethodNotFound(_) => 404,
            Self::InvalidParams(_)
            | Self::Refused { .. }
            | Self::UnknownResource(_)
            | Self::Unavailable { .. }
            | Self::Internal => 200,
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
            Self::UnsupportedVersion { asked, legacy: true } if legacy_version(asked).is_some() => {
                Cow::Owned(format!("clients of protocol version `{asked}` begin with `initialize`"))
            }
            Self::UnsupportedVersion { asked, .. } => {
                Cow::Owned(format!("protocol version `{asked}` is not supported, only {PROTOCOL_VERSION}"))
            }
            Self::UnknownResource(uri) => Cow::Owned(format!("Unknown resource: {uri}")),
            Self::MethodNotFound(method) => Cow::Owned(format!("unknown method `{method}`")),
            Self::MissingCapability(missing) => {
                Cow::Owned(format!("the client has not declared what this needs: {}", listed(missing)))
            }
            Self::Internal => Cow::Borrowed("internal error"),
            Self::Initialize(fault) => Cow::Owned(format!(
                "{}; this server needs no `initialize`: it speaks {PROTOCOL_VERSION}",
                fault.message()
            )),
        }
    }

    fn data(&self) -> Option<Value> {
        match self {
            // To name an earlier version to a client that has just asked for one would send it round in circles.
            Self::UnsupportedVersion { asked, legacy: true } if legacy_version(asked).is_none() => {
                Some(object([
                    ("supported", supported_versions(true).into()),
                    ("requested", (**asked).into()),
                ]))
            }
            Self::UnsupportedVersion { asked, .. } => {
                Some(object([("supported", vec![PROTOCOL_VERSION].into()), ("requested", (**asked).into())]))
            }
            Self::UnknownResource(uri) => Some(object([("uri", (**uri).into())])),
            Self::Refused { data, .. } | Self::Unavailable { data, .. } => Some(data.clone()),
            Self::MissingCapability(required) => Some(object([("requiredCapabilities", required.clone())])),
            Self::Initialize(fault) => {
                fault.data().or_else(|| Some(object([("supported", vec![PROTOCOL_VERSION].into())])))
            }
            _ => None,
        }
    }

    /// The error response, on one line. Without an id the member is left out, never null.
    #[must_use]
    pub fn to_response(&self, id: Option<&Id<'_>>) -> Vec<u8> {
        self.response(self.code(), id)
    }

    /// The error response for a client of an earlier revision.
    #[must_use]
    pub fn to_legacy_response(&self, id: Option<&Id<'_>>) -> Vec<u8> {
        const RESOURCE_NOT_FOUND: i32 = -32002;
        let code = if matches!(self, Self::UnknownResource(_)) { RESOURCE_NOT_FOUND } else { self.code() };
        self.response(code, id)
    }

    fn response(&self, code: i32, id: Option<&Id<'_>>) -> Vec<u8> {
        let message = ("message", shortened(&self.message()).into());
        let data = self.data().map(|data| ("data", data));
        let error = object([("code", code.into()), message].into_iter().chain(data));
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

/// Capabilities by name: `elicitation.url`.
fn listed(missing: &Value) -> String {
    let Some(missing) = missing.as_object() else { return String::new() };
    let names = missing.iter().flat_map(|(name, members)| match members.as_object() {
        Some(members) if !members.is_empty() => {
            members.keys().map(|member| format!("`{name}.{member}`")).collect()
        }
        _ => vec![format!("`{name}`")],
    });
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn unsupported(asked: &str, legacy: bool) -> Fault {
        Fault::UnsupportedVersion { asked: asked.into(), legacy }
    }

    #[test]
    fn ver_05_only_who_did_not_ask_for_an_earlier_version_is_told_of_them() {
        let supported = |asked, legacy| unsupported(asked, legacy).data().unwrap()["supported"].clone();
        assert_eq!(supported("1900-01-01", true), json!(["2026-07-28", "2025-11-25", "2025-06-18"]));
        assert_eq!(supported("2025-11-25", true), json!(["2026-07-28"]));
        assert!(unsupported("2025-11-25", true).message().contains("`initialize`"));
        assert_eq!(supported("2025-11-25", false), json!(["2026-07-28"]));
        assert!(!unsupported("2025-11-25", false).message().contains("`initialize`"));
    }

    #[test]
    fn legacy_24_an_unknown_resource_has_a_code_of_its_own_in_the_earlier_era() {
        let fault = Fault::UnknownResource("a://b".into());
        let code = |response: Vec<u8>| serde_json::from_slice::<Value>(&response).unwrap()["error"].take();
        assert_eq!(code(fault.to_response(None))["code"], -32602);
        let legacy = code(fault.to_legacy_response(None));
        assert_eq!((&legacy["code"], &legacy["data"]["uri"]), (&json!(-32002), &json!("a://b")));
    }

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
        let response = unsupported("1900-01-01", false).to_response(Id::parse("7").as_ref());
        let response: Value = serde_json::from_slice(&response).unwrap();
        assert_eq!(
            response["error"]["data"],
            json!({"supported": ["2026-07-28"], "requested": "1900-01-01"})
        );
        assert_eq!(response["id"], 7);
    }

    #[test]
    fn err_02_04_and_05_only_defined_codes_exist() {
        let faults = [
            Fault::Parse(""),
            Fault::InvalidRequest("".into()),
            Fault::Meta(""),
            Fault::HeaderMismatch(String::new()),
            unsupported("", false),
            Fault::UnknownResource(String::new()),
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
