//! Streamable HTTP on a listener of its own: admission, answers, event streams, cancellation, drain.

use super::message::{call, call_with_token, cancel, code, parsed, request, text};
use super::wire::{Listening, Response, listen, post};
use super::{server, service, service_within, until};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use std::time::Duration;
use taffrail_runtime::{HttpConfig, Limits, Service};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn add() -> String {
    call(1, "add", json!({ "a": 1, "b": 2 }))
}

fn with(config: HttpConfig) -> Service {
    server().http(config).build().unwrap()
}

/// Asserts a refusal: its status, JSON-RPC body without id, and that nothing of CORS is said.
fn refused(response: &Response, status: u16) {
    assert_eq!(response.status, status, "{response:?}");
    let body = response.json();
    assert_eq!(code(&body), -32600);
    assert!(body.get("id").is_none());
}

#[tokio::test]
async fn http_01_one_path_takes_posts() {
    let server = listen(&service().0).await;
    assert_eq!(text(&post(add()).send(server.address).await.json()), "3");
    for path in ["/", "/mcp/", "/mcp2", "/sse"] {
        refused(&post(add()).path(path).send(server.address).await, 404);
    }
    let elsewhere = listen(&with(HttpConfig::default().path("/tools"))).await;
    assert_eq!(post(add()).path("/tools?x=1").send(elsewhere.address).await.status, 200);
    refused(&post(add()).send(elsewhere.address).await, 404);
}

#[tokio::test]
async fn http_02_foreign_origins_are_refused_before_anything_runs() {
    let (service, state) = service();
    let server = listen(&service).await;
    let own = format!("http://{}", server.address);
    for origin in [
        "http://evil.example".to_owned(),
        "null".into(),
        "http://localhost.evil.example".into(),
        format!("https://{}", server.address),
        "http://127.0.0.1".into(),
        format!("{own}.evil.example"),
        String::new(),
    ] {
        refused(&post(add()).header("Origin", origin.as_str()).send(server.address).await, 403);
    }
    refused(
        &post(add()).header("Origin", own.as_str()).header("Origin", own.as_str()).send(server.address).await,
        403,
    );
    refused(&post(add()).header("Origin", b"http://\xff".to_vec()).send(server.address).await, 403);
    assert_eq!(state.started.load(Ordering::SeqCst), 0);
    assert_eq!(post(add()).header("Origin", own.as_str()).send(server.address).await.status, 200);
    assert_eq!(post(add()).send(server.address).await.status, 200);
}

#[tokio::test]
async fn http_02_allowed_origins_pass() {
    let config = HttpConfig::default().allow_origin("https://app.example.com").allow_origin("null");
    let server = listen(&with(config)).await;
    for origin in ["https://app.example.com", "https://app.example.com:443", "null"] {
        let response = post(add()).header("Origin", origin).send(server.address).await;
        assert_eq!(response.status, 200, "{origin}");
        assert_eq!(response.header("access-control-allow-origin"), Some(origin));
    }
    for origin in
        ["http://app.example.com", "https://app.example.com:8443", "https://app.example.com.evil.example"]
    {
        refused(&post(add()).header("Origin", origin).send(server.address).await, 403);
    }
}

#[tokio::test]
async fn http_03_foreign_hosts_are_refused_on_loopback() {
    let server = listen(&service().0).await;
    let port = server.address.port();
    for host in ["evil.example.com", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "127.0.0.2"] {
        refused(&post(add()).only("Host", host).send(server.address).await, 403);
    }
    for host in [format!("localhost:{port}"), "LOCALHOST".into(), "127.0.0.1:1".into(), "[::1]:9".into()] {
        assert_eq!(post(add()).only("Host", host.as_str()).send(server.address).await.status, 200, "{host}");
    }
    refused(
        &post(add()).only("Host", "localhost").header("Host", "evil.example").send(server.address).await,
        403,
    );
    let proxied = listen(&with(HttpConfig::default().allow_host("tools.example.com"))).await;
    assert_eq!(post(add()).only("Host", "tools.example.com").send(proxied.address).await.status, 200);
}

#[tokio::test]
async fn http_05_a_public_address_needs_a_reason() {
    let error = service().0.listen("0.0.0.0:0").await.unwrap_err();
    assert!(error.to_string().contains("insecure_public"), "{error}");
    assert!(service().0.listen("127.0.0.1:0").await.is_ok());
    assert!(service().0.listen("[::ffff:127.0.0.1]:0").await.is_ok());
    let open = with(HttpConfig::default().insecure_public("behind a firewall"));
    assert!(open.listen("0.0.0.0:0").await.is_ok());
}

#[tokio::test]
async fn http_06_and_44_other_verbs_are_refused() {
    let server = listen(&service().0).await;
    for verb in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"] {
        let response = post(add()).verb(verb).send(server.address).await;
        refused(&response, 405);
        assert_eq!(response.header("allow"), Some("POST, DELETE"), "{verb}");
    }
}

#[tokio::test]
async fn http_07_and_08_sessions_and_resumption_are_ignored() {
    let server = listen(&service().0).await;
    let message = call_with_token(1, "progress", json!({ "steps": 2, "ms": 1 }), 1);
    let plain = post(message.clone()).send(server.address).await;
    let resumed = post(message).header("Mcp-Session-Id", "abc").header("Last-Event-ID", "7");
    let resumed = resumed.send(server.address).await;
    assert_eq!(resumed.events().last(), plain.events().last());
    assert_eq!(resumed.header("mcp-session-id"), None);
    for line in resumed.body.lines() {
        assert!(
            !line.starts_with("id:") && !line.starts_with("retry:") && !line.starts_with("event:"),
            "{line}"
        );
    }
}

#[tokio::test]
async fn http_09_and_base_07_a_body_is_one_request_or_notification() {
    let (service, state) = service();
    let server = listen(&service).await;
    for body in ["[]".to_owned(), format!("[{}]", add()), r#"{"jsonrpc":"2.0","id":9,"result":{}}"#.into()] {
        refused(&post(body).send(server.address).await, 400);
    }
    for body in ["{", "", "nope"] {
        let response = post(body).send(server.address).await;
        assert_eq!((response.status, code(&response.json())), (400, -32700), "{body}");
    }
    assert_eq!(state.started.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn http_10_media_types() {
    let server = listen(&service().0).await;
    for kind in ["text/plain", "application/json-patch+json", ""] {
        refused(&post(add()).only("Content-Type", kind).send(server.address).await, 415);
    }
    refused(&post(add()).without("Content-Type").send(server.address).await, 415);
    let charset = post(add()).only("Content-Type", "application/json; charset=utf-8");
    assert_eq!(charset.send(server.address).await.status, 200);
    refused(&post(add()).only("Accept", "text/html").send(server.address).await, 406);
    for accept in ["application/json", "*/*", "text/html, application/*;q=0.5"] {
        assert_eq!(
            text(&post(add()).only("Accept", accept).send(server.address).await.json()),
            "3",
            "{accept}"
        );
    }
    assert_eq!(text(&post(add()).without("Accept").send(server.address).await.json()), "3");
    let told = post(add()).only("Accept", "text/event-stream").send(server.address).await;
    assert_eq!(text(&told.events()[0]), "3");
}

#[tokio::test]
async fn http_10_a_client_that_takes_json_only_gets_json_even_with_progress() {
    let server = listen(&service().0).await;
    let message = call_with_token(1, "progress", json!({ "steps": 3 }), 1);
    let response = post(message).only("Accept", "application/json").send(server.address).await;
    assert_eq!(text(&response.json()), "3 steps");
}

#[tokio::test]
async fn http_11_sizes_are_bounded() {
    let limits = Limits::default().message_bytes(2_000).header_count(20).header_bytes(4_000);
    let (service, state) = service_within(limits);
    let server = listen(&service).await;
    let long = call(1, "echo", json!({ "text": "x".repeat(2_000) }));
    refused(&post(long.clone()).send(server.address).await, 413);
    let chunked = format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len());
    let chunked = post(chunked).header("Mcp-Method", "x").header("Transfer-Encoding", "chunked");
    refused(&chunked.send(server.address).await, 413);
    let wide = post(add()).header("X-Wide", "x".repeat(4_000));
    refused(&wide.send(server.address).await, 431);
    let many = (0..20).fold(post(add()), |request, index| request.header(&format!("X-{index}"), "1"));
    refused(&many.send(server.address).await, 431);
    let very_wide = post(add()).header("X-Wide", "x".repeat(1_000_000));
    assert_eq!(very_wide.send(server.address).await.status, 431);
    let very_many = (0..500).fold(post(add()), |request, index| request.header(&format!("X-{index}"), "1"));
    assert_eq!(very_many.send(server.address).await.status, 431);
    assert_eq!(state.started.load(Ordering::SeqCst), 0);
    assert_eq!(post(add()).send(server.address).await.status, 200);
}

#[tokio::test]
async fn http_12_13_and_canc_07_notifications_are_accepted_and_cancel_nothing() {
    let (service, state) = service();
    let server = listen(&service).await;
    let running = tokio::spawn({
        let address = server.address;
        async move { post(call(1, "sleep", json!({ "ms": 300 }))).send(address).await }
    });
    until(&state.started, 1).await;
    for message in [cancel(1), r#"{"jsonrpc":"2.0","method":"notifications/x"}"#.into()] {
        let notification = post(message).without("Mcp-Method").without("MCP-Protocol-Version");
        let response = notification.send(server.address).await;
        assert_eq!((response.status, &*response.body), (202, ""));
    }
    let malformed = post(r#"{"jsonrpc":"1.0","method":"notifications/x"}"#).send(server.address).await;
    refused(&malformed, 400);
    assert_eq!(text(&running.await.unwrap().json()), "slept", "CANC-07");
    assert_eq!(state.cancelled.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn http_14_17_18_and_20_answers_are_json_or_a_stream_that_ends_with_the_response() {
    let server = listen(&service().0).await;
    let quiet = post(call_with_token(1, "add", json!({ "a": 1, "b": 1 }), 1)).send(server.address).await;
    assert_eq!(text(&quiet.json()), "2");
    let message = call_with_token(7, "progress", json!({ "steps": 3, "ms": 20, "text": "line\nbreak" }), "t");
    let told = post(message).send(server.address).await;
    assert_eq!(told.status, 200);
    assert_eq!(told.header("x-accel-buffering"), Some("no"));
    assert_eq!(told.header("cache-control"), Some("no-cache"));
    let events = told.events();
    let (response, notifications) = events.split_last().unwrap();
    assert_eq!((&response["id"], text(response)), (&json!(7), "3 steps"));
    assert!(!notifications.is_empty());
    for notification in notifications {
        assert_eq!(notification["method"], "notifications/progress");
        assert_eq!(notification["params"]["progressToken"], "t");
        assert!(notification.get("id").is_none(), "HTTP-16, BASE-14");
    }
}

#[tokio::test]
async fn http_15_22_and_prog_07_streams_run_side_by_side_without_cross_talk() {
    let server = listen(&service().0).await;
    let mut running = Vec::new();
    for token in 0..8 {
        let address = server.address;
        let message = call_with_token(1, "progress", json!({ "steps": 5, "ms": 10 }), token);
        running.push((token, tokio::spawn(async move { post(message).send(address).await.events() })));
    }
    for (token, events) in running {
        let events = events.await.unwrap();
        let (response, notifications) = events.split_last().unwrap();
        assert_eq!(text(response), "5 steps");
        assert!(notifications.iter().all(|event| event["params"]["progressToken"] == token), "{events:?}");
    }
}

#[tokio::test]
async fn http_19_a_silent_stream_is_kept_alive_by_comments() {
    let server = listen(&with(HttpConfig::default().keep_alive(Duration::from_millis(20)))).await;
    let message = call_with_token(1, "progress", json!({ "steps": 1, "ms": 500 }), 1);
    let response = post(message).send(server.address).await;
    let comments = response.body.split("\n\n").filter(|event| event.starts_with(':')).count();
    assert!(comments >= 2, "{}", response.body);
    assert_eq!(text(response.events().last().unwrap()), "1 steps");
}

#[tokio::test]
async fn http_21_and_42_what_is_wrong_with_the_envelope_is_plain_json() {
    let server = listen(&service().0).await;
    let message = call_with_token("x", "progress", json!({ "steps": 3 }), 1);
    for accept in ["application/json, text/event-stream", "text/event-stream"] {
        let mismatch = post(message.clone()).only("Mcp-Name", "other").only("Accept", accept);
        let response = mismatch.send(server.address).await;
        assert_eq!((response.status, code(&response.json())), (400, -32020));
        assert_eq!(response.json()["id"], "x");
    }
    let unknown = post(request(1, "nope/x", json!({}))).send(server.address).await;
    assert_eq!((unknown.status, code(&unknown.json())), (404, -32601));
}

#[tokio::test]
async fn http_23_to_27_mirrored_headers_are_compared_with_the_body() {
    let server = listen(&service().0).await;
    for missing in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        let response = post(add()).without(missing).send(server.address).await;
        assert_eq!((response.status, code(&response.json())), (400, -32020), "{missing}");
    }
    for (name, value) in
        [("Mcp-Method", "TOOLS/CALL"), ("Mcp-Name", "sub"), ("MCP-Protocol-Version", "2025-11-25")]
    {
        let response = post(add()).only(name, value).send(server.address).await;
        assert_eq!((response.status, code(&response.json())), (400, -32020), "{name}");
    }
    let tolerated = post(add()).without("Mcp-Name").without("Mcp-Method").header("mcp-METHOD", "tools/call");
    let tolerated = tolerated.header("mcp-name", "  add \t");
    assert_eq!(tolerated.send(server.address).await.status, 200);
}

#[tokio::test]
async fn http_32_and_40_bytes_that_are_no_text_and_repeated_headers_are_refused() {
    let server = listen(&service().0).await;
    let raw = post(add()).only("Mcp-Name", b"add\xe9".to_vec()).send(server.address).await;
    assert_eq!((raw.status, code(&raw.json())), (400, -32020));
    let twice = post(add()).header("Mcp-Name", "add").send(server.address).await;
    assert_eq!((twice.status, code(&twice.json())), (400, -32020));
}

#[tokio::test]
async fn http_43_cors_is_off_unless_origins_are_allowed() {
    let quiet = listen(&service().0).await;
    let response = post(add()).send(quiet.address).await;
    assert!(!response.headers.iter().any(|(name, _)| name.starts_with("access-control")), "{response:?}");
    let config = HttpConfig::default().allow_origin("https://app.example.com");
    let server = listen(&server().http(config).legacy_clients(false).build().unwrap()).await;
    let preflight = post("").verb("OPTIONS").header("Access-Control-Request-Method", "POST");
    let response = preflight.clone().header("Origin", "https://app.example.com").send(server.address).await;
    assert_eq!(response.status, 204);
    assert_eq!(response.header("access-control-allow-origin"), Some("https://app.example.com"));
    assert_eq!(response.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(response.header("vary"), Some("Origin"));
    let allowed = response.header("access-control-allow-headers").unwrap();
    for header in ["Authorization", "Content-Type", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        assert!(allowed.split(", ").any(|name| name == header), "{allowed}");
    }
    let answered = post(add()).header("Origin", "https://app.example.com").send(server.address).await;
    assert_eq!(answered.header("access-control-expose-headers"), Some("WWW-Authenticate"));
    refused(&preflight.clone().header("Origin", "https://evil.example").send(server.address).await, 403);
    refused(&preflight.send(quiet.address).await, 405);
}

#[tokio::test]
async fn canc_01_hanging_up_before_a_json_answer_cancels_the_call() {
    let (service, state) = service();
    let server = listen(&service).await;
    let stream = post(call(1, "sleep", json!({ "ms": 60_000 }))).open(server.address).await;
    until(&state.started, 1).await;
    drop(stream);
    until(&state.cancelled, 1).await;
}

#[tokio::test]
async fn canc_01_closing_an_event_stream_cancels_the_call() {
    let (service, state) = service();
    let server = listen(&service).await;
    let message = call_with_token(1, "progress", json!({ "steps": 1_000_000, "ms": 5 }), 1);
    let mut stream = post(message).open(server.address).await;
    let mut begun = [0; 64];
    stream.read_exact(&mut begun).await.unwrap();
    drop(stream);
    until(&state.cancelled, 1).await;
}

#[tokio::test]
async fn base_11_ids_belong_to_their_post() {
    let server = listen(&service().0).await;
    let slow = tokio::spawn({
        let address = server.address;
        async move { post(call(1, "sleep", json!({ "ms": 100 }))).send(address).await }
    });
    assert_eq!(text(&post(add()).send(server.address).await.json()), "3");
    assert_eq!(text(&slow.await.unwrap().json()), "slept");
}

#[tokio::test]
async fn prog_03_nothing_follows_the_response_on_its_stream() {
    let server = listen(&service().0).await;
    let response = post(call_with_token(1, "late", json!({ "ms": 30 }), "t")).send(server.address).await;
    let events = response.events();
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!(events[1]["id"], 1);
}

#[tokio::test]
async fn a_connection_serves_one_request_after_another() {
    let server = listen(&service().0).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let body = add();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: add\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    for _ in 0..3 {
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut bytes = vec![0; 4096];
        let mut filled = 0;
        while !bytes[..filled].ends_with(b"}") {
            filled += stream.read(&mut bytes[filled..]).await.unwrap();
        }
        let response = String::from_utf8_lossy(&bytes[..filled]).into_owned();
        assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
        assert_eq!(text(&parsed(response.split("\r\n\r\n").nth(1).unwrap())), "3");
    }
}

#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let (service, _) = service_within(Limits::default().read_time(Duration::from_millis(150)));
    let server = listen(&service).await;
    let mut drip = TcpStream::connect(server.address).await.unwrap();
    drip.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n").await.unwrap();
    let mut answer = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(10), drip.read_to_end(&mut answer)).await;
    assert!(closed.is_ok(), "a connection whose headers do not end is closed");
    let half = post(add()).header("Content-Length", "10000").send(server.address).await;
    refused(&half, 408);
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_for_a_place() {
    let (service, state) = service_within(Limits::default().connections(1));
    let server = listen(&service).await;
    let first = post(call(1, "sleep", json!({ "ms": 200 }))).open(server.address).await;
    until(&state.started, 1).await;
    let second = post(call(2, "sleep", json!({ "ms": 1 }))).send(server.address).await;
    assert_eq!(text(&second.json()), "slept");
    assert_eq!(state.finished.load(Ordering::SeqCst), 2, "the second one waited for the first");
    drop(first);
}

#[tokio::test]
async fn requests_beyond_the_limit_are_told_to_come_back() {
    let (service, state) = service_within(Limits::default().concurrent_requests(1));
    let server = listen(&service).await;
    let first = post(call(1, "sleep", json!({ "ms": 60_000 }))).open(server.address).await;
    until(&state.started, 1).await;
    let second = post(add()).send(server.address).await;
    refused(&second, 503);
    assert_eq!(second.header("retry-after"), Some("1"));
    drop(first);
    until(&state.cancelled, 1).await;
    assert_eq!(post(add()).send(server.address).await.status, 200);
}

/// Starts a server that is told to stop once `state.started` is 1; gives its answer to a sleep of `ms`.
async fn drained(limits: Limits, ms: u64) -> (Option<Value>, super::State) {
    let (service, state) = service_within(limits);
    let server = service.listen("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.run_until(async move { drop(stopped.await) }));
    let mut stream = post(call(1, "sleep", json!({ "ms": ms }))).open(address).await;
    until(&state.started, 1).await;
    stop.send(()).unwrap();
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    serving.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
    let response = String::from_utf8(bytes).unwrap();
    (response.split("\r\n\r\n").nth(1).map(parsed), state)
}

#[tokio::test]
async fn a_drain_lets_requests_finish_and_cancels_what_takes_too_long() {
    let (answer, _) = drained(Limits::default().drain(Duration::from_secs(20)), 200).await;
    assert_eq!(text(&answer.unwrap()), "slept");
    let (answer, state) = drained(Limits::default().drain(Duration::from_millis(100)), 60_000).await;
    assert_eq!(answer, None);
    assert_eq!(state.cancelled.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn no_bytes_break_the_listener() {
    let server: Listening = listen(&service().0).await;
    for seed in 0..300_u64 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut bytes =
            format!("POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", server.address);
        bytes.push_str(&format!("Content-Length: {}\r\n\r\n{}", seed % 97, add()));
        let mut bytes = bytes.into_bytes();
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..seed % 5 {
            state ^= state << 13;
            state ^= state >> 7;
            let at = (state as usize) % bytes.len();
            bytes[at] = (state >> 32) as u8;
        }
        let _ = stream.write_all(&bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer))
            .await
            .expect("an end");
    }
    assert_eq!(text(&post(add()).send(server.address).await.json()), "3");
}
