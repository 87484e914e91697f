//! What clients of earlier revisions say beyond the current one: those that begin with `initialize`.
//!
//! Their other requests are those of the current revision with less in them. A message is read here a second time, so that
//! requests of the current revision do not pay for what they never have.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Id, PROTOCOL_VERSION};

/// The earlier revisions that are spoken, the newest first.
pub const LEGACY_VERSIONS: [&str; 2] = ["2025-11-25", "2025-06-18"];

/// The earlier revision of a name, if it is spoken.
///
/// ```
/// use taffrail::protocol::legacy_version;
///
/// assert_eq!(legacy_version("2025-06-18"), Some("2025-06-18"));
/// assert_eq!(legacy_version("2024-11-05"), None);
/// ```
#[must_use]
pub fn legacy_version(name: &str) -> Option<&'static str> {
    LEGACY_VERSIONS.into_iter().find(|version| *version == name)
}

/// All versions that a server speaks, the newest first.
#[must_use]
pub fn supported_versions(legacy: bool) -> Vec<&'static str> {
    let earlier = LEGACY_VERSIONS.into_iter().filter(|_| legacy);
    std::iter::once(PROTOCOL_VERSION).chain(earlier).collect()
}

/// What a client says in `initialize` (*Lifecycle > Initialization* of 2025-11-25).
#[derive(Debug)]
pub struct Greeting<'a> {
    /// The version to go on with: what was asked for if it is spoken, else the newest of the earlier ones.
    pub version: &'static str,
    /// What the client can do, an object.
    pub capabilities: &'a RawValue,
    /// What the client says it is.
    pub client_info: Option<&'a RawValue>,
}

impl<'a> Greeting<'a> {
    /// Reads the parameters of a message that has been seen to be an `initialize` request.
    ///
    /// # Errors
    /// What is missing or of the wrong type.
    pub fn read(message: &'a [u8]) -> Result<Self, &'static str> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            protocol_version: Option<String>,
            #[serde(borrow)]
            capabilities: Option<&'a RawValue>,
            #[serde(borrow)]
            client_info: Option<&'a RawValue>,
        }

        const MALFORMED: &str =
            "`initialize` needs `protocolVersion`, a string, and `capabilities`, an object";
        let params: Params<'a> = params(message).ok_or(MALFORMED)?;
        let asked = params.protocol_version.ok_or(MALFORMED)?;
        let capabilities = params.capabilities.filter(|declared| declared.get().starts_with('{'));
        Ok(Self {
            version: legacy_version(&asked).unwrap_or(LEGACY_VERSIONS[0]),
            capabilities: capabilities.ok_or(MALFORMED)?,
            client_info: params.client_info,
        })
    }
}

/// A client's answer to a request of the server.
#[derive(Debug)]
pub struct ClientAnswer<'a> {
    /// The id of the request.
    pub id: Id<'a>,
    /// The result; an error or nothing that makes sense is `None`.
    pub result: Option<&'a RawValue>,
}

impl<'a> ClientAnswer<'a> {
    /// Reads a message that has been seen to be a response. `None` when it has no id.
    #[must_use]
    pub fn read(message: &'a [u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Response<'a> {
            #[serde(borrow)]
            id: &'a RawValue,
            #[serde(borrow)]
            result: Option<&'a RawValue>,
        }

        let response: Response<'a> = serde_json::from_slice(message).ok()?;
        Some(Self { id: Id::parse(response.id.get())?, result: response.result })
    }
}

/// Reads the parameters of a message.
fn params<'a, P: Deserialize<'a>>(message: &'a [u8]) -> Option<P> {
    #[derive(Deserialize)]
    struct Message<P> {
        params: P,
    }

    serde_json::from_slice::<Message<P>>(message).ok().map(|message| message.params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeting(params: &str) -> Result<&'static str, &'static str> {
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}"#);
        Greeting::read(message.as_bytes()).map(|greeting| greeting.version)
    }

    #[test]
    fn legacy_05_the_version_comes_back_if_it_is_spoken_and_the_newest_otherwise() {
        for (asked, given) in [
            ("2025-11-25", "2025-11-25"),
            ("2025-06-18", "2025-06-18"),
            ("2025-03-26", "2025-11-25"),
            ("2024-01-01", "2025-11-25"),
            ("2026-07-28", "2025-11-25"),
        ] {
            let params = format!(r#"{{"protocolVersion":"{asked}","capabilities":{{}}}}"#);
            assert_eq!(greeting(&params), Ok(given), "{asked}");
        }
    }

    #[test]
    fn legacy_04_a_greeting_without_version_or_capabilities_is_none() {
        for params in [
            "{}",
            r#"{"protocolVersion":"2025-11-25"}"#,
            r#"{"capabilities":{}}"#,
            r#"{"protocolVersion":7,"capabilities":{}}"#,
            r#"{"protocolVersion":"2025-11-25","capabilities":[]}"#,
        ] {
            assert!(greeting(params).is_err(), "{params}");
        }
    }

    #[test]
    fn legacy_26_an_answer_is_told_by_its_id() {
        let answer = ClientAnswer::read(br#"{"jsonrpc":"2.0","id":"7","result":{"a":1}}"#).unwrap();
        assert_eq!((answer.id.as_json(), answer.result.map(RawValue::get)), ("\"7\"", Some(r#"{"a":1}"#)));
        let refused = ClientAnswer::read(br#"{"jsonrpc":"2.0","id":7,"error":{"code":-1}}"#).unwrap();
        assert!(refused.result.is_none());
        assert!(ClientAnswer::read(br#"{"jsonrpc":"2.0","result":{}}"#).is_none());
    }
}
