//! What a state is good for: one principal, one method, one target, one set of arguments.

use serde_json::{Number, Value};

use crate::order::sort;

/// Who sends a request, as the server has verified it. Nobody is known until a server authenticates its callers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Principal<'a>(Option<&'a str>);

impl<'a> Principal<'a> {
    /// Nobody in particular.
    pub(crate) const NOBODY: Self = Self(None);

    /// What it is known by.
    pub(crate) const fn subject(self) -> Option<&'a str> {
        self.0
    }

    /// A verified subject: never what a client says of itself.
    #[cfg_attr(not(test), expect(dead_code, reason = "callers are not authenticated yet"))]
    pub(crate) const fn verified(subject: &'a str) -> Self {
        Self(Some(subject))
    }
}

/// The request that a round belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) principal: Principal<'a>,
    pub(crate) method: &'a str,
    /// The name or URI of the tool, prompt or resource.
    pub(crate) target: &'a str,
    /// The arguments: the text of one JSON object.
    pub(crate) arguments: &'a str,
}

impl Origin<'_> {
    /// The same bytes for the same request and for no other: each part with its length before it.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = b"taffrail-state-1".to_vec();
        let mut part = |part: Option<&[u8]>| {
            let length = part.map_or(u64::MAX, |part| part.len() as u64);
            bytes.extend_from_slice(&length.to_be_bytes());
            bytes.extend_from_slice(part.unwrap_or_default());
        };
        part(self.principal.subject().map(str::as_bytes));
        part(Some(self.method.as_bytes()));
        part(Some(self.target.as_bytes()));
        part(Some(canonical(self.arguments).as_bytes()));
        bytes
    }
}

/// The same text for the same arguments, however they are spaced, ordered and escaped. What is no JSON stays as it is.
fn canonical(arguments: &str) -> String {
    let mut text = String::with_capacity(arguments.len());
    match arguments.parse::<Value>() {
        Ok(value) => write(&value, &mut text),
        Err(_) => text.push_str(arguments),
    }
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            sort(&mut members, |(name, _)| name);
            text.push('{');
            for (name, value) in members {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Number(number) => text.push_str(&plain(number)),
        scalar => text.push_str(&scalar.to_string()),
    }
}

/// `5`, `5.0` and `5e0` are one number, and a client may write any of them.
fn plain(number: &Number) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within ±2^53, so the cast is exact")]
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT => {
            (float as i64).to_string()
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin<'a>(principal: Principal<'a>, method: &'a str, target: &'a str, arguments: &'a str) -> Vec<u8> {
        Origin { principal, method, target, arguments }.to_bytes()
    }

    #[test]
    fn mrtr_09_each_part_of_a_request_binds_and_its_spelling_does_not() {
        let nobody = Principal::NOBODY;
        let first = origin(nobody, "tools/call", "a", r#"{"x":1,"y":[1.0,"é"]}"#);
        assert_eq!(first, origin(nobody, "tools/call", "a", r#" { "y" : [1, "\u00e9"], "x":1e0 }"#));
        for other in [
            origin(Principal::verified(""), "tools/call", "a", r#"{"x":1,"y":[1.0,"é"]}"#),
            origin(Principal::verified("ada"), "tools/call", "a", r#"{"x":1,"y":[1.0,"é"]}"#),
            origin(nobody, "prompts/get", "a", r#"{"x":1,"y":[1.0,"é"]}"#),
            origin(nobody, "tools/call", "b", r#"{"x":1,"y":[1.0,"é"]}"#),
            origin(nobody, "tools/call", "a", r#"{"x":2,"y":[1.0,"é"]}"#),
            origin(nobody, "tools/call", "a", r#"{"x":1,"y":["é",1.0]}"#),
            origin(nobody, "tools/calla", "", r#"{"x":1,"y":[1.0,"é"]}"#),
            origin(nobody, "tools/call", "a", r#"{"x":"1","y":[1.0,"é"]}"#),
        ] {
            assert_ne!(first, other);
        }
        assert_ne!(
            origin(nobody, "m", "t", r#"{"a":"x\",\"b\":\"y"}"#),
            origin(nobody, "m", "t", r#"{"a":"x","b":"y"}"#)
        );
    }
}
