//! The `_meta` object of a request (*Basic > `_meta`*).

use serde::de::{DeserializeSeed, Deserializer, MapAccess};
use serde_json::value::RawValue;

use super::{Id, key};
use crate::argument::found::{Found, Name, Reader, read};

/// What `_meta` of a request holds, unread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meta<'a> {
    /// `…/protocolVersion`.
    pub protocol_version: Option<&'a RawValue>,
    /// `…/clientCapabilities`.
    pub client_capabilities: Option<&'a RawValue>,
    /// `…/clientInfo`.
    pub client_info: Option<&'a RawValue>,
    /// `…/logLevel`.
    pub log_level: Option<&'a RawValue>,
    /// `progressToken`.
    pub progress_token: Option<&'a RawValue>,
    /// `traceparent`.
    pub traceparent: Option<&'a RawValue>,
}

/// Reads `_meta` where it will stand in `params`; it may be no object.
pub(super) struct MetaReader<'m, 'de> {
    pub(super) meta: &'m mut Option<Meta<'de>>,
}

impl<'de> DeserializeSeed<'de> for MetaReader<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        read(input, self)
    }
}

impl<'de> Reader<'de> for MetaReader<'_, 'de> {
    type Value = ();

    fn found(self, _: Found<'de>) {
        *self.meta = None;
    }

    fn object<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let meta = self.meta.insert(Meta::default());
        while let Some(Name(name)) = members.next_key()? {
            let slot = match &*name {
                key::PROTOCOL_VERSION => &mut meta.protocol_version,
                key::CLIENT_CAPABILITIES => &mut meta.client_capabilities,
                key::CLIENT_INFO => &mut meta.client_info,
                key::LOG_LEVEL => &mut meta.log_level,
                "progressToken" => &mut meta.progress_token,
                "traceparent" => &mut meta.traceparent,
                _ => {
                    members.next_value::<serde::de::IgnoredAny>()?;
                    continue;
                }
            };
            *slot = Some(members.next_value()?);
        }
        Ok(())
    }
}

/// The token that ties progress notifications to their request: a string or an integer.
pub type ProgressToken<'a> = Id<'a>;

/// Whether a text is a W3C `traceparent` of the version that is known (`00`), with ids that are not all zeros.
#[must_use]
pub fn is_traceparent(text: &str) -> bool {
    let mut fields = text.split('-');
    let mut next_is = |length: usize, zeros_allowed: bool| {
        fields.next().is_some_and(|field| {
            field.len() == length
                && field.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
                && (zeros_allowed || field.bytes().any(|byte| byte != b'0'))
        })
    };
    let known = next_is(2, true)
        && text.starts_with("00")
        && next_is(32, false)
        && next_is(16, false)
        && next_is(2, true);
    known && fields.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta_10_only_a_well_formed_traceparent_counts() {
        assert!(is_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        for bad in [
            "",
            "00",
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        ] {
            assert!(!is_traceparent(bad), "{bad}");
        }
    }
}
