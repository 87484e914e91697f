//! Line-framed connections, in memory: framing, ids, cancellation, progress, end.

use super::message::{call, call_with_token, cancel, code, parsed, request, text};
use super::{service, service_within, until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;
use taffrail_runtime::{Limits, Memory};

async fn next(memory: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), memory.receive()).await;
    parsed(&line.expect("an answer in time").expect("a line"))
}

/// Lets everything run that can; gives what has arrived.
async fn settled(memory: &Memory) -> Vec<Value> {
    tokio::time::sleep(Duration::from_millis(60)).await;
    std::iter::from_fn(|| memory.try_receive()).map(|line| parsed(&line)).collect()
}

#[tokio::test]
async fn base_05_a_notification_is_never_answered() {
    let memory = service().0.connect();
    memory.send(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#);
    memory.send(r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"add"}}"#);
    memory.send(request(1, "tools/list", json!({})));
    assert_eq!(next(&memory).await["id"], 1);
    assert!(settled(&memory).await.is_empty());
}

#[tokio::test]
async fn base_07_a_response_is_dropped() {
    let memory = service().0.connect();
    memory.send(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#);
    memory.send(r#"{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"x"}}"#);
    memory.send(call(1, "add", json!({ "a": 1, "b": 2 })));
    assert_eq!(text(&next(&memory).await), "3");
    assert!(settled(&memory).await.is_empty());
}

#[tokio::test]
async fn base_10_a_batch_is_refused_and_runs_nothing() {
    let (service, state) = service();
    let memory = service.connect();
    memory.send("[]");
    memory.send(format!("[{}]", call(1, "add", json!({}))));
    for _ in 0..2 {
        let answer = next(&memory).await;
        assert_eq!(code(&answer), -32600);
        assert!(answer.get("id").is_none());
    }
    assert_eq!(state.started.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn base_11_an_id_in_flight_is_refused_and_the_first_call_goes_on() {
    let (service, state) = service();
    let memory = service.connect();
    memory.send(call(7, "sleep", json!({ "ms": 80 })));
    memory.send(call(7, "add", json!({ "a": 1, "b": 1 })));
    let refused = next(&memory).await;
    assert_eq!(code(&refused), -32600);
    assert!(
        refused.get("id").is_none(),
        "an answer with the id would be taken for the first call's: {refused}"
    );
    let first = next(&memory).await;
    assert_eq!((text(&first), &first["id"]), ("slept", &json!(7)));
    assert_eq!(state.started.load(Ordering::SeqCst), 1);
    memory.send(call(7, "add", json!({ "a": 1, "b": 1 })));
    assert_eq!(text(&next(&memory).await), "2", "an id is free again once it was answered");
}

#[tokio::test]
async fn base_11_two_connections_may_use_one_id_at_once() {
    let (service, _) = service();
    let (a, b) = (service.connect(), service.connect());
    a.send(call(1, "sleep", json!({ "ms": 50 })));
    b.send(call(1, "add", json!({ "a": 2, "b": 2 })));
    assert_eq!(text(&next(&b).await), "4");
    assert_eq!(text(&next(&a).await), "slept");
}

#[tokio::test]
async fn base_03_ids_of_both_types_in_flight_together_come_back_as_they_went() {
    let memory = service().0.connect();
    memory.send(call(1, "sleep", json!({ "ms": 20 })));
    memory.send(call("1", "sleep", json!({ "ms": 20 })));
    memory.send(call(json!(9_007_199_254_740_993_u64), "sleep", json!({ "ms": 20 })));
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(next(&memory).await["id"].to_string());
    }
    ids.sort();
    assert_eq!(ids, ["\"1\"", "1", "9007199254740993"]);
}

#[tokio::test]
async fn state_03_a_fast_call_overtakes_a_slow_one() {
    let memory = service().0.connect();
    memory.send(call("slow", "sleep", json!({ "ms": 150 })));
    memory.send(call("fast", "sleep", json!({ "ms": 1 })));
    assert_eq!(next(&memory).await["id"], "fast");
    assert_eq!(next(&memory).await["id"], "slow");
}

#[tokio::test]
async fn stdio_01_an_answer_is_one_line_whatever_its_text() {
    let memory = service().0.connect();
    memory.send(call(1, "echo", json!({ "text": "two\nlines\r\n\u{2028}" })));
    assert_eq!(text(&next(&memory).await), "two\nlines\r\n\u{2028}");
}

#[tokio::test]
async fn stdio_09_bad_lines_are_answered_without_id_and_reading_goes_on() {
    let limit = 10_000;
    let memory = service_within(Limits::default().message_bytes(limit)).0.connect();
    memory.send("garbage");
    memory.send("");
    memory.send(" \t\r");
    memory.send(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}");
    memory.send("x".repeat(3 * limit));
    memory.send(format!("{}\r", call(1, "add", json!({ "a": 1, "b": 2 }))));
    for expected in [-32700, -32700, -32600] {
        let answer = next(&memory).await;
        assert_eq!(code(&answer), expected);
        assert!(answer.get("id").is_none(), "{answer}");
    }
    assert_eq!(text(&next(&memory).await), "3");
}

#[tokio::test]
async fn stdio_09_an_over_long_line_is_told_its_limit() {
    let memory = service_within(Limits::default().message_bytes(10_000)).0.connect();
    memory.send("x".repeat(10_001));
    let answer = next(&memory).await;
    assert!(answer["error"]["message"].as_str().unwrap().contains("10000 bytes"), "{answer}");
}

#[tokio::test]
async fn stdio_07_there_are_no_headers_to_check() {
    let memory = service().0.connect();
    memory.send(request("a", "tools/list", json!({})));
    assert!(next(&memory).await["result"]["tools"].is_array());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stdio_08_a_thousand_calls_at_once_are_a_thousand_whole_lines() {
    let limits = Limits::default().concurrent_calls(2_000);
    let memory = service_within(limits).0.connect();
    let padding = "ü\n".repeat(200);
    for id in 0..1_000 {
        memory.send(match id % 3 {
            0 => call(id, "echo", json!({ "text": padding })),
            1 => call(id, "sleep", json!({ "ms": id % 7 })),
            _ => call_with_token(id, "progress", json!({ "steps": 2, "ms": 1, "text": padding }), id),
        });
    }
    let (mut answers, mut reports) = (BTreeMap::new(), BTreeMap::<i64, usize>::new());
    while answers.len() < 1_000 {
        let message = next(&memory).await;
        match message["id"].as_i64() {
            Some(id) => assert!(answers.insert(id, message).is_none(), "{id} is answered twice"),
            None => *reports.entry(message["params"]["progressToken"].as_i64().unwrap()).or_default() += 1,
        }
    }
    assert!(answers.values().all(|answer| answer["result"]["isError"] != true));
    assert!(reports.keys().all(|token| token % 3 == 2), "reports name the calls that asked for them");
    assert_eq!(reports.len(), 333);
}

#[tokio::test]
async fn canc_02_and_03_a_cancelled_call_stops_and_says_nothing() {
    let (service, state) = service();
    let memory = service.connect();
    memory.send(call_with_token(1, "progress", json!({ "steps": 1000, "ms": 5 }), "t"));
    assert_eq!(next(&memory).await["method"], "notifications/progress");
    memory.send(cancel(1));
    until(&state.cancelled, 1).await;
    let _already_sent = settled(&memory).await;
    assert_eq!(settled(&memory).await, Vec::<Value>::new());
    memory.send(call(1, "add", json!({ "a": 1, "b": 1 })));
    assert_eq!(text(&next(&memory).await), "2", "the id is free again");
}

#[tokio::test]
async fn canc_04_cancellations_that_name_nothing_are_ignored() {
    let memory = service().0.connect();
    memory.send(call(1, "add", json!({})));
    next(&memory).await;
    for ignored in [
        cancel(1),
        cancel("never"),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#.into(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#.into(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#.into(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.5}}"#.into(),
    ] {
        memory.send(ignored);
    }
    assert!(settled(&memory).await.is_empty());
    memory.send(call(2, "add", json!({})));
    assert_eq!(next(&memory).await["id"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn canc_05_cancelling_at_any_time_gives_one_answer_or_none() {
    let (service, _) = service();
    let memory = service.connect();
    for id in 0..300_u64 {
        memory.send(call(id, "sleep", json!({ "ms": id % 4 })));
        let wait = Duration::from_micros(id * 37 % 4_000);
        tokio::time::sleep(wait).await;
        memory.send(cancel(id));
    }
    let answers = settled(&memory).await;
    let mut ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all, "no call is answered twice");
}

#[tokio::test]
async fn canc_06_the_server_never_says_cancelled() {
    let memory = service().0.connect();
    memory.send(call(1, "sleep", json!({ "ms": 10_000 })));
    memory.send(cancel(1));
    assert!(settled(&memory).await.is_empty());
}

#[tokio::test]
async fn canc_08_a_cancellation_hits_the_id_of_its_type_on_its_connection_only() {
    let (service, state) = service();
    let (memory, other) = (service.connect(), service.connect());
    memory.send(call(1, "sleep", json!({ "ms": 100 })));
    memory.send(cancel("1"));
    other.send(cancel(1));
    assert_eq!(text(&next(&memory).await), "slept");
    assert_eq!(state.cancelled.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn canc_01_hanging_up_cancels_what_is_in_flight() {
    let (service, state) = service();
    let memory = service.connect();
    memory.send(call(1, "sleep", json!({ "ms": 60_000 })));
    until(&state.started, 1).await;
    drop(memory);
    until(&state.cancelled, 1).await;
}

#[tokio::test]
async fn prog_01_progress_carries_the_token_as_it_came_and_goes_to_those_who_asked() {
    let memory = service().0.connect();
    memory.send(call(1, "progress", json!({ "steps": 1 })));
    memory.send(call_with_token(2, "progress", json!({ "steps": 1, "text": "half way" }), 7));
    memory.send(call_with_token(3, "progress", json!({ "steps": 1 }), "7"));
    let mut tokens = Vec::new();
    let mut answered = 0;
    while answered < 3 {
        let message = next(&memory).await;
        if message["method"] == "notifications/progress" {
            tokens.push(message["params"]["progressToken"].to_string());
        } else {
            answered += 1;
        }
    }
    assert_eq!(tokens, ["7", "\"7\""]);
}

#[tokio::test]
async fn prog_05_the_message_is_passed_through_before_the_answer() {
    let memory = service().0.connect();
    memory.send(call_with_token(1, "progress", json!({ "steps": 1, "text": "half way" }), 7));
    let report = next(&memory).await;
    assert_eq!(report["params"]["message"], "half way");
    assert_eq!(report["params"]["total"], 1.0);
    assert_eq!(next(&memory).await["id"], 1);
}

#[tokio::test]
async fn prog_03_nothing_follows_the_answer() {
    let memory = service().0.connect();
    memory.send(call_with_token(1, "late", json!({ "ms": 20 }), "t"));
    assert_eq!(next(&memory).await["params"]["progress"], 1.0);
    assert_eq!(next(&memory).await["id"], 1);
    assert!(settled(&memory).await.is_empty());
}

#[tokio::test]
async fn prog_06_a_burst_is_thinned_out_and_its_last_value_is_sent() {
    let memory = service().0.connect();
    memory.send(call_with_token(1, "progress", json!({ "steps": 10_000 }), "t"));
    let mut values = Vec::new();
    loop {
        let message = next(&memory).await;
        if message["id"] == 1 {
            break;
        }
        values.push(message["params"]["progress"].as_f64().unwrap());
    }
    assert!(values.len() < 1_000, "{}", values.len());
    assert_eq!(values.last(), Some(&10_000.0));
    assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
}

#[tokio::test]
async fn stdio_05_at_the_end_of_input_calls_have_the_grace_and_are_then_cancelled() {
    let (service, state) = service_within(Limits::default().grace(Duration::from_millis(1_000)));
    let memory = service.connect();
    memory.send(call("short", "sleep", json!({ "ms": 20 })));
    memory.send(call("long", "sleep", json!({ "ms": 60_000 })));
    until(&state.started, 2).await;
    memory.close().await;
    assert_eq!(next(&memory).await["id"], "short");
    assert_eq!(memory.receive().await, None);
    until(&state.cancelled, 1).await;
}

#[tokio::test]
async fn stdio_05_without_calls_in_flight_the_end_is_immediate() {
    let (service, _) = service_within(Limits::default().grace(Duration::from_secs(3_600)));
    let memory = service.connect();
    memory.send(call(1, "add", json!({})));
    memory.close().await;
    assert_eq!(next(&memory).await["id"], 1);
}

#[tokio::test]
async fn err_11_a_panic_is_told_to_its_caller_only() {
    let memory = service().0.connect();
    memory.send(call(1, "crash", json!({})));
    let answer = next(&memory).await;
    assert_eq!(code(&answer), -32603);
    assert!(!answer.to_string().contains("secret"));
    memory.send(call(2, "add", json!({})));
    assert_eq!(next(&memory).await["id"], 2);
}

#[tokio::test]
async fn sec_04_more_calls_than_the_limit_are_told_when_to_come_back() {
    let memory = service_within(Limits::default().concurrent_calls(2)).0.connect();
    for id in 0..3 {
        memory.send(call(id, "sleep", json!({ "ms": 100 })));
    }
    let refused = next(&memory).await;
    assert_eq!((&refused["id"], &refused["result"]["isError"]), (&json!(2), &json!(true)));
    assert_eq!(text(&next(&memory).await), "slept");
}

/// Bytes that are sometimes nearly messages.
fn soup(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let valid = [
        call(seed, "add", json!({ "a": 1, "b": 2 })),
        call_with_token(seed, "progress", json!({ "steps": 3 }), 1),
        cancel(seed),
        request(seed, "server/discover", json!({})),
    ];
    let mut bytes = valid[(random() % 4) as usize].clone().into_bytes();
    for _ in 0..random() % 6 {
        let at = (random() as usize) % bytes.len();
        match random() % 4 {
            0 => bytes[at] = random() as u8,
            1 => drop(bytes.drain(at..)),
            2 => bytes.insert(at, b"\n{}[]\",:\\\x00\xff"[(random() % 11) as usize]),
            _ => bytes.extend_from_within(at..),
        }
        if bytes.is_empty() {
            bytes.push(b'{');
        }
    }
    bytes.push(b'\n');
    bytes
}

#[tokio::test]
async fn no_bytes_break_a_connection() {
    let memory = service_within(Limits::default().message_bytes(2_000)).0.connect();
    for seed in 0..5_000 {
        memory.send_bytes(&soup(seed));
    }
    memory.send_bytes(b"\n");
    memory.send(call("last", "add", json!({ "a": 40, "b": 2 })));
    loop {
        let message = next(&memory).await;
        assert_eq!(message["jsonrpc"], "2.0");
        assert!(
            !(message.get("id").is_some() && message.get("method").is_some()),
            "BASE-06, STDIO-04: {message}"
        );
        if message["id"] == "last" {
            assert_eq!(text(&message), "42");
            break;
        }
    }
}
