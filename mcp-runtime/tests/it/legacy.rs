//! Clients that begin with `initialize`, in memory and over HTTP, beside those of the current revision.

use super::message::{call, cancel, code, parsed, request, text};
use super::wire::{Listening, Request, listen, post};
use super::{server, service, service_within, until};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;
use taffrail_runtime::{Limits, Memory};

pub(crate) fn old(id: impl Into<Value>, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

fn old_call(id: impl Into<Value>, tool: &str, arguments: Value) -> String {
    old(id, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

fn initialize(version: &str) -> String {
    let info = json!({ "name": "old", "version": "1" });
    old(0, "initialize", json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info }))
}

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

async fn next(memory: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), memory.receive()).await;
    parsed(&line.expect("an answer in time").expect("a line"))
}

async fn ask(memory: &Memory, message: String) -> Value {
    memory.send(message);
    next(memory).await
}

/// A POST as an old client sends it: no header mirrors the body.
fn old_post(message: impl Into<String>) -> Request {
    post(message).without("MCP-Protocol-Version").without("Mcp-Method").without("Mcp-Name")
}

/// A session, begun.
pub(crate) struct Client {
    pub(crate) server: Listening,
    session: String,
}

impl Client {
    pub(crate) async fn begin(server: Listening) -> Self {
        Self::begin_as(server, "2025-11-25").await
    }

    pub(crate) async fn begin_as(server: Listening, version: &str) -> Self {
        let answer = old_post(initialize(version)).send(server.address).await;
        assert_eq!(answer.json()["result"]["protocolVersion"], version);
        let session = answer.header("mcp-session-id").expect("a session").to_owned();
        let client = Self { server, session };
        assert_eq!(client.send(INITIALIZED).await.status, 202);
        client
    }

    pub(crate) fn post(&self, message: impl Into<String>) -> Request {
        old_post(message).header("Mcp-Session-Id", self.session.as_str())
    }

    pub(crate) async fn send(&self, message: impl Into<String>) -> super::wire::Response {
        self.post(message).send(self.server.address).await
    }
}

#[tokio::test]
async fn legacy_04_05_and_06_a_connection_begins_with_initialize() {
    let service = server().title("Probe").instructions("Ask.").build().unwrap();
    let memory = service.connect();
    let answer = ask(&memory, initialize("2025-06-18")).await;
    assert_eq!(
        answer["result"],
        json!({
            "protocolVersion": "2025-06-18",
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "probe", "version": "1.2.3", "title": "Probe" },
            "instructions": "Ask.",
        })
    );
    memory.send(INITIALIZED);
    let answer = ask(&memory, old_call(1, "add", json!({ "a": 1, "b": 2 }))).await;
    assert_eq!((text(&answer), &answer["id"]), ("3", &json!(1)), "and the notification was met with silence");
    let refused = ask(&service.connect(), old(1, "initialize", json!({ "capabilities": {} }))).await;
    assert_eq!(code(&refused), -32602);
}

#[tokio::test]
async fn legacy_01_and_02_on_one_connection_each_request_is_of_its_own_era() {
    let memory = service().0.connect();
    let before = ask(&memory, old(1, "tools/list", json!({}))).await;
    assert_eq!(code(&before), -32602, "no `_meta`, and nobody has said `initialize`");
    let modern = ask(&memory, request(2, "initialize", json!({ "protocolVersion": "2025-11-25" }))).await;
    assert_eq!(code(&modern), -32601);
    ask(&memory, initialize("2025-11-25")).await;
    let modern = ask(&memory, call(3, "add", json!({ "a": 1, "b": 1 }))).await;
    assert_eq!(modern["result"]["resultType"], "complete");
    let legacy = ask(&memory, old_call(4, "add", json!({ "a": 1, "b": 1 }))).await;
    assert_eq!(legacy["result"].as_object().unwrap().keys().collect::<Vec<_>>(), ["content"]);
    let modern = ask(&memory, request(5, "ping", json!({}))).await;
    assert_eq!(code(&modern), -32601);
}

#[tokio::test]
async fn legacy_01_two_clients_share_one_endpoint() {
    let client = Client::begin(listen(&service().0).await).await;
    let address = client.server.address;
    let sum = json!({ "a": 1, "b": 2 });
    let modern = post(call(1, "add", sum.clone()));
    let (legacy, modern) = tokio::join!(client.send(old_call(1, "add", sum)), modern.send(address));
    assert_eq!((text(&legacy.json()), text(&modern.json())), ("3", "3"));
    assert!(legacy.json()["result"].get("resultType").is_none());
    assert_eq!(modern.json()["result"]["resultType"], "complete");
}

#[tokio::test]
async fn legacy_02_each_signal_over_http() {
    let client = Client::begin(listen(&service().0).await).await;
    let address = client.server.address;
    let list = || old(1, "tools/list", json!({}));
    // Modern, by `_meta` and by header; a session is ignored there (HTTP-07).
    let modern = post(request(1, "initialize", json!({}))).send(address).await;
    assert_eq!((modern.status, code(&modern.json())), (404, -32601));
    let modern = post(list()).header("Mcp-Session-Id", "x").send(address).await;
    assert_eq!((modern.status, code(&modern.json())), (400, -32602));
    let modern = post(request(1, "tools/list", json!({}))).header("Mcp-Session-Id", "x").send(address).await;
    assert_eq!(modern.json()["result"]["resultType"], "complete");
    // Legacy, by session.
    let legacy = client.send(list()).await;
    assert!(legacy.json()["result"].get("ttlMs").is_none());
    // Neither.
    let gone = old_post(list()).header("Mcp-Session-Id", "x").send(address).await;
    assert_eq!(gone.status, 404);
    let nothing = old_post(list()).send(address).await;
    assert_eq!((nothing.status, code(&nothing.json())), (400, -32020));
}

#[tokio::test]
async fn legacy_02_and_ver_10_a_server_can_refuse_old_clients() {
    let service = server().legacy_clients(false).build().unwrap();
    let listening = listen(&service).await;
    let refused = old_post(initialize("2025-11-25")).send(listening.address).await;
    assert_eq!((refused.status, code(&refused.json())), (400, -32020));
    assert_eq!(refused.json()["error"]["data"]["supported"], json!(["2026-07-28"]));
    let refused = ask(&service.connect(), initialize("2025-11-25")).await;
    assert_eq!(code(&refused), -32602);
    for verb in ["GET", "DELETE"] {
        let refused = old_post("").verb(verb).header("Mcp-Session-Id", "x").send(listening.address).await;
        assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")));
    }
}

#[tokio::test]
async fn legacy_03_13_and_30_no_header_is_needed_and_a_wrong_version_is_refused() {
    let client = Client::begin(listen(&service().0).await).await;
    let list = || client.post(old(1, "tools/list", json!({})));
    assert_eq!(list().send(client.server.address).await.status, 200);
    let lying = list().header("Mcp-Method", "tools/call").header("Mcp-Name", "x");
    assert_eq!(lying.send(client.server.address).await.status, 200);
    for (version, status) in
        [("2025-06-18", 200), ("2025-11-25", 200), ("1999-01-01", 400), ("2025-03-26", 400)]
    {
        let answer = list().header("MCP-Protocol-Version", version).send(client.server.address).await;
        assert_eq!(answer.status, status, "{version}");
    }
}

#[tokio::test]
async fn legacy_07_a_ping_is_answered_at_any_time() {
    let memory = service().0.connect();
    let pong = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
    assert_eq!(ask(&memory, old(1, "ping", json!({}))).await, pong);
    ask(&memory, initialize("2025-11-25")).await;
    assert_eq!(ask(&memory, old(1, "ping", json!({}))).await, pong);
    let client = Client::begin(listen(&service().0).await).await;
    assert_eq!(client.send(old(1, "ping", json!({}))).await.json(), pong);
    assert_eq!(old_post(old(1, "ping", json!({}))).send(client.server.address).await.json(), pong);
}

#[tokio::test]
async fn legacy_09_and_12_who_has_not_begun_is_told_to() {
    let server = listen(&service().0).await;
    let list = old_post(old(1, "tools/list", json!({}))).header("MCP-Protocol-Version", "2025-11-25");
    let refused = list.send(server.address).await;
    assert_eq!((refused.status, code(&refused.json())), (400, -32600));
    let unknown = list.header("Mcp-Session-Id", "x").send(server.address).await;
    assert_eq!((unknown.status, code(&unknown.json())), (404, -32600));
}

#[tokio::test]
async fn legacy_12_and_14_a_session_ends_by_delete_and_there_is_no_stream_beside_requests() {
    let client = Client::begin(listen(&service().0).await).await;
    let address = client.server.address;
    let get = client.post("").verb("GET").only("Accept", "text/event-stream").send(address).await;
    assert_eq!((get.status, get.header("allow")), (405, Some("POST, DELETE")));
    let modern = client.post("").verb("DELETE").header("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(modern.send(address).await.status, 405);
    assert_eq!(client.post("").verb("DELETE").send(address).await.status, 204);
    for message in [
        old(1, "tools/list", json!({})),
        old(1, "ping", json!({})),
        INITIALIZED.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned(),
    ] {
        assert_eq!(client.send(message.as_str()).await.status, 404, "{message}");
    }
    assert_eq!(client.post("").verb("DELETE").send(address).await.status, 404);
}

#[tokio::test]
async fn legacy_15_a_response_is_accepted_and_a_batch_is_not() {
    let client = Client::begin(listen(&service().0).await).await;
    let response = client.send(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#).await;
    assert_eq!((response.status, &*response.body), (202, ""));
    let batch = client.send(format!("[{}]", old(1, "ping", json!({})))).await;
    assert_eq!((batch.status, code(&batch.json())), (400, -32600));
}

#[tokio::test]
async fn legacy_17_origins_are_checked_first() {
    let server = listen(&service().0).await;
    let foreign = old_post(initialize("2025-11-25")).header("Origin", "http://evil.example");
    let refused = foreign.send(server.address).await;
    assert_eq!((refused.status, refused.header("mcp-session-id")), (403, None));
}

#[tokio::test]
async fn legacy_18_errors_come_with_200() {
    let client = Client::begin(listen(&service().0).await).await;
    for (method, params, expected) in [
        ("nope/x", json!({}), -32601),
        ("server/discover", json!({}), -32601),
        ("logging/setLevel", json!({ "level": "info" }), -32601),
        ("resources/subscribe", json!({ "uri": "a://b" }), -32601),
        ("tools/call", json!({ "name": "nope" }), -32602),
        ("tools/call", json!({}), -32602),
        ("tools/list", json!({ "cursor": "nope" }), -32602),
    ] {
        let answer = client.send(old(1, method, params)).await;
        assert_eq!((answer.status, code(&answer.json()), &answer.json()["id"]), (200, expected, &json!(1)));
    }
}

#[tokio::test]
async fn canc_11_and_legacy_20_hanging_up_cancels_nothing_and_a_cancellation_does() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    let stream = client.post(old_call(1, "sleep", json!({ "ms": 100 }))).open(client.server.address).await;
    until(&state.started, 1).await;
    drop(stream);
    until(&state.finished, 1).await;

    let address = client.server.address;
    let sleeping = client.post(old_call("a", "sleep", json!({ "ms": 60_000 })));
    let sleeping = tokio::spawn(async move { sleeping.send(address).await });
    until(&state.started, 2).await;
    let other = old_post(initialize("2025-11-25")).send(address).await;
    let other = other.header("mcp-session-id").unwrap().to_owned();
    for stranger in [old_post(cancel("a")).header("Mcp-Session-Id", other), old_post(cancel("a"))] {
        assert_eq!(stranger.send(address).await.status, 202);
    }
    assert_eq!(client.send(cancel("b")).await.status, 202);
    assert_eq!(state.cancelled.load(Ordering::SeqCst), 0, "neither of another session nor of another id");
    assert_eq!(client.send(cancel("a")).await.status, 202);
    until(&state.cancelled, 1).await;
    let ended = sleeping.await.unwrap();
    assert_eq!((ended.status, &*ended.body), (202, ""), "what was cancelled is not answered");
}

#[tokio::test]
async fn legacy_20_a_cancellation_on_a_connection_of_lines_is_silent() {
    let (service, state) = service();
    let memory = service.connect();
    ask(&memory, initialize("2025-11-25")).await;
    memory.send(old_call(1, "sleep", json!({ "ms": 60_000 })));
    until(&state.started, 1).await;
    memory.send(cancel(1));
    until(&state.cancelled, 1).await;
    assert_eq!(ask(&memory, old(2, "ping", json!({}))).await["id"], 2);
}

#[tokio::test]
async fn legacy_20_the_end_of_a_session_cancels_what_runs_in_it() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    let _stream =
        client.post(old_call(1, "sleep", json!({ "ms": 60_000 }))).open(client.server.address).await;
    until(&state.started, 1).await;
    assert_eq!(client.post("").verb("DELETE").send(client.server.address).await.status, 204);
    until(&state.cancelled, 1).await;
}

#[tokio::test]
async fn legacy_29_progress_comes_before_the_answer_on_both_transports() {
    let message = |id: u32| {
        let params = json!({
            "name": "progress", "arguments": { "steps": 3, "ms": 5 }, "_meta": { "progressToken": "t" },
        });
        old(id, "tools/call", params)
    };
    let client = Client::begin(listen(&service().0).await).await;
    let over_http = client.send(message(1)).await.messages();
    let memory = service().0.connect();
    ask(&memory, initialize("2025-11-25")).await;
    memory.send(message(1));
    let mut over_lines = Vec::new();
    for _ in 0..4 {
        over_lines.push(next(&memory).await);
    }
    for told in [over_http, over_lines] {
        assert_eq!(told.len(), 4, "{told:?}");
        for (at, report) in told[..3].iter().enumerate() {
            assert_eq!(report["method"], "notifications/progress");
            assert_eq!(report["params"]["progressToken"], "t");
            assert_eq!(report["params"]["progress"], json!(at as f64 + 1.0));
        }
        assert_eq!(text(&told[3]), "3 steps");
    }
}

#[tokio::test]
async fn legacy_29_failures_are_results_that_the_model_reads() {
    let client = Client::begin(listen(&service().0).await).await;
    let failed = client.send(old_call(1, "fail", json!({}))).await.json();
    assert_eq!(failed["result"]["isError"], true);
    assert!(text(&failed).contains("over the limit"));
    let crashed = client.send(old_call(1, "crash", json!({}))).await;
    assert_eq!((crashed.status, code(&crashed.json())), (200, -32603));
}

#[tokio::test]
async fn base_11_an_id_in_flight_is_refused_within_its_session_only() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    let address = client.server.address;
    let sleeping = client.post(old_call(1, "sleep", json!({ "ms": 150 })));
    let sleeping = tokio::spawn(async move { sleeping.send(address).await });
    until(&state.started, 1).await;
    let twice = client.send(old_call(1, "add", json!({ "a": 1, "b": 1 }))).await;
    assert_eq!((twice.status, code(&twice.json())), (400, -32600));
    let session = old_post(initialize("2025-11-25")).send(address).await;
    let session = session.header("mcp-session-id").unwrap().to_owned();
    let other = old_post(old_call(1, "add", json!({ "a": 1, "b": 1 }))).header("Mcp-Session-Id", session);
    assert_eq!(text(&other.send(address).await.json()), "2");
    assert_eq!(text(&sleeping.await.unwrap().json()), "slept");
}

#[tokio::test]
async fn sec_04_sessions_are_bounded() {
    let service = service_within(Limits::default().sessions(1)).0;
    let client = Client::begin(listen(&service).await).await;
    let address = client.server.address;
    assert_eq!(client.send(old(1, "ping", json!({}))).await.status, 200);
    let next = old_post(initialize("2025-11-25")).send(address).await;
    assert!(next.header("mcp-session-id").is_some());
    assert_eq!(client.send(old(1, "ping", json!({}))).await.status, 404, "the idle one made room");
}

#[tokio::test]
async fn http_43_a_page_that_may_call_may_have_a_session() {
    let config = taffrail_runtime::HttpConfig::default().allow_origin("https://app.example.com");
    let server = listen(&server().http(config).build().unwrap()).await;
    let page = |request: Request| request.header("Origin", "https://app.example.com");
    let preflight = page(old_post("").verb("OPTIONS")).header("Access-Control-Request-Method", "POST");
    let preflight = preflight.send(server.address).await;
    assert!(preflight.header("access-control-allow-methods").unwrap().contains("DELETE"));
    assert!(preflight.header("access-control-allow-headers").unwrap().contains("Mcp-Session-Id"));
    let begun = page(old_post(initialize("2025-11-25"))).send(server.address).await;
    assert!(begun.header("access-control-expose-headers").unwrap().contains("Mcp-Session-Id"));
}
