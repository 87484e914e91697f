//! What clients say, and what an answer to it may be.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use crate::server::TOKENS;

pub(crate) const REVISION: &str = "2026-07-28";

/// A mark that no other call has.
pub(crate) fn token() -> Result<u32, String> {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let token = NEXT.fetch_add(1, Ordering::Relaxed);
    if (token as usize) < TOKENS {
        Ok(token)
    } else {
        Err("too many calls to tell apart: soak for less long".into())
    }
}

/// A request of the current revision.
pub(crate) fn request(id: u32, method: &str, mut params: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {
            "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} },
        },
        "progressToken": id,
    });
    params["_meta"] = meta;
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A call of a tool. Its token is its id too.
pub(crate) fn call(token: u32, tool: &str, mut arguments: Value) -> Value {
    arguments["token"] = token.into();
    request(token, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// How a call was answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// With what it asked for.
    Done,
    /// With the failure that says when to come back.
    Busy,
    /// With a question, and the state to bring back.
    Asked(Box<Value>),
    /// With a task, of this id.
    Task(String),
}

/// Judges the answer to the call with this token.
pub(crate) fn judge(token: u32, answer: &Value) -> Result<Outcome, String> {
    if answer["id"] != token {
        return Err(format!("the call {token} got the answer of another: {}", shortened(answer)));
    }
    let result = &answer["result"];
    if result["resultType"] == "input_required" {
        return Ok(Outcome::Asked(Box::new(result.clone())));
    }
    if result["resultType"] == "task" {
        return Ok(Outcome::Task(result["taskId"].as_str().unwrap_or_default().to_owned()));
    }
    if result["_meta"]["taffrail/failure"]["category"] == "transient" {
        return Ok(Outcome::Busy);
    }
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    if result["isError"] != true && text.split_whitespace().next() == Some(&token.to_string()) {
        return Ok(Outcome::Done);
    }
    Err(format!("the call {token} was answered with {}", shortened(answer)))
}

pub(crate) fn shortened(value: &Value) -> String {
    value.to_string().chars().take(400).collect()
}
