//! Clients of earlier revisions: those that begin with `initialize`, and are remembered after.
//!
//! Each message belongs to one era. What says so itself, in `_meta`, is of the current one and never gets here; all else is
//! decided by [`Signals::era`], once and for every transport. Spec: basic/versioning > Backward Compatibility.

mod interest;
mod peer;
#[cfg(feature = "http")]
mod replay;
#[cfg(feature = "http")]
mod sessions;

pub(crate) use interest::Interest;
pub(crate) use peer::{Asked, Peer};
#[cfg(feature = "http")]
pub(crate) use replay::{Beginning, Place};
#[cfg(feature = "http")]
pub(crate) use sessions::{Session, SessionStream, Sessions};

use crate::dispatch::Request;
use std::fmt::Write;
use taffrail_core::protocol::{PROTOCOL_VERSION, legacy_version};

/// 128 random bits in hexadecimal. `None` when the system has no randomness to give.
pub(crate) fn random_id() -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    let mut id = String::with_capacity(32);
    for byte in bytes {
        write!(id, "{byte:02x}").ok()?;
    }
    Some(id)
}

/// To whom a message belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// The current revision: every request says all about itself.
    Modern,
    /// An earlier one.
    Legacy,
    /// A session that is over, or never was.
    Gone,
}

/// Whether a request says that it is of the current revision, or of one to come.
pub(crate) fn says_modern(request: &Request<'_>) -> bool {
    let meta = request.params.meta.as_ref();
    meta.is_some_and(|meta| meta.protocol_version.is_some() || meta.client_capabilities.is_some())
}

/// What tells the era of a message that does not say it in `_meta`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Signals<'a> {
    /// The method of a request.
    pub(crate) method: Option<&'a str>,
    /// `MCP-Protocol-Version`, over HTTP.
    pub(crate) version: Option<&'a str>,
    /// Whether `Mcp-Session-Id`, over HTTP, is one that this server gave; `None` without the header.
    pub(crate) session: Option<bool>,
    /// Whether this connection, of lines, was begun with `initialize`.
    pub(crate) initialized: bool,
}

impl Signals<'_> {
    /// The first signal decides.
    pub(crate) fn era(self) -> Era {
        if self.version == Some(PROTOCOL_VERSION) {
            return Era::Modern;
        }
        let begins = self.method.is_some_and(|method| matches!(method, "initialize" | "ping"));
        let is_known = self.session == Some(true) || self.initialized;
        if begins || is_known || self.version.is_some_and(|version| legacy_version(version).is_some()) {
            return Era::Legacy;
        }
        if self.session == Some(false) { Era::Gone } else { Era::Modern }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Id;
    use taffrail_core::protocol::Message;

    #[test]
    fn legacy_02_the_first_signal_decides() {
        let none = Signals { method: Some("tools/list"), ..Signals::default() };
        let method = |method| Signals { method: Some(method), ..none };
        let version = |version| Signals { version: Some(version), ..none };
        for (signals, era) in [
            (Signals { version: Some("2026-07-28"), ..method("initialize") }, Era::Modern),
            (Signals { version: Some("2026-07-28"), session: Some(true), ..none }, Era::Modern),
            (Signals { version: Some("2026-07-28"), session: Some(false), ..none }, Era::Modern),
            (method("initialize"), Era::Legacy),
            (method("ping"), Era::Legacy),
            (Signals { session: Some(false), ..method("initialize") }, Era::Legacy),
            (Signals { session: Some(true), ..none }, Era::Legacy),
            (version("2025-11-25"), Era::Legacy),
            (version("2025-06-18"), Era::Legacy),
            (Signals { session: Some(false), ..version("2025-11-25") }, Era::Legacy),
            (Signals { initialized: true, ..none }, Era::Legacy),
            (Signals { session: Some(false), ..none }, Era::Gone),
            (version("1999-01-01"), Era::Modern),
            (none, Era::Modern),
            (Signals::default(), Era::Modern),
        ] {
            assert_eq!(signals.era(), era, "{signals:?}");
        }
    }

    #[test]
    fn legacy_02_either_member_of_meta_says_that_a_request_is_modern() {
        for (meta, modern) in [
            (r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#, true),
            (r#"{"io.modelcontextprotocol/protocolVersion":7}"#, true),
            (r#"{"io.modelcontextprotocol/clientCapabilities":{}}"#, true),
            (r#"{"progressToken":1}"#, false),
            ("{}", false),
            ("7", false),
        ] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"_meta":{meta}}}}}"#);
            let Ok(Message::Request(request)) = Message::read(message.as_bytes()) else {
                panic!("{message}")
            };
            assert_eq!(request.id, Id::parse("1").unwrap());
            assert_eq!(says_modern(&request), modern, "{meta}");
        }
    }
}
