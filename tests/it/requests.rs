//! What a call knows of its request.

use serde_json::{Value, json};
use taffrail::prelude::*;

use crate::client::ask;

/// Returns the trace that the request belongs to.
#[tool(readonly, closed_world)]
async fn trace(ctx: &Context) -> String {
    ctx.traceparent().unwrap_or("none").to_owned()
}

#[tokio::test]
async fn meta_10_a_tool_sees_the_trace_of_its_request_and_no_invalid_one() {
    const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let service = Server::new(()).tools(tools![trace]).build().unwrap();
    for (sent, seen) in [
        (json!(TRACE), TRACE),
        (json!("nonsense"), "none"),
        (json!(TRACE.to_uppercase()), "none"),
        (json!(7), "none"),
        (Value::Null, "none"),
    ] {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "traceparent": sent, "tracestate": 7, "baggage": [],
        });
        let params = json!({"name": "trace", "arguments": {}, "_meta": meta});
        let answer = ask(&service.connect(), "tools/call", params).await;
        assert_eq!(answer["result"]["content"][0]["text"], seen, "{sent}");
    }
}
