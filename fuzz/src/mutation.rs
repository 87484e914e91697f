//! How a message is spoilt.

use fastrand::Rng;

/// Pieces that break parsers: structure, numbers at the edges, escapes, names that the dispatch looks for.
const TOKENS: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "-0", "1e999", "0.1", "18446744073709551616",
    "-9223372036854775809", "123456789012345678901234567890", "\\u0000", "\\ud800", "\u{feff}", "\n", "\r\n",
    "\0", "\"id\":1,", "\"id\":null,", "\"_meta\":{},", "\"method\":\"tools/call\",", "\"jsonrpc\":\"1.0\",",
    "\"params\":[],", "\"name\":", "\"arguments\":null,", "{\"a\":", "[[[[[[[[",
    "\"io.modelcontextprotocol/protocolVersion\":\"2025-11-25\",", "\"progressToken\":1.5,", "{}", "[]", "\"\"",
];

/// One of the messages with up to eight things done to it; now and then none.
pub(crate) fn mutate(messages: &[String], random: &mut Rng) -> Vec<u8> {
    let mut message = pick(messages, random).as_bytes().to_vec();
    for _ in 0..random.usize(..=8) {
        change(&mut message, messages, random);
    }
    message
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
