//! What clients send: where every mutation begins.

use serde_json::{Value, json};

/// Stands for the newest task that there is.
pub(crate) const TASK: &str = "0123456789abcdef0123456789abcdef";

/// One message of each kind that the dispatch tells apart.
pub(crate) fn all() -> Vec<String> {
    let mut messages = vec![
        request(json!(1), "server/discover", json!({})),
        request(json!("one"), "tools/list", json!({})),
        request(json!(3), "tools/list", json!({ "cursor": "bm93aGVyZQ" })),
        request(json!(9_007_199_254_740_993_u64), "no/such/method", json!({})),
        request(json!(4), "initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 5 } })
            .to_string(),
        json!({ "jsonrpc": "2.0", "id": 6, "result": {} }).to_string(),
        json!([{ "jsonrpc": "2.0", "id": 7, "method": "ping" }]).to_string(),
    ];
    let deep = format!("{}1{}", "{\"a\":".repeat(60), "}".repeat(60));
    let deep: Value = serde_json::from_str(&deep).unwrap_or_default();
    let task = json!({ "taskId": TASK, "inputResponses": {
        "elicit-1": { "action": "accept", "content": { "name": "Ada" } },
        "elicit-2": { "action": "accept", "content": deep },
        "k": { "action": "cancel" },
    } });
    for (number, method) in (50..).zip(["tasks/get", "tasks/update", "tasks/cancel"]) {
        messages.push(request(json!(number), method, task.clone()));
    }
    messages.push(request(
        json!(60),
        "subscriptions/listen",
        json!({ "notifications": { "taskIds": [TASK, "a", "a"], "toolsListChanged": true } }),
    ));
    let calls = [
        ("add_numbers", json!({ "first": 1, "second": -2 })),
        ("describe_place", json!({ "names": ["a", "b"], "kind": "SmallTown", "weights": { "a": 0.5 } })),
        (
            "describe_place",
            json!({ "names": ["Grüße \u{1F600}"], "kind": "Harbour", "weights": {}, "region": "eu", "limit": 7,
                "note": "a \"quoted\" \\ note" }),
        ),
        ("fail", json!({ "how": "gently" })),
        ("count", json!({ "to": 9 })),
        ("ask_names", json!({})),
        ("no_such_tool", json!({})),
    ];
    for (number, (name, arguments)) in (100..).zip(calls) {
        messages.push(request(json!(number), "tools/call", json!({ "name": name, "arguments": arguments })));
    }
    messages
}

fn request(id: Value, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "fuzz", "version": "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {
            "elicitation": {}, "sampling": {}, "roots": { "listChanged": true }, "extensions": { "io.modelcontextprotocol/tasks": {} },
        },
        "progressToken": "token",
    });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}
