//! How a message is spoilt.

use std::iter;

use fastrand::Rng;
use serde_json::{Value, json};

/// Pieces that break parsers: structure, numbers at the edges, escapes, names that the dispatch looks for.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "null",
    "true",
    "-0",
    "1e999",
    "0.1",
    "18446744073709551616",
    "-9223372036854775809",
    "123456789012345678901234567890",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "\n",
    "\r\n",
    "\0",
    "\"id\":1,",
    "\"id\":null,",
    "\"_meta\":{},",
    "\"method\":\"tools/call\",",
    "\"jsonrpc\":\"1.0\",",
    "\"params\":[],",
    "\"name\":",
    "\"arguments\":null,",
    "{\"a\":",
    "[[[[[[[[",
    "\"io.modelcontextprotocol/protocolVersion\":\"2025-11-25\",",
    "\"progressToken\":1.5,",
    "{}",
    "[]",
    "\"\"",
];

/// One of the messages, spoilt: its values, its bytes, both, or now and then nothing.
pub(crate) fn mutate(messages: &[String], random: &mut Rng) -> Vec<u8> {
    let message = pick(messages, random);
    let mut message = match serde_json::from_str(message) {
        Ok(mut value) if random.bool() => {
            for _ in 0..=random.usize(..3) {
                change_value(&mut value, random);
            }
            value.to_string().into_bytes()
        }
        _ => message.as_bytes().to_vec(),
    };
    // Bytes out of place are mostly refused by the parser, so half of the messages keep theirs.
    for _ in 0..random.usize(..8).saturating_sub(3) {
        change(&mut message, messages, random);
    }
    message
}

/// Walks down to some value and puts another in its place, takes it out, or gives it another name.
fn change_value(value: &mut Value, random: &mut Rng) {
    let go_on = random.u8(..5) > 0;
    match value {
        Value::Object(members) if go_on && !members.is_empty() => {
            let at = random.usize(..members.len());
            let Some(name) = members.keys().nth(at).cloned() else { return };
            match random.u8(..12) {
                0 => drop(members.remove(&name)),
                1 => {
                    let moved = members.remove(&name).unwrap_or_default();
                    members.insert(other_name(&name, random), moved);
                }
                _ => change_value(&mut members[&name], random),
            }
        }
        Value::Array(items) if go_on && !items.is_empty() => {
            let at = random.usize(..items.len());
            if random.u8(..6) == 0 { drop(items.remove(at)) } else { change_value(&mut items[at], random) }
        }
        _ => *value = other_value(random),
    }
}

fn other_name(name: &str, random: &mut Rng) -> String {
    match random.u8(..3) {
        0 => name.to_uppercase(),
        1 => format!("{name}{}", random.alphanumeric()),
        _ => name.chars().skip(1).collect(),
    }
}

fn other_value(random: &mut Rng) -> Value {
    match random.u8(..10) {
        0 => Value::Null,
        1 => random.bool().into(),
        2 => random.i64(..).into(),
        3 => random.u64(..).into(),
        4 => (random.f64() * 1e300 - 5e299).into(),
        5 => json!([]),
        6 => json!({}),
        7 => iter::repeat_with(|| random.char('\0'..)).take(12).collect::<String>().into(),
        8 => "x".repeat(random.usize(..5_000)).into(),
        _ => ["", "2026-07-28", "2025-11-25", "tools/list", "add_numbers", "1"][random.usize(..6)].into(),
    }
}

fn change(message: &mut Vec<u8>, messages: &[String], random: &mut Rng) {
    let at = random.usize(..=message.len());
    match random.u8(..10) {
        0 => flip(message, at, random),
        1 => message.truncate(at),
        2 => drop(message.drain(at..(at + random.usize(..32)).min(message.len()))),
        3 => {
            let piece = message[at..(at + random.usize(..64)).min(message.len())].to_vec();
            insert(message, random.usize(..=message.len()), &piece);
        }
        4 => {
            let other = pick(messages, random).as_bytes();
            let from = random.usize(..other.len());
            message.truncate(at);
            message.extend_from_slice(&other[from..]);
        }
        5 => swap_tokens(message, random),
        6 => {
            let depth = random.usize(1..2_000);
            insert(message, at, &[b'['].repeat(depth));
        }
        7 => insert(message, at, &random.u64(..).to_string().into_bytes()),
        _ => insert(message, at, TOKENS[random.usize(..TOKENS.len())].as_bytes()),
    }
}

fn pick<'m>(messages: &'m [String], random: &mut Rng) -> &'m str {
    &messages[random.usize(..messages.len())]
}

fn insert(message: &mut Vec<u8>, at: usize, piece: &[u8]) {
    message.splice(at..at, piece.iter().copied());
}

fn flip(message: &mut [u8], at: usize, random: &mut Rng) {
    if let Some(byte) = message.get_mut(at) {
        *byte ^= 1 << random.u8(..8);
    }
}

/// Exchanges what lies between two pairs of quotes: keys become values, names meet other names.
fn swap_tokens(message: &mut Vec<u8>, random: &mut Rng) {
    let quotes: Vec<usize> = (0..message.len()).filter(|&at| message[at] == b'"').collect();
    let Some(pairs) = (quotes.len() / 2).checked_sub(1) else { return };
    let (first, second) = (random.usize(..=pairs), random.usize(..=pairs));
    let (first, second) = (first.min(second), first.max(second));
    let span = |pair: usize| quotes[2 * pair]..quotes[2 * pair + 1];
    if first != second {
        let (left, right) = (message[span(first)].to_vec(), message[span(second)].to_vec());
        message.splice(span(second), left);
        message.splice(span(first), right);
    }
}
