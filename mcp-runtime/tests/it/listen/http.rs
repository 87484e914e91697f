//! Subscriptions over HTTP: each is a response that does not end.

use super::super::wire::{Listening, listen, post};
use super::*;
use std::net::SocketAddr;
use taffrail_runtime::HttpConfig;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// The response to a subscription, as far as it has come.
struct Stream {
    socket: TcpStream,
    text: String,
}

impl Stream {
    async fn open(address: SocketAddr, id: impl Into<Value>, filter: Value) -> Self {
        let socket = post(subscribe(id, filter)).open(address).await;
        let mut stream = Self { socket, text: String::new() };
        stream.until(ACKNOWLEDGED).await;
        stream
    }

    /// Reads until something has come.
    async fn until(&mut self, text: &str) {
        while !self.text.contains(text) {
            assert!(self.read().await > 0, "the stream ended without `{text}`: {}", self.text);
        }
    }

    async fn read(&mut self) -> usize {
        let mut bytes = [0; 4096];
        let read = tokio::time::timeout(Duration::from_secs(20), self.socket.read(&mut bytes));
        let count = read.await.expect("more in time").unwrap_or(0);
        self.text.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
        count
    }

    /// Reads to the end.
    async fn end(mut self) -> Vec<Value> {
        while self.read().await > 0 {}
        self.events()
    }

    fn events(&self) -> Vec<Value> {
        self.text.lines().filter_map(|line| line.strip_prefix("data: ")).map(parsed).collect()
    }
}

async fn started(changes: &Changes) -> Listening {
    listen(&service(changes)).await
}

#[tokio::test]
async fn sub_03_06_and_08_streams_open_with_their_acknowledgment_and_hear_under_their_ids() {
    let changes = Changes::new();
    let server = started(&changes).await;
    let mut streams = Vec::new();
    for id in [json!(1), json!("listen-1")] {
        let stream = Stream::open(server.address, id.clone(), json!({ "toolsListChanged": true })).await;
        assert!(stream.text.to_ascii_lowercase().contains("content-type: text/event-stream"));
        assert!(stream.text.to_ascii_lowercase().contains("x-accel-buffering: no"));
        streams.push((id, stream));
    }
    changes.prompts_changed();
    changes.tools_changed();
    for (id, mut stream) in streams {
        stream.until("notifications/tools/list_changed").await;
        let events = stream.events();
        assert_eq!(methods(&events), [ACKNOWLEDGED, "notifications/tools/list_changed"]);
        assert!(events.iter().all(|event| event["params"]["_meta"][SUBSCRIPTION] == id), "{events:?}");
    }
}

#[tokio::test]
async fn sub_02_and_http_21_what_is_wrong_is_plain_json() {
    let server = started(&Changes::new()).await;
    let response = post(request("x", "subscriptions/listen", json!({}))).send(server.address).await;
    assert_eq!((response.status, code(&response.json())), (200, -32602));
    assert_eq!(response.json()["id"], "x");
    let no_events = post(subscribe(1, all())).only("Accept", "application/json").send(server.address).await;
    assert_eq!((no_events.status, code(&no_events.json())), (400, -32600));
}

#[tokio::test]
async fn sub_10_and_canc_01_closing_the_stream_frees_its_place() {
    let changes = Changes::new();
    let service = server(&changes, &ALL).limits(Limits::default().subscriptions(1)).build().unwrap();
    let server = listen(&service).await;
    let first = Stream::open(server.address, 1, all()).await;
    let full = post(subscribe(1, all())).send(server.address).await;
    assert_eq!(code(&full.json()), -32603);
    // Naming the id of somebody's stream in a POST ends nothing (HTTP-13).
    assert_eq!(post(cancel(1)).send(server.address).await.status, 202);
    assert_eq!(code(&post(subscribe(1, all())).send(server.address).await.json()), -32603);
    drop(first);
    for _ in 0..200 {
        if format!("{changes:?}").contains("listeners: 0") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Stream::open(server.address, 1, all()).await;
}

#[tokio::test]
async fn http_19_an_idle_subscription_is_kept_alive() {
    let config = HttpConfig::default().keep_alive(Duration::from_millis(30));
    let service = server(&Changes::new(), &ALL).http(config).build().unwrap();
    let server = listen(&service).await;
    let mut stream = Stream::open(server.address, 1, json!({})).await;
    stream.until(": keep-alive\n").await;
}

#[tokio::test]
async fn sub_11_and_12_a_server_that_stops_answers_and_ends_the_stream() {
    let service = service(&Changes::new());
    let server = service.listen("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.run_until(async move { drop(stopped.await) }));
    let stream = Stream::open(address, "listen-1", all()).await;
    stop.send(()).unwrap();
    let events = stream.end().await;
    assert_eq!(events.len(), 2, "no `notifications/cancelled` on HTTP: {events:?}");
    assert_eq!(
        (&events[1]["id"], &events[1]["result"]["resultType"]),
        (&json!("listen-1"), &json!("complete"))
    );
    assert_eq!(events[1]["result"]["_meta"][SUBSCRIPTION], "listen-1");
    tokio::time::timeout(Duration::from_secs(5), serving).await.expect("nothing keeps it").unwrap();
}

#[tokio::test]
async fn sub_11_a_mounted_service_ends_its_streams_when_told() {
    let endpoint = service(&Changes::new()).http();
    let app = axum::Router::<()>::new().route_service("/mcp", endpoint.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(async move { axum::serve(listener, app).await });
    let stream = Stream::open(address, 1, all()).await;
    endpoint.end_subscriptions();
    assert_eq!(stream.end().await.len(), 2);
    serving.abort();
}

#[tokio::test]
async fn sub_16_a_client_that_does_not_read_is_closed_and_costs_little() {
    let changes = Changes::new();
    let limits = Limits::default().stalled(Duration::from_millis(300)).subscribed_resources(10_000);
    let service = server(&changes, &ALL).limits(limits).build().unwrap();
    let server = listen(&service).await;
    // Long URIs fill the buffers of the connection soon.
    let uris: Vec<_> = (0..200).map(|number| format!("note://{number}/{}", "x".repeat(4_000))).collect();
    let stream = Stream::open(server.address, 1, json!({ "resourceSubscriptions": uris })).await;
    let mut open = true;
    for _ in 0..600 {
        uris.iter().for_each(|uri| changes.resource_updated(uri.as_str()));
        tokio::time::sleep(Duration::from_millis(20)).await;
        open = !format!("{changes:?}").contains("listeners: 0");
        if !open {
            break;
        }
    }
    assert!(!open, "a stream that nobody reads is still fed");
    drop(stream);
}
