//! The tools of the transport tests in a process of their own: `cargo run --example probe -- list`.

#[path = "../tests/it/tools.rs"]
mod tools;

use std::time::Duration;
use taffrail_runtime::{Arguments, Limits, Server};

#[tokio::main]
async fn main() -> taffrail_runtime::Result {
    let mut arguments = Arguments::from_env();
    let grace = arguments.option("grace", "MS", "How long calls may go on after the end of input")?;
    let mut limits = Limits::default();
    if let Some(grace) = grace {
        limits = limits.grace(Duration::from_millis(grace.to_string_lossy().parse()?));
    }
    Server::new(tools::State::default())
        .tools(tools::tools())
        .instructions("For tests only.")
        .limits(limits)
        .run_with(arguments)
        .await
}
