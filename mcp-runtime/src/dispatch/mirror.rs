//! Headers that repeat parts of the body, so that intermediaries can route without reading it (*Streamable
//! HTTP > Request Metadata*). The body is the truth; a header that differs is refused.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;
use taffrail_core::protocol::{Fault, last_member};
use taffrail_core::schema::{Property, ScalarType, Schema};

/// The headers of a request, by name; names compare ignoring case.
pub trait Mirrors: Sync {
    /// What stands under a name.
    fn get(&self, name: &str) -> Mirrored<'_>;
}

/// A header of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirrored<'a> {
    /// It is not there.
    Absent,
    /// Its one value, as it came.
    One(&'a [u8]),
    /// It is there more than once.
    Many,
}

const PREFIX: &str = "Mcp-Param-";

/// A parameter that a header mirrors.
#[derive(Debug)]
pub(super) struct MirroredParameter {
    /// The header's whole name.
    header: String,
    /// Where the value stands in the arguments.
    path: Vec<String>,
    kind: ScalarType,
}

impl MirroredParameter {
    /// The header's name without the prefix.
    pub(super) fn short_name(&self) -> &str {
        self.header.strip_prefix(PREFIX).unwrap_or(&self.header)
    }

    /// All mirrored parameters of an input schema, nested objects included.
    pub(super) fn all_of(schema: &Schema) -> Vec<Self> {
        let mut found = Vec::new();
        collect(schema.properties(), &mut Vec::new(), &mut found);
        found
    }

    /// Compares the header with the argument (HTTP-33 to HTTP-40).
    pub(super) fn check(&self, mirrors: &dyn Mirrors, arguments: &str) -> Result<(), Fault> {
        let value = value_at(arguments, &self.path).filter(|value| value.get() != "null");
        let header = text_of(mirrors, &self.header)?;
        match (value, header) {
            (None, None) => Ok(()),
            (None, Some(_)) => {
                Err(mismatch(&self.header, "is sent, but the argument that it mirrors is not"))
            }
            (Some(_), None) => {
                Err(mismatch(&self.header, "is missing, but the argument that it mirrors is sent"))
            }
            (Some(value), Some(header)) => {
                let header = decoded(&self.header, header)?;
                if self.agrees(value, &header) {
                    return Ok(());
                }
                Err(mismatch(&self.header, "differs from the argument that it mirrors"))
            }
        }
    }

    fn agrees(&self, value: &RawValue, header: &str) -> bool {
        let json = value.get();
        match self.kind {
            // A value of the wrong type is no mismatch: it is refused as an argument, with a better message.
            ScalarType::String => serde_json::from_str::<String>(json).map_or(true, |text| text == header),
            ScalarType::Boolean => !matches!(json, "true" | "false") || json == header,
            ScalarType::Integer => match exact_integer(json) {
                Some(integer) => exact_integer(header) == Some(integer),
                None => {
                    !json.starts_with(|first: char| first == '-' || first.is_ascii_digit()) || json == header
                }
            },
        }
    }
}

fn collect<'a>(properties: &'a [Property], path: &mut Vec<&'a str>, found: &mut Vec<MirroredParameter>) {
    let leads_to_any = |schema: &Schema| schema.header().is_some() || !schema.properties().is_empty();
    for Property { name, schema, .. } in properties.iter().filter(|property| leads_to_any(&property.schema)) {
        path.push(name);
        if let (Some(header), Some(kind)) = (schema.header(), schema.scalar_type()) {
            let path = path.iter().map(|name| (*name).to_owned()).collect();
            found.push(MirroredParameter { header: format!("{PREFIX}{header}"), path, kind });
        }
        collect(schema.properties(), path, found);
        path.pop();
    }
}

/// The value at a chain of member names.
fn value_at<'a>(arguments: &'a str, path: &[String]) -> Option<&'a RawValue> {
    let (first, rest) = path.split_first()?;
    let value = last_member(arguments, first)?;
    if rest.is_empty() { Some(value) } else { value_at(value.get(), rest) }
}

/// An integer written in decimal, exactly: leading zeros and a fraction of zeros do not count (HTTP-35).
fn exact_integer(text: &str) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_digits(digits) && is_digits(fraction) && fraction.bytes().all(|byte| byte == b'0'))
        .then(|| whole.parse().ok())
        .flatten()
}

/// Requires a header to be there once and to equal a text of the body.
pub(super) fn require(mirrors: &dyn Mirrors, name: &str, body: &str, encoded: bool) -> Result<(), Fault> {
    let header = text_of(mirrors, name)?.ok_or_else(|| mismatch(name, "is missing"))?;
    let header = if encoded { decoded(name, header)? } else { Cow::Borrowed(header) };
    if header == body { Ok(()) } else { Err(mismatch(name, "differs from the body")) }
}

/// The text of a header, without surrounding blanks; `None` when it is not there.
pub(super) fn text_of<'a>(mirrors: &'a dyn Mirrors, name: &str) -> Result<Option<&'a str>, Fault> {
    let bytes = match mirrors.get(name) {
        Mirrored::Absent => return Ok(None),
        Mirrored::Many => return Err(mismatch(name, "is sent more than once")),
        Mirrored::One(bytes) => bytes,
    };
    let legible = bytes.iter().all(|byte| matches!(byte, 0x20..=0x7E | b'\t'));
    match std::str::from_utf8(bytes) {
        Ok(text) if legible => Ok(Some(text.trim_matches([' ', '\t']))),
        _ => Err(mismatch(name, "has characters that need the Base64 form `=?base64?…?=`")),
    }
}

/// Undoes the Base64 form that carries what a header cannot (*Streamable HTTP > Value Encoding*).
fn decoded<'a>(name: &str, text: &'a str) -> Result<Cow<'a, str>, Fault> {
    let Some(payload) = text.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Cow::Borrowed(text));
    };
    let bytes = STANDARD.decode(payload).map_err(|_| mismatch(name, "holds malformed Base64"))?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| mismatch(name, "holds Base64 of what is no UTF-8"))
}

pub(super) fn mismatch(name: &str, problem: &str) -> Fault {
    Fault::HeaderMismatch(format!("header `{name}` {problem}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One<'a>(&'a [u8]);

    impl Mirrors for One<'_> {
        fn get(&self, _: &str) -> Mirrored<'_> {
            Mirrored::One(self.0)
        }
    }

    fn name_agrees(header: &[u8], body: &str) -> bool {
        require(&One(header), "Mcp-Name", body, true).is_ok()
    }

    #[test]
    fn http_27_blanks_around_a_value_do_not_count() {
        assert!(name_agrees(b"  \tfoo  ", "foo"));
        assert!(!name_agrees(b"f oo", "foo"));
    }

    #[test]
    fn http_28_to_31_the_base64_form() {
        assert!(name_agrees(b"=?base64?5pel5pys6Kqe?=", "日本語"));
        assert!(name_agrees(b"SGVsbG8=", "SGVsbG8="));
        assert!(name_agrees(b"=?base64?SGVsbG8=", "=?base64?SGVsbG8="));
        assert!(name_agrees(b"=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?="));
        assert!(name_agrees(b"=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "=?base64?literal?="));
        assert!(!name_agrees(b"=?base64?literal?=", "=?base64?literal?="));
        assert!(!name_agrees(b"=?base64?SGVsbG8?=", "Hello"));
        assert!(!name_agrees(b"=?base64?SGVs!!!bG8=?=", "Hello"));
        assert!(!name_agrees(b"=?base64?/w==?=", "\u{ff}"));
    }

    #[test]
    fn http_32_other_bytes_than_printable_ascii_are_refused() {
        assert!(!name_agrees(b"caf\xe9", "caf\u{e9}"));
        assert!(!name_agrees("café".as_bytes(), "café"));
    }

    fn agrees(kind: ScalarType, json: &str, header: &str) -> bool {
        let parameter = MirroredParameter { header: "Mcp-Param-X".into(), path: vec!["x".into()], kind };
        parameter.check(&One(header.as_bytes()), &format!("{{\"x\":{json}}}")).is_ok()
    }

    #[test]
    fn http_35_comparison_by_type() {
        use ScalarType::{Boolean, Integer, String};
        assert!(agrees(Integer, "42", "042") && agrees(Integer, "42", "42.0") && agrees(Integer, "-7", "-7"));
        assert!(!agrees(Integer, "9007199254740992", "9007199254740993"));
        for header in ["4x", "", "NaN", "+42", "4e1"] {
            assert!(!agrees(Integer, "42", header), "{header}");
        }
        assert!(agrees(Boolean, "true", "true") && !agrees(Boolean, "true", "True"));
        assert!(agrees(String, r#""a""#, "a") && !agrees(String, r#""a""#, "A"));
        assert!(agrees(String, r#""""#, ""));
    }

    #[test]
    fn http_34_and_39_a_header_needs_its_argument() {
        let parameter = MirroredParameter {
            header: "Mcp-Param-X".into(),
            path: vec!["x".into()],
            kind: ScalarType::String,
        };
        for arguments in ["{}", r#"{"x":null}"#] {
            assert!(parameter.check(&One(b"eu"), arguments).is_err());
            assert!(parameter.check(&One(b""), arguments).is_err());
        }
    }

    #[test]
    fn http_37_nested_values_are_read_at_their_path() {
        let arguments = r#"{"target":{"region":"eu"},"region":"us"}"#;
        let path = [String::from("target"), String::from("region")];
        assert_eq!(value_at(arguments, &path).unwrap().get(), "\"eu\"");
    }
}
