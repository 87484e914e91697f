//! What clients of earlier revisions say beyond the current one: those that begin with `initialize`.
//!
//! Their other requests are those of the current revision with less in them. A message is read here a second time, so that
//! requests of the current revision do not pay for what they never have.

use serde_json::value::RawValue;

use super::{Id, PROTOCOL_VERSION, members, text};

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
        const MALFORMED: &str =
            "`initialize` needs `protocolVersion`, a string, and `capabilities`, an object";
        let [version, capabilities, client_info] = params(message).ok_or(MALFORMED)?;
        let asked = version.and_then(text).ok_or(MALFORMED)?;
        let capabilities = capabilities.filter(|declared| declared.get().starts_with('{'));
        Ok(Self {
            version: legacy_version(&asked).unwrap_or(LEGACY_VERSIONS[0]),
            capabilities: capabilities.ok_or(MALFORMED)?,
            client_info: client_info.filter(|info| info.get() != "null"),
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
        let [id, result] = members(std::str::from_utf8(message).ok()?, ["id", "result"])?;
        let result = result.filter(|result| result.get() != "null");
        Some(Self { id: Id::parse(id?.get())?, result })
    }
}

/// The parameters of a message that has been seen to be an `initialize` request.
fn params(message: &[u8]) -> Option<[Option<&RawValue>; 3]> {
    let [params] = members(std::str::from_utf8(message).ok()?, ["params"])?;
    members(params?.get(), ["protocolVersion", "capabilities", "clientInfo"])
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
