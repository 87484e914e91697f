//! What clients that begin with `initialize` are told of changes, which they do not ask for one by one.

use super::message::{code, parsed};
use super::wire::{Request, listen, post};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use taffrail_core::{
    Contents, Identity, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Violations, Work,
};
use taffrail_runtime::{Change, Changes, Memory, Server, Service};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

struct Note;

impl Resource<()> for Note {
    fn definition(&self) -> ResourceDefinition {
        ResourceDefinition::new("notes://{id}", "note", "A note.")
    }

    fn read<'a>(&'a self, _: ResourceCall<'a, ()>) -> Result<Work<'a, Reading>, Violations> {
        Ok(Box::pin(async { Ok(Some(vec![Contents::text("Boats")])) }))
    }
}

fn service(changes: &Changes) -> Service {
    let notes = Resources::new(Identity { name: "notes", version: "1.0.0" }).with(Note);
    Server::new(()).resources(notes).notifies(changes, [Change::Resources, Change::Contents]).build().unwrap()
}

fn old(id: u32, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

fn initialize() -> String {
    old(0, "initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {} }))
}

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

async fn next(memory: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), memory.receive()).await;
    parsed(&line.expect("a message in time").expect("a line"))
}

async fn ask(memory: &Memory, message: String) -> Value {
    memory.send(message);
    next(memory).await
}

#[tokio::test]
async fn legacy_22_and_23_a_connection_is_told_of_lists_and_of_what_it_has_named() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    let begun = ask(&memory, initialize()).await;
    assert_eq!(
        begun["result"]["capabilities"],
        json!({ "resources": { "listChanged": true, "subscribe": true } })
    );
    memory.send(INITIALIZED);
    let done = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
    assert_eq!(ask(&memory, old(1, "resources/subscribe", json!({ "uri": "notes://1" }))).await, done);
    changes.resources_changed();
    let told = next(&memory).await;
    assert_eq!((&told["method"], told.get("id")), (&"notifications/resources/list_changed".into(), None));
    changes.resource_updated("notes://2");
    changes.resource_updated("notes://1");
    let told = next(&memory).await;
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"], json!({ "uri": "notes://1" }), "and of nothing else");
    assert_eq!(ask(&memory, old(1, "resources/unsubscribe", json!({ "uri": "notes://1" }))).await, done);
    changes.resource_updated("notes://1");
    changes.resources_changed();
    assert_eq!(next(&memory).await["method"], "notifications/resources/list_changed");
}

#[tokio::test]
async fn legacy_22_what_cannot_be_subscribed_to_is_refused() {
    let memory = service(&Changes::new()).connect();
    ask(&memory, initialize()).await;
    for (params, expected) in [
        (json!({}), -32602),
        (json!({ "uri": 7 }), -32602),
        (json!({ "uri": "no uri" }), -32602),
        (json!({ "uri": "other://1" }), -32002),
    ] {
        assert_eq!(code(&ask(&memory, old(1, "resources/subscribe", params)).await), expected);
    }
    for number in 0..1024 {
        ask(&memory, old(1, "resources/subscribe", json!({ "uri": format!("notes://{number}") }))).await;
    }
    let refused = ask(&memory, old(1, "resources/subscribe", json!({ "uri": "notes://one-more" }))).await;
    assert_eq!(code(&refused), -32602);
}

#[tokio::test]
async fn legacy_06_and_23_nothing_is_told_before_the_client_is_ready() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    ask(&memory, initialize()).await;
    changes.resources_changed();
    assert_eq!(ask(&memory, old(1, "ping", json!({}))).await["id"], 1);
}

fn old_post(message: impl Into<String>) -> Request {
    post(message).without("MCP-Protocol-Version").without("Mcp-Method").without("Mcp-Name")
}

async fn begin(address: SocketAddr) -> String {
    let begun = old_post(initialize()).send(address).await;
    begun.header("mcp-session-id").unwrap().to_owned()
}

/// An open stream, and what has come of it.
struct Stream {
    socket: TcpStream,
    read: String,
}

impl Stream {
    async fn open(address: SocketAddr, session: &str) -> Self {
        let mut socket = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "GET /mcp HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\nMcp-Session-Id: {session}\r\n\r\n"
        );
        socket.write_all(head.as_bytes()).await.unwrap();
        let mut stream = Self { socket, read: String::new() };
        stream.until("\r\n\r\n").await;
        assert!(stream.read.starts_with("HTTP/1.1 200 "), "{}", stream.read);
        assert!(stream.read.to_ascii_lowercase().contains("content-type: text/event-stream"));
        stream
    }

    /// Reads until a text has come; false at the end of the stream.
    async fn until(&mut self, text: &str) -> bool {
        let mut bytes = [0; 4096];
        while !self.read.contains(text) {
            let read = tokio::time::timeout(Duration::from_secs(20), self.socket.read(&mut bytes)).await;
            match read.expect("bytes in time").unwrap() {
                0 => return false,
                count => self.read.push_str(std::str::from_utf8(&bytes[..count]).unwrap()),
            }
        }
        true
    }
}

#[tokio::test]
async fn legacy_14_19_22_and_23_a_session_is_told_once_on_the_stream_that_get_opens() {
    let changes = Changes::new();
    let server = listen(&service(&changes)).await;
    let (one, other) = (begin(server.address).await, begin(server.address).await);
    let mut old_stream = Stream::open(server.address, &one).await;
    let mut stream = Stream::open(server.address, &one).await;
    assert!(old_stream.until("0\r\n\r\n").await, "the newer stream ends the older");
    let mut others = Stream::open(server.address, &other).await;
    let subscribe = old(1, "resources/subscribe", json!({ "uri": "notes://1" }));
    let subscribed = old_post(subscribe).header("Mcp-Session-Id", one.as_str()).send(server.address).await;
    assert_eq!(subscribed.json()["result"], json!({}));
    changes.resource_updated("notes://1");
    assert!(stream.until("notifications/resources/updated").await);
    changes.resources_changed();
    for stream in [&mut stream, &mut others] {
        assert!(stream.until("notifications/resources/list_changed").await);
    }
    assert_eq!(stream.read.matches("data:").count(), 2, "{}", stream.read);
    assert!(!others.read.contains("updated") && !old_stream.read.contains("data:"));
    let ended = old_post("").verb("DELETE").header("Mcp-Session-Id", one.as_str());
    assert_eq!(ended.send(server.address).await.status, 204);
    assert!(stream.until("0\r\n\r\n").await, "the session ends its stream");
}

#[tokio::test]
async fn legacy_12_and_14_a_stream_needs_a_session() {
    let server = listen(&service(&Changes::new())).await;
    let get = old_post("").verb("GET").only("Accept", "text/event-stream");
    let refused = get.send(server.address).await;
    assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, POST, DELETE")));
    assert_eq!(get.clone().header("Mcp-Session-Id", "x").send(server.address).await.status, 404);
}
