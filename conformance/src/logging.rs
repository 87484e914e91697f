//! Tools that log to the client.

#![expect(deprecated, reason = "the suite asks for log messages, which the protocol has deprecated")]

use std::time::Duration;

use taffrail::LogLevel;
use taffrail::prelude::*;

/// Logs one message to clients that ask for it, and returns one line of text.
#[tool(readonly, closed_world, when = "a client shows that it gets no log messages that it did not ask for")]
pub(crate) async fn test_logging_tool(ctx: &Context) -> &'static str {
    ctx.log(LogLevel::Info, "The tool ran.");
    "Logged one message to clients that want it."
}

/// Logs three messages to the client, some fifty milliseconds apart, then returns one line of text.
#[tool(readonly, closed_world, when = "a client shows that it follows log messages")]
pub(crate) async fn test_tool_with_logging(ctx: &Context) -> &'static str {
    ctx.log(LogLevel::Info, "Tool execution started");
    tokio::time::sleep(Duration::from_millis(50)).await;
    ctx.log(LogLevel::Info, "Tool processing data");
    tokio::time::sleep(Duration::from_millis(50)).await;
    ctx.log(LogLevel::Info, "Tool execution completed");
    "Logged three messages."
}
