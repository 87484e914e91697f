//! Tools about the request itself: what the client can do, progress.

use std::time::Duration;

use taffrail::prelude::*;

/// Returns a line of text to clients that declare sampling; the others are told what is missing before anything runs.
#[tool(
    readonly,
    closed_world,
    needs(sampling),
    when = "a client without sampling shows that it reads the refusal"
)]
pub(crate) async fn test_missing_capability() -> &'static str {
    "The client declares sampling."
}

/// Lets the client hang up and come back, and returns one line of text a moment later.
#[tool(readonly, closed_world, when = "a client shows that it comes back for the rest of a stream")]
pub(crate) async fn test_reconnection(ctx: &Context) -> &'static str {
    ctx.let_client_poll();
    tokio::time::sleep(Duration::from_millis(100)).await;
    "The client came back."
}

/// Reports progress three times, some fifty milliseconds apart, then returns one line of text.
#[tool(readonly, closed_world, when = "a client shows that it follows progress")]
pub(crate) async fn test_tool_with_progress(ctx: &Context) -> &'static str {
    for done in [0.0, 50.0, 100.0] {
        ctx.progress(done, Some(100.0));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Reported progress three times."
}
