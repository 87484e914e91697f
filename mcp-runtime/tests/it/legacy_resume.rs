//! Clients of earlier revisions that lose a stream, or are let go, and come back for the rest.

use super::legacy::{Client, old};
use super::message::{call_with_token, code, text};
use super::wire::{Response, listen, post};
use super::{service, service_within, until};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use taffrail_runtime::Limits;
use tokio::io::AsyncReadExt;

/// A call of a tool that lets its client go and then reports in steps.
fn leave(id: u32, steps: u32, ms: u32) -> String {
    let arguments = json!({ "steps": steps, "ms": ms });
    old(
        id,
        "tools/call",
        json!({ "name": "leave", "arguments": arguments, "_meta": { "progressToken": id } }),
    )
}

/// Sends a call and hangs up as soon as its stream has begun.
async fn lose(client: &Client, call: String) {
    let mut stream = client.post(call).open(client.server.address).await;
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("retry: ") {
        assert_ne!(stream.read_buf(&mut seen).await.unwrap(), 0, "the stream begins");
    }
}

async fn resume(client: &Client, id: &str) -> Response {
    let get = client.post("").verb("GET").only("Accept", "text/event-stream").header("Last-Event-ID", id);
    get.send(client.server.address).await
}

fn progress(messages: &[Value]) -> Vec<f64> {
    messages.iter().filter_map(|message| message["params"]["progress"].as_f64()).collect()
}

#[tokio::test]
async fn legacy_16_a_client_that_was_let_go_comes_back_for_the_rest() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    let first = client.send(leave(7, 2, 50)).await;
    let told = first.numbered();
    assert!(first.body.starts_with("id: 1-0\nretry: 1000\ndata: \n\n"), "{}", first.body);
    assert!(progress(&first.messages()).starts_with(&[1.0]) && told.len() < 4, "{told:?}");
    let rest = resume(&client, &told.last().unwrap().0).await;
    let (before, after) = (first.messages(), rest.messages());
    assert_eq!(progress(&[before.clone(), after.clone()].concat()), [1.0, 2.0, 3.0], "each once");
    let answer = after.last().unwrap();
    assert_eq!((text(answer), &answer["id"]), ("worked on", &json!(7)));
    assert_eq!(state.left.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn legacy_16_a_client_that_lost_its_stream_gets_what_it_has_missed_as_often_as_it_asks() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    lose(&client, leave(7, 1, 0)).await;
    until(&state.finished, 1).await;
    for _ in 0..2 {
        let whole = resume(&client, "1-0").await;
        assert_eq!(progress(&whole.messages()), [1.0, 2.0]);
        assert_eq!(text(whole.messages().last().unwrap()), "worked on");
        let ids: Vec<String> = whole.numbered().into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, ["1-1", "1-2", "1-3"]);
    }
    assert!(resume(&client, "1-3").await.numbered().is_empty(), "nothing is left");
}

#[tokio::test]
async fn legacy_16_what_is_not_kept_is_refused_with_the_reason() {
    let (service, state) = service();
    let client = Client::begin(listen(&service).await).await;
    lose(&client, leave(7, 1, 0)).await;
    until(&state.finished, 1).await;
    let huge = [
        "18446744073709551615-0",
        "1-18446744073709551615",
        "18446744073709551616-0",
        "1-99999999999999999999",
    ];
    let odd = [
        "1-9",
        "2-0",
        "0-0",
        "7",
        "-",
        "",
        "1-x",
        "-1-0",
        "1--1",
        "1-0-0",
        "+1-0",
        "1-+0",
        "1 -0",
        "0x1-0",
        "01-0",
        "1-\u{e9}",
        "\u{661}-0",
    ];
    for id in odd.into_iter().chain(huge) {
        let refused = resume(&client, id).await;
        assert_eq!((refused.status, code(&refused.json())), (400, -32600), "{id}");
        assert!(refused.body.contains("Last-Event-ID"), "{}", refused.body);
    }
    let twice = client.post("").verb("GET").header("Last-Event-ID", "1-0").header("Last-Event-ID", "1-1");
    assert_eq!(twice.send(client.server.address).await.status, 400);
    let other = Client::begin(listen(&service).await).await;
    assert_eq!(resume(&other, "1-0").await.status, 400, "streams are those of a session");
    let forged = client.post("").verb("GET").only("Mcp-Session-Id", "forged").header("Last-Event-ID", "1-0");
    assert_eq!(forged.send(client.server.address).await.status, 404);
    lose(&other, leave(8, 1, 0)).await;
    until(&state.finished, 2).await;
    let own = resume(&other, "1-0").await.messages();
    assert_eq!(own.last().unwrap()["id"], 8, "an id that both sessions have is of the own stream");
    let whole = resume(&client, "1-0").await.messages();
    assert_eq!(
        (progress(&whole), &whole.last().unwrap()["id"]),
        (vec![1.0, 2.0], &json!(7)),
        "no refusal took anything"
    );
    let nobody = client.post("").verb("GET").header("Last-Event-ID", "1-0").without("Mcp-Session-Id");
    assert_eq!(nobody.send(client.server.address).await.status, 405);
}

#[tokio::test]
async fn legacy_16_and_sec_04_little_is_kept_and_the_answer_longest() {
    let (service, state) = service_within(Limits::default().resume_events(3));
    let client = Client::begin(listen(&service).await).await;
    lose(&client, leave(7, 12, 1)).await;
    until(&state.finished, 1).await;
    let rest = resume(&client, "1-0").await.messages();
    assert_eq!((rest.len(), text(rest.last().unwrap())), (3, "worked on"));

    let (service, _) = service_within(Limits::default().resume_events(1));
    let client = Client::begin(listen(&service).await).await;
    for (id, first) in [(7, "1-0"), (8, "2-0")] {
        lose(&client, leave(id, 1, 0)).await;
        assert_eq!(text(resume(&client, first).await.messages().last().unwrap()), "worked on");
    }
    assert_eq!(resume(&client, "1-0").await.status, 400, "the newer one has taken its place");
}

#[tokio::test]
async fn legacy_16_who_cannot_come_back_is_not_let_go() {
    let (service, state) = service();
    let old_client = Client::begin_as(listen(&service).await, "2025-06-18").await;
    let whole = old_client.send(leave(7, 1, 1)).await;
    assert!(
        whole.numbered().iter().all(|(_, data)| !data.is_empty()),
        "no event without data: {}",
        whole.body
    );
    assert_eq!(text(whole.messages().last().unwrap()), "worked on");
    let modern = call_with_token(1, "leave", json!({ "ms": 1 }), 1);
    let modern = post(modern).send(old_client.server.address).await;
    assert_eq!(text(modern.events().last().unwrap()), "worked on");
    let (off, other) = service_within(Limits::default().resume_events(0));
    let client = Client::begin(listen(&off).await).await;
    let whole = client.send(leave(7, 1, 1)).await;
    assert_eq!(text(whole.events().last().unwrap()), "worked on", "and nothing has an id");
    assert_eq!(resume(&client, "1-0").await.status, 400);
    assert_eq!(state.left.load(Ordering::SeqCst) + other.left.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn legacy_16_and_19_a_stream_has_one_reader_the_newest() {
    let (service, _) = service();
    let client = Client::begin(listen(&service).await).await;
    let first = client.send(leave(7, 1, 300)).await;
    let last = first.numbered().last().unwrap().0.clone();
    let (older, newer) = tokio::join!(resume(&client, &last), async {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        resume(&client, &last).await
    });
    let answers = |response: &Response| {
        response.messages().iter().filter(|message| message.get("result").is_some()).count()
    };
    assert_eq!((answers(&older), answers(&newer)), (0, 1), "{} and {}", older.body, newer.body);
}
