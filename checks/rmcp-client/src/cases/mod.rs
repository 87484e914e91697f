//! What an application does with a server, by topic.

pub mod calls;
pub mod cancelling;
pub mod contents;
pub mod listening;
pub mod lists;
pub mod questions;

use rmcp::RoleClient;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, JsonObject, ProtocolVersion};
use rmcp::service::{RunningService, ServiceError};
use serde_json::Value;

use crate::application::Application;
use crate::verdict::{Fault, Verdict, same};

pub type Client = RunningService<RoleClient, Application>;

/// Whether the client speaks the current revision, and not the era that begins with `initialize`.
pub fn is_modern(client: &Client) -> bool {
    client.peer_info().is_some_and(|info| info.protocol_version == ProtocolVersion::V_2026_07_28)
}

pub async fn call(
    client: &Client,
    name: &'static str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    client.call_tool(params(name, arguments)).await
}

pub fn params(name: &'static str, arguments: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(name).with_arguments(object(arguments))
}

pub fn object(value: Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}

pub fn text(result: &CallToolResult) -> Result<&str, Fault> {
    first_text(result.content.first())
}

pub fn first_text(block: Option<&ContentBlock>) -> Result<&str, Fault> {
    match block {
        Some(ContentBlock::Text(text)) => Ok(&text.text),
        other => Err(format!("no text first: {other:?}").into()),
    }
}

/// The request fails with this code.
pub fn fails<T: std::fmt::Debug>(code: i32, answer: Result<T, ServiceError>) -> Verdict {
    match answer {
        Err(ServiceError::McpError(error)) => same(&error.code.0, &code),
        other => Err(format!("not a JSON-RPC error: {other:?}").into()),
    }
}
