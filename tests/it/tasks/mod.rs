//! Tasks through whole servers: how calls become tasks, what is asked about them, and what they ask.

mod asking;
mod bounds;
mod faults;
mod life;
mod listening;
mod offer;
mod tools;
mod trust;

use std::time::Duration;

use serde_json::{Value, json};
use taffrail::{Service, Tasks};

use crate::client::ask;
use tools::{App, server};

const TASKS: &str = "io.modelcontextprotocol/tasks";

/// A server, and the state that its tools share with the test.
struct Fixture {
    service: Service,
    app: App,
}

fn fixture() -> Fixture {
    with(Tasks::default())
}

fn with(tasks: Tasks) -> Fixture {
    let app = App::default();
    Fixture { service: server(&app).tasks(tasks).build().unwrap(), app }
}

/// What a client can do in these tests, unless it says otherwise.
fn everything() -> Value {
    json!({"elicitation": {}, "extensions": {TASKS: {}}})
}

fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

/// Sends a request over a connection of its own.
async fn send(service: &Service, method: &str, mut params: Value, capabilities: &Value) -> Value {
    params["_meta"] = meta(capabilities);
    ask(&service.connect(), method, params).await
}

async fn call(service: &Service, tool: &str, arguments: Value) -> Value {
    send(service, "tools/call", json!({"name": tool, "arguments": arguments}), &everything()).await
}

/// Calls a tool and gives the id of the task that it becomes.
async fn begin(service: &Service, tool: &str, arguments: Value) -> String {
    let answer = call(service, tool, arguments).await;
    assert_eq!(answer["result"]["resultType"], "task", "{answer}");
    answer["result"]["taskId"].as_str().unwrap().to_owned()
}

/// `tasks/get`, whatever comes of it.
async fn asked(service: &Service, id: &str) -> Value {
    send(service, "tasks/get", json!({"taskId": id}), &everything()).await
}

/// A task as it is.
async fn get(service: &Service, id: &str) -> Value {
    let answer = asked(service, id).await;
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    answer["result"].clone()
}

/// A task as soon as it is as it should be.
async fn until(service: &Service, id: &str, is: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..2000 {
        let task = get(service, id).await;
        if is(&task) {
            return task;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the task stays as it is: {}", get(service, id).await)
}

async fn in_status(service: &Service, id: &str, status: &str) -> Value {
    until(service, id, |task| task["status"] == status).await
}

async fn update(service: &Service, id: &str, responses: Value) -> Value {
    send(service, "tasks/update", json!({"taskId": id, "inputResponses": responses}), &everything()).await
}

async fn cancel(service: &Service, id: &str) -> Value {
    send(service, "tasks/cancel", json!({"taskId": id}), &everything()).await
}

fn name(name: &str) -> Value {
    json!({"action": "accept", "content": {"name": name}})
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"))
}

/// The keys of what a task asks.
fn open(task: &Value) -> Vec<&str> {
    let questions = task["inputRequests"].as_object();
    questions.map(|questions| questions.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// Waits for something that the tools count.
async fn counted(count: &std::sync::atomic::AtomicU32, wanted: u32) {
    for _ in 0..2000 {
        if count.load(std::sync::atomic::Ordering::SeqCst) == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it stays at {count:?}");
}
