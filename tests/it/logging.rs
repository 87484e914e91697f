//! Log messages to clients: who gets them, when, and how many.

#![expect(deprecated, reason = "the protocol has deprecated it, and it is what the tests are about")]

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Limits, LogLevel, Memory, RateLimit, Service};

use crate::client::{ask, post, request};

/// Logs one message of each level, the last one with the name of its part.
#[tool(readonly, closed_world, when = "something is to be heard")]
async fn speak(ctx: &Context) -> &'static str {
    for level in LogLevel::ALL {
        ctx.log(level, level.word());
    }
    ctx.log_from("db", LogLevel::Error, json!({"rows": [1, 2]}));
    "spoke"
}

/// Logs a number of messages.
#[tool(readonly, closed_world, when = "much is to be heard")]
async fn chatter(
    /// How many.
    count: u32,
    ctx: &Context,
) -> &'static str {
    for number in 0..count {
        ctx.log(LogLevel::Info, number);
    }
    ctx.log(LogLevel::Info, "x".repeat(2_000_000));
    "chattered"
}

/// Logs after its answer.
#[tool(readonly, closed_world, when = "something is to be heard late")]
async fn afterwards(ctx: &Context) -> &'static str {
    let late = ctx.clone();
    std::thread::spawn(move || {
        while !late.is_cancelled() {
            std::thread::yield_now();
        }
        late.log(LogLevel::Error, "too late");
    });
    "answered"
}

fn server() -> Server<()> {
    Server::new(()).tools(tools![speak, chatter, afterwards])
}

fn service() -> Service {
    server().client_logging().build().unwrap()
}

fn call(tool: &str, level: Option<&str>) -> Value {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    if let Some(level) = level {
        meta["io.modelcontextprotocol/logLevel"] = level.into();
    }
    let arguments = if tool == "chatter" { json!({"count": 1000}) } else { json!({}) };
    json!({"name": tool, "arguments": arguments, "_meta": meta})
}

/// Sends a request and gives what is told before its answer, and the answer.
async fn heard(connection: &Memory, message: Value) -> (Vec<Value>, Value) {
    connection.send(message.to_string());
    let mut told = Vec::new();
    loop {
        let message: Value = serde_json::from_str(&connection.receive().await.unwrap()).unwrap();
        if message.get("id").is_some() {
            return (told, message);
        }
        told.push(message);
    }
}

/// Calls a tool as a client of the current revision that wants log messages of a level.
async fn levels(tool: &str, level: Option<&str>) -> Vec<Value> {
    let (told, answer) = heard(&service().connect(), request(1, "tools/call", call(tool, level))).await;
    assert!(answer["result"].get("isError").is_none(), "{answer}");
    assert!(told.iter().all(|message| message["method"] == "notifications/message"), "{told:?}");
    told.iter().map(|message| message["params"]["level"].clone()).collect()
}

#[tokio::test]
async fn log_01_and_02_logging_is_declared_where_it_can_be_sent_and_nowhere_else() {
    let declared = |answer: Value| answer["result"]["capabilities"].get("logging").cloned();
    let silent = server().build().unwrap();
    assert_eq!(declared(ask(&silent.connect(), "server/discover", json!({})).await), None);
    let (told, _) = heard(&silent.connect(), request(1, "tools/call", call("speak", Some("debug")))).await;
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(declared(ask(&service().connect(), "server/discover", json!({})).await), Some(json!({})));
}

#[tokio::test]
async fn log_03_who_does_not_ask_hears_nothing() {
    assert!(levels("speak", None).await.is_empty());
}

#[tokio::test]
async fn log_04_what_is_below_the_level_is_not_sent() {
    assert_eq!(levels("speak", Some("debug")).await.len(), 9);
    assert_eq!(
        levels("speak", Some("warning")).await,
        ["warning", "error", "critical", "alert", "emergency", "error"]
    );
    assert_eq!(levels("speak", Some("emergency")).await, ["emergency"]);
}

#[tokio::test]
async fn log_04_messages_come_on_the_stream_of_their_request_and_before_its_answer() {
    let service = service();
    let (told, _) =
        heard(&service.connect(), request(1, "tools/call", call("afterwards", Some("debug")))).await;
    assert!(told.is_empty(), "{told:?}");
    let message = request(1, "tools/call", call("speak", Some("alert")));
    let response = post(&service, &message, &[]).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let (_, body) = crate::client::read(response).await;
    let events: Vec<Value> = body
        .as_str()
        .unwrap()
        .split_terminator("\n\n")
        .map(|event| serde_json::from_str(event.strip_prefix("data: ").unwrap()).unwrap())
        .collect();
    let seen: Vec<&Value> = events.iter().map(|event| &event["params"]["level"]).collect();
    assert_eq!(seen, [&json!("alert"), &json!("emergency"), &Value::Null]);
    assert_eq!(events[2]["id"], 1);
}

#[tokio::test]
async fn log_05_an_unknown_level_is_refused_with_and_without_logging() {
    for service in [service(), server().build().unwrap()] {
        let answer = ask(&service.connect(), "tools/call", call("speak", Some("loud"))).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[tokio::test]
async fn log_06_and_07_what_goes_out_is_what_the_author_passes() {
    let (told, _) = heard(&service().connect(), request(1, "tools/call", call("speak", Some("error")))).await;
    assert_eq!(
        told.first().map(|message| &message["params"]),
        Some(&json!({"level": "error", "data": "error"}))
    );
    assert_eq!(
        told.last(),
        Some(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/message",
            "params": {"level": "error", "logger": "db", "data": {"rows": [1, 2]}},
        }))
    );
}

#[tokio::test]
async fn log_07_a_burst_is_limited() {
    let limits = Limits::default().log_rate(RateLimit::new(0.001, 5));
    let service = server().client_logging().limits(limits).build().unwrap();
    let (told, _) = heard(&service.connect(), request(1, "tools/call", call("chatter", Some("info")))).await;
    assert_eq!(
        told.iter().map(|message| message["params"]["data"].as_u64()).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2), Some(3), Some(4)]
    );
    let refused = server().limits(Limits::default().log_rate(RateLimit::new(0.0, 5))).build().unwrap_err();
    assert!(refused.to_string().contains("`log_rate`"), "{refused}");
}

fn old(id: u32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

async fn begun(service: &Service) -> (Memory, Value) {
    let connection = service.connect();
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let (_, answer) = heard(&connection, old(0, "initialize", params)).await;
    (connection, answer)
}

#[tokio::test]
async fn legacy_21_the_level_is_kept_for_a_connection() {
    let service = service();
    let (connection, answer) = begun(&service).await;
    assert_eq!(answer["result"]["capabilities"]["logging"], json!({}));
    let speak = || old(1, "tools/call", json!({"name": "speak", "arguments": {}}));
    assert_eq!(heard(&connection, speak()).await.0.len(), 8, "from `info` on, unless it says otherwise");
    let (_, done) = heard(&connection, old(1, "logging/setLevel", json!({"level": "alert"}))).await;
    assert_eq!(done, json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    for _ in 0..2 {
        assert_eq!(heard(&connection, speak()).await.0.len(), 2);
    }
    for params in [json!({"level": "loud"}), json!({"level": 3}), json!({})] {
        let (_, refused) = heard(&connection, old(1, "logging/setLevel", params)).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
    assert_eq!(heard(&connection, speak()).await.0.len(), 2, "what was refused changes nothing");
    let (other, _) = begun(&service).await;
    assert_eq!(heard(&other, speak()).await.0.len(), 8, "and nothing for others");
}
