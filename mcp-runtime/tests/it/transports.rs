//! TRANS: one table of messages, the same meaning on every transport.

use super::message::{call, call_with_token, parsed, request};
use super::wire::{listen, post};
use super::{service, service_within};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use taffrail_runtime::Limits;

/// Requests of every kind, with what may differ between transports left out.
fn table() -> Vec<String> {
    let mut table = vec![
        request(1, "server/discover", json!({})),
        request("list", "tools/list", json!({})),
        call(2, "add", json!({ "a": 40, "b": 2 })),
        call("three", "fail", json!({})),
        call(4, "crash", json!({})),
        call(5, "nobody", json!({})),
        request(6, "nope/x", json!({})),
        request(7, "initialize", json!({})),
        call_with_token(8, "progress", json!({ "steps": 2 }), "token"),
        call_with_token(9, "add", json!({}), 1.5),
    ];
    table.push(json!({ "jsonrpc": "2.0", "id": 10, "method": "tools/list", "params": {} }).to_string());
    table
}

/// What came back for one request: its notifications, then its answer.
type Said = Vec<Value>;

async fn over_memory() -> Vec<Said> {
    let memory = service().0.connect();
    let mut all = Vec::new();
    for message in table() {
        memory.send(message);
        let mut said = Vec::new();
        loop {
            said.push(parsed(&memory.receive().await.unwrap()));
            if said[said.len() - 1].get("method").is_none() {
                break;
            }
        }
        all.push(said);
    }
    all
}

async fn over_a_socket() -> Vec<Said> {
    let (client, server) = UnixStream::pair().unwrap();
    let service = service().0;
    let serving = tokio::spawn(async move { service.serve_lines(server.try_clone().unwrap(), server).await });
    let all = tokio::task::spawn_blocking(move || {
        let mut lines = BufReader::new(client.try_clone().unwrap()).lines();
        let mut all = Vec::new();
        for message in table() {
            writeln!(&client, "{message}").unwrap();
            let mut said = Vec::new();
            loop {
                said.push(parsed(&lines.next().unwrap().unwrap()));
                if said[said.len() - 1].get("method").is_none() {
                    break;
                }
            }
            all.push(said);
        }
        all
    });
    let all = all.await.unwrap();
    // The client has hung up, which is the end of the input.
    serving.await.unwrap().unwrap();
    all
}

async fn over_http() -> Vec<Said> {
    let server = listen(&service().0).await;
    let mut all = Vec::new();
    for message in table() {
        let response = post(message).send(server.address).await;
        let told = response.header("content-type") == Some("text/event-stream");
        all.push(if told { response.events() } else { vec![response.json()] });
    }
    all
}

#[tokio::test]
async fn trans_01_and_02_a_message_means_the_same_on_every_transport() {
    let (memory, socket, http) = (over_memory().await, over_a_socket().await, over_http().await);
    for (index, message) in table().iter().enumerate() {
        assert_eq!(memory[index], socket[index], "{message}");
        assert_eq!(memory[index], http[index], "{message}");
    }
    assert_eq!(memory.len(), table().len());
}

#[tokio::test]
async fn trans_03_a_tool_sees_the_body_and_never_the_headers() {
    let server = listen(&service().0).await;
    let echo =
        post(call(1, "echo", json!({ "text": "from the body" }))).header("Mcp-Param-Text", "from a header");
    let answer = echo.send(server.address).await.json();
    assert_eq!(answer["result"]["content"][0]["text"], "from the body");
}

#[tokio::test]
async fn state_01_and_06_connections_know_nothing_of_each_other_or_of_what_went_before() {
    let memory = service().0.connect();
    memory.send(call(1, "add", json!({})));
    assert!(parsed(&memory.receive().await.unwrap())["result"].is_object());
    memory.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{}}}"#);
    let second = parsed(&memory.receive().await.unwrap());
    assert_eq!(
        second["error"]["code"], -32602,
        "a good request before it does not lend it its `_meta`: {second}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stdio_13_a_client_that_takes_no_answers_is_not_read_from_for_ever() {
    let (client, server) = UnixStream::pair().unwrap();
    // Without a refused call, whose answer would be written by the thread that reads.
    let (service, _) = service_within(Limits::default().concurrent_calls(usize::MAX));
    let serving = tokio::spawn(async move { service.serve_lines(server.try_clone().unwrap(), server).await });
    let sent = tokio::task::spawn_blocking(move || {
        // Calls that wait, so that their answers come from the runtime and not from the thread that reads.
        let message =
            call_with_token(1, "progress", json!({ "steps": 1, "ms": 1, "text": "x".repeat(10_000) }), 1);
        client.set_write_timeout(Some(std::time::Duration::from_secs(2))).unwrap();
        let mut sent = 0;
        for id in 0..20_000 {
            let message = message.replacen("\"id\":1", &format!("\"id\":{id}"), 1);
            if writeln!(&client, "{message}").is_err() {
                break;
            }
            sent += message.len();
        }
        sent
    });
    let sent = sent.await.unwrap();
    assert!(sent < 10_000_000, "{sent} bytes were read while nobody took the answers");
    // The client is gone now, which ends the connection however much it is owed.
    serving.await.unwrap().unwrap();
}
