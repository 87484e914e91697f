//! What a message costs inside the process, without any I/O: `cargo bench -p benches`.

use std::hint::black_box;

use divan::Bencher;
use serde_json::json;
use taffrail::prelude::*;
use taffrail::{Memory, tools};
use tokio::runtime::Runtime;

/// The sum of two numbers.
#[derive(Debug, ToolOutput)]
struct Sum {
    /// The sum.
    sum: i64,
}

/// Adds two numbers.
#[tool(readonly, closed_world, when = "two numbers are to be added")]
async fn add(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

/// Gives a text back.
#[tool(readonly, closed_world, when = "a text is wanted back")]
async fn echo(
    /// The text.
    text: String,
) -> String {
    text
}

fn main() {
    divan::main();
}

fn answered(bencher: Bencher<'_, '_>, method: &str, params: serde_json::Value) {
    let runtime = Runtime::new().expect("a runtime starts");
    let _inside = runtime.enter();
    let server =
        Server::new(()).tools(tools![add, echo]).no_rate_limit("a benchmark calls as often as it can");
    let connection: Memory = server.build().expect("the server is in order").connect();
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    bencher.bench(|| {
        connection.send(black_box(&message));
        connection.try_receive().expect("the answer is ready at once")
    });
}

#[divan::bench]
fn call_add(bencher: Bencher<'_, '_>) {
    answered(bencher, "tools/call", json!({"name": "add", "arguments": {"a": 2, "b": 40}}));
}

#[divan::bench]
fn call_echo_64_kib(bencher: Bencher<'_, '_>) {
    let text = "all work and no \"play\"\n".repeat(2850);
    answered(bencher, "tools/call", json!({"name": "echo", "arguments": {"text": text}}));
}

#[divan::bench]
fn call_with_a_wrong_argument(bencher: Bencher<'_, '_>) {
    answered(bencher, "tools/call", json!({"name": "add", "arguments": {"a": "2", "c": 40}}));
}

#[divan::bench]
fn list(bencher: Bencher<'_, '_>) {
    answered(bencher, "tools/list", json!({}));
}
