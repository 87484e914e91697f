//! JSON as text, written where it will stand. `serde_json` judges a string byte by byte, which is most of what a list of tools
//! costs when it is written.

use std::io::Write;

use serde_json::{Map, Value};

use crate::Icon;

/// Writes a string in quotes, as `serde_json` does.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    let (plain, odd) = text.as_bytes().split_at(plain_length(text.as_bytes()));
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(plain);
    if !odd.is_empty() {
        write_odd(out, odd);
    }
    out.push(b'"');
}

/// Writes a word of ours in quotes, which needs no escapes.
pub(crate) fn write_word(out: &mut Vec<u8>, word: &'static str) {
    out.reserve(word.len() + 2);
    out.push(b'"');
    out.extend_from_slice(word.as_bytes());
    out.push(b'"');
}

/// Writes what begins with a byte that needs an escape. Apart, because most strings need none.
#[cold]
fn write_odd(out: &mut Vec<u8>, mut rest: &[u8]) {
    while let Some((odd, after)) = rest.split_first() {
        write_escape(out, *odd);
        let (plain, odd) = after.split_at(plain_length(after));
        out.extend_from_slice(plain);
        rest = odd;
    }
}

/// Writes a value, the members of every object sorted by name, whichever order the map keeps: another crate's choice of
/// `serde_json`'s features must not change what is published.
pub(crate) fn write_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        // Memory takes whatever is written to it.
        Value::Number(number) => _ = write!(out, "{number}"),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => write_list(out, items, write_value),
        Value::Object(members) => {
            write_object(out, sorted(members), write_value);
        }
    }
}

/// The members of an object, sorted by name.
pub(crate) fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    members
}

/// Writes an array of what `write` makes of each item.
pub(crate) fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// Writes an object of what `write` makes of each value.
pub(crate) fn write_object<N: AsRef<str>, T>(
    out: &mut Vec<u8>,
    members: impl IntoIterator<Item = (N, T)>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'{');
    for (at, (name, value)) in members.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_string(out, name.as_ref());
        out.push(b':');
        write(out, value);
    }
    out.push(b'}');
}

/// Writes one object, member after member. Their names are ours, and need no escapes.
pub(crate) struct ObjectWriter<'a> {
    out: &'a mut Vec<u8>,
    is_empty: bool,
}

impl<'a> ObjectWriter<'a> {
    pub(crate) fn open(out: &'a mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, is_empty: true }
    }

    /// Begins a member, whose value is to be written.
    pub(crate) fn member(&mut self, name: &'static str) -> &mut Vec<u8> {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(b',');
        }
        write_word(self.out, name);
        self.out.push(b':');
        self.out
    }

    pub(crate) fn text(&mut self, name: &'static str, text: &str) {
        write_string(self.member(name), text);
    }

    pub(crate) fn text_if_any(&mut self, name: &'static str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    pub(crate) fn truth(&mut self, name: &'static str, is: bool) {
        write_value(self.member(name), &is.into());
    }

    /// Writes the member `icons`, which is left out where there are none.
    pub(crate) fn icons(&mut self, icons: &[Icon]) {
        if !icons.is_empty() {
            write_list(self.member("icons"), icons, |out, icon| icon.write(out));
        }
    }

    pub(crate) fn close(self) {
        self.out.push(b'}');
    }
}

/// An object of these members. `json!` would bring a map of its own into each crate that uses it.
///
/// ```
/// use taffrail::protocol::object;
///
/// assert_eq!(object([("limit", 3.into()), ("uri", "a:b".into())]).to_string(), r#"{"limit":3,"uri":"a:b"}"#);
/// ```
pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut object = Value::Object(Map::new());
    for (name, value) in members {
        object[name] = value;
    }
    object
}

/// How many bytes from the start need no escape.
fn plain_length(bytes: &[u8]) -> usize {
    let (chunks, rest) = bytes.as_chunks();
    for (at, chunk) in chunks.iter().enumerate() {
        let odd = odd_bytes(*chunk);
        if odd != 0 {
            return at * 8 + odd.trailing_zeros() as usize / 8;
        }
    }
    let is_odd = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    bytes.len() - rest.len() + rest.iter().position(is_odd).unwrap_or(rest.len())
}

/// Marks the bytes that need an escape, in their highest bits. Above the first such byte, from the low end, marks may be wrong.
fn odd_bytes(chunk: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let below = |bytes: u64, bound: u8| bytes.wrapping_sub(ONES * u64::from(bound)) & !bytes;
    let bytes = u64::from_le_bytes(chunk);
    let is = |byte: u8| below(bytes ^ (ONES * u64::from(byte)), 1);
    (below(bytes, 0x20) | is(b'"') | is(b'\\')) & (ONES * 0x80)
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0C => b'f',
        b'\r' => b'r',
        _ => {
            // Memory takes whatever is written to it.
            _ = write!(out, "\\u{byte:04x}");
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_string_is_written_as_serde_json_writes_it() {
        let all: String = ('\0'..='\u{101}').collect();
        let long = "größer als ein Stück ".repeat(5);
        for text in
            ["", "a", "\"", "\\\\", "0123456789abcdef", "0123456789abcde\n0123456789abcdef\t", &all, &long]
        {
            let mut out = Vec::new();
            write_string(&mut out, text);
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(text).unwrap());
        }
    }

    #[test]
    fn what_needs_an_escape_is_found_whatever_stands_beside_it() {
        for first in '\0'..='\u{81}' {
            for second in '\0'..='\u{81}' {
                let text = format!("abc{first}{second}{first}defghijk{second}");
                let mut out = Vec::new();
                write_string(&mut out, &text);
                assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&text).unwrap());
            }
        }
    }

    #[test]
    fn a_value_is_written_with_its_members_sorted() {
        let value = json!({"b": [1, -2, 3.5, 1e300, null, true, false, "x\n"], "a": {}, "c": [[], {"y": 1, "x": u64::MAX}]});
        let mut out = Vec::new();
        write_value(&mut out, &value);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            r#"{"a":{},"b":[1,-2,3.5,1e+300,null,true,false,"x\n"],"c":[[],{"x":18446744073709551615,"y":1}]}"#
        );
    }
}
