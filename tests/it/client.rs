//! A client of a server in the same process.

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use taffrail::{HttpBody, Memory, Service};
use tower_service::Service as _;

/// A request with the smallest valid `_meta`, unless `params` bring their own.
pub(crate) fn request(id: u32, method: &str, mut params: Value) -> Value {
    if params.get("_meta").is_none() {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// Sends a request and gives the next message back.
pub(crate) async fn ask(connection: &Memory, method: &str, params: Value) -> Value {
    connection.send(request(1, method, params).to_string());
    serde_json::from_str(&connection.receive().await.unwrap()).unwrap()
}

/// Posts a message with its mirrored headers and others.
pub(crate) async fn post(service: &Service, message: &Value, headers: &[(&str, &str)]) -> Response<HttpBody> {
    let mut post = Request::post("/mcp")
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", message["method"].as_str().unwrap());
    let params = &message["params"];
    if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
        post = post.header("Mcp-Name", name);
    }
    for (name, value) in headers {
        post = post.header(*name, *value);
    }
    let body = Full::<Bytes>::from(message.to_string());
    service.http().call(post.body(body).unwrap()).await.unwrap()
}

/// The status and the JSON of a response.
pub(crate) async fn read(response: Response<HttpBody>) -> (u16, Value) {
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&body).unwrap_or_else(|_| Value::from(String::from_utf8_lossy(&body))))
}
