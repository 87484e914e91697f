//! `tools/list` and `tools/call` on the wire (*Tools*).

use std::borrow::Cow;

use serde_json::Value;

use super::json::{ObjectWriter, write_string};
use super::{Id, key};
use crate::schema::Schema;
use crate::{Cache, Content, Definition, Effect, FAILURE_META, Failure, Message, Reply};

/// Writes the definition of a tool as `tools/list` shows it. All four hints are explicit.
pub fn write_definition(out: &mut Vec<u8>, definition: &Definition) {
    write_definition_with(out, definition, definition.output.as_ref());
}

/// As [`write_definition`], for clients of earlier revisions, which know of structured results that are objects and of no others.
pub fn write_legacy_definition(out: &mut Vec<u8>, definition: &Definition) {
    write_definition_with(out, definition, definition.output.as_ref().filter(|output| output.is_object()));
}

fn write_definition_with(out: &mut Vec<u8>, definition: &Definition, output: Option<&Schema>) {
    let mut object = ObjectWriter::open(out);
    object.text("name", &definition.name);
    object.text("title", &definition.title);
    object.text("description", &definition.description);
    definition.input.write(object.member("inputSchema"));
    if let Some(output) = output {
        output.write(object.member("outputSchema"));
    }
    write_hints(object.member("annotations"), definition);
    object.icons(&definition.icons);
    object.close();
}

fn write_hints(out: &mut Vec<u8>, definition: &Definition) {
    let is_readonly = definition.effect == Effect::Readonly;
    let mut hints = ObjectWriter::open(out);
    hints.truth("destructiveHint", definition.effect == Effect::Destructive);
    hints.truth("idempotentHint", definition.idempotent || is_readonly);
    hints.truth("openWorldHint", !definition.closed_world);
    hints.truth("readOnlyHint", is_readonly);
    hints.close();
}

/// Writes results: with their type and the server's identity in each, or as earlier revisions have them.
#[derive(Debug)]
pub struct ResultWriter {
    /// `"io.modelcontextprotocol/serverInfo":{…}`; `None` for clients of earlier revisions.
    identity: Option<String>,
}

impl ResultWriter {
    /// A writer for a server; `info` is its `serverInfo` object.
    #[must_use]
    pub fn new(info: &Value) -> Self {
        Self { identity: Some(format!("\"{}\":{info}", key::SERVER_INFO)) }
    }

    /// A writer for clients of earlier revisions, whose results have neither type nor identity nor caching hints. A result
    /// without members of its own is `{}`.
    #[must_use]
    pub fn legacy() -> Self {
        Self { identity: None }
    }

    /// A complete result whose own members are `members`, for example `"ttlMs":0,"cacheScope":"public"`.
    #[must_use]
    pub fn complete(&self, id: &Id<'_>, members: &str) -> Vec<u8> {
        let identity = self.identity.as_ref().map_or(0, String::len);
        let mut out = Vec::with_capacity(members.len() + identity + id.as_json().len() + 96);
        self.open(&mut out, id);
        if !members.is_empty() {
            separate(&mut out);
            out.extend_from_slice(members.as_bytes());
        }
        self.close(&mut out, None);
        out
    }

    /// What stands before and after the members of a complete result, of which there must be some.
    #[must_use]
    pub fn around(&self, id: &Id<'_>) -> (Vec<u8>, Vec<u8>) {
        let identity = self.identity.as_ref().map_or(0, String::len);
        let (mut head, mut tail) = (Vec::with_capacity(96), Vec::with_capacity(identity + 16));
        self.open(&mut head, id);
        separate(&mut head);
        self.close(&mut tail, None);
        (head, tail)
    }

    /// The result of a tool that succeeded. Structured content is repeated as text.
    #[must_use]
    pub fn reply(&self, id: &Id<'_>, reply: &Reply) -> Vec<u8> {
        let texts: usize = reply.content().iter().map(Content::size).sum();
        let mut out = Vec::with_capacity(512 + texts + reply.structured().map_or(0, |text| text.len() * 2));
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"content\":[");
        for (at, block) in reply.content().iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            block.write(&mut out);
        }
        if let Some(structured) = reply.structured() {
            if !reply.content().is_empty() {
                out.push(b',');
            }
            write_text(&mut out, structured);
        }
        out.push(b']');
        if let Some(structured) = reply.structured() {
            out.extend_from_slice(b",\"structuredContent\":");
            out.extend_from_slice(structured.as_bytes());
        }
        self.close(&mut out, None);
        out
    }

    /// The result of a tool that failed in a way that the model can act on. It has no structured content, which
    /// would break the output schema; the fields for programs are in `_meta`.
    #[must_use]
    pub fn failure(&self, id: &Id<'_>, failure: &Failure) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"content\":[");
        write_text(&mut out, &printable(&failure.text()));
        out.extend_from_slice(b"],\"isError\":true");
        self.close(&mut out, Some(&failure.meta()));
        out
    }

    /// The last message of a subscription that the server ends.
    #[must_use]
    pub fn subscription_end(&self, id: &Id<'_>) -> Vec<u8> {
        let mut out = Vec::with_capacity(256);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(
            format!("\"_meta\":{{\"{}\":{}", key::SUBSCRIPTION_ID, id.as_json()).as_bytes(),
        );
        if let Some(identity) = &self.identity {
            separate(&mut out);
            out.extend_from_slice(identity.as_bytes());
        }
        out.extend_from_slice(b"}}}");
        out
    }

    /// A result that asks for input: `questions` are the members of `inputRequests`, `state` is for the client to keep.
    /// It has no caching hints, and at least one of the two (*Multi Round-Trip Requests > Server Requirements*).
    #[must_use]
    pub fn input_required(&self, id: &Id<'_>, questions: &str, state: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(questions.len() + state.len() + 512);
        begin(&mut out, id);
        out.extend_from_slice(b"\"resultType\":\"input_required\"");
        if !questions.is_empty() {
            out.extend_from_slice(b",\"inputRequests\":{");
            out.extend_from_slice(questions.as_bytes());
            out.push(b'}');
        }
        // The state is base64url, which needs no escapes.
        out.extend_from_slice(b",\"requestState\":\"");
        out.extend_from_slice(state.as_bytes());
        out.push(b'"');
        self.close(&mut out, None);
        out
    }

    /// The result of a call that goes on as a task: `members` are those of the task. No other result has this type.
    #[must_use]
    pub fn task(&self, id: &Id<'_>, members: &str) -> Vec<u8> {
        let mut out = Vec::with_capacity(members.len() + 384);
        begin(&mut out, id);
        out.extend_from_slice(b"\"resultType\":\"task\",");
        out.extend_from_slice(members.as_bytes());
        self.close(&mut out, None);
        out
    }

    pub(super) fn open(&self, out: &mut Vec<u8>, id: &Id<'_>) {
        begin(out, id);
        if self.identity.is_some() {
            out.extend_from_slice(b"\"resultType\":\"complete\"");
        }
    }

    /// The caching hints, where there are any.
    pub(super) fn hint(&self, out: &mut Vec<u8>, cache: Cache) {
        if self.identity.is_some() {
            separate(out);
            out.extend_from_slice(cache.members().as_bytes());
        }
    }

    pub(super) fn close(&self, out: &mut Vec<u8>, failure: Option<&Value>) {
        if self.identity.is_some() || failure.is_some() {
            separate(out);
            out.extend_from_slice(b"\"_meta\":{");
            if let Some(failure) = failure {
                out.extend_from_slice(format!("\"{FAILURE_META}\":{failure}").as_bytes());
            }
            if let Some(identity) = &self.identity {
                separate(out);
                out.extend_from_slice(identity.as_bytes());
            }
            out.push(b'}');
        }
        out.extend_from_slice(b"}}");
    }
}

/// Puts a comma between the members of an object; the first one has none before it.
pub(super) fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
}

fn begin(out: &mut Vec<u8>, id: &Id<'_>) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_json().as_bytes());
    out.extend_from_slice(b",\"result\":{");
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    write_string(out, text);
    out.push(b'}');
}

/// Writes a message of a prompt.
pub(super) fn write_message(out: &mut Vec<u8>, message: &Message) {
    let mut object = ObjectWriter::open(out);
    object.text("role", message.role().word());
    message.content().write(object.member("content"));
    object.close();
}

/// Control characters can take over a terminal that shows a result; line breaks and tabs stay.
fn is_unprintable(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// A cheap test over bytes: it may say no to a text that is printable, never yes to one that is not.
fn is_printable(text: &str) -> bool {
    // 0xC2 begins the two bytes of U+0080 to U+009F, and of harmless characters.
    let odd = |byte: u8| {
        (byte < 0x20) & (byte != b'\n') & (byte != b'\r') & (byte != b'\t') | (byte == 0x7F) | (byte == 0xC2)
    };
    // Without an early exit inside a chunk, the compiler looks at many bytes at once.
    !text.as_bytes().chunks(256).any(|chunk| chunk.iter().fold(false, |any, byte| any | odd(*byte)))
}

pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if is_printable(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| !is_unprintable(*c)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Text;

    #[test]
    fn legacy_10_results_have_no_type_no_identity_and_no_hints() {
        let (results, id) = (ResultWriter::legacy(), Id::parse("1").unwrap());
        let text = |written: Vec<u8>| String::from_utf8(written).unwrap();
        assert_eq!(text(results.complete(&id, "")), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        let reply = results.reply(&id, &Reply::from(Text::new("a")));
        assert_eq!(
            text(reply),
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"}]}}"#
        );
        let failure = results.failure(&id, &Failure::business("no", "ask"));
        let failure: Value = serde_json::from_slice(&failure).unwrap();
        let result = failure["result"].as_object().unwrap();
        assert_eq!(result.keys().collect::<Vec<_>>(), ["_meta", "content", "isError"]);
        assert_eq!(result["_meta"].as_object().unwrap().keys().collect::<Vec<_>>(), [FAILURE_META]);
    }

    #[test]
    fn tool_33_terminal_escapes_are_taken_out_and_the_rest_stays() {
        let reply = Reply::from(Text::new("a\u{1b}[31mb\u{9b}1m\u{7}\n\tä¡"));
        let id = Id::parse("1").unwrap();
        let written = ResultWriter::new(&json!({})).reply(&id, &reply);
        let written: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(written["result"]["content"][0]["text"], "a[31mb1m\n\tä¡");
    }
}
