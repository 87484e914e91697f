//! Messages as a client writes them.

use serde_json::{Value, json};

pub(crate) const REVISION: &str = "2026-07-28";

/// The `_meta` that every request has.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

pub(crate) fn request(id: impl Into<Value>, method: &str, mut params: Value) -> String {
    params["_meta"] = meta();
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

pub(crate) fn call(id: impl Into<Value>, tool: &str, arguments: Value) -> String {
    request(id, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// A call that asks for progress.
pub(crate) fn call_with_token(
    id: impl Into<Value>,
    tool: &str,
    arguments: Value,
    token: impl Into<Value>,
) -> String {
    let mut meta = meta();
    meta["progressToken"] = token.into();
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params }).to_string()
}

pub(crate) fn cancel(id: impl Into<Value>) -> String {
    let params = json!({ "requestId": id.into(), "reason": "changed my mind" });
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string()
}

pub(crate) fn parsed(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The text of a tool's result.
pub(crate) fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

pub(crate) fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}
