//! The life of a task: from its beginning to whatever end.

use std::time::Duration;

use serde_json::{Value, json};
use taffrail::Tasks;

use super::{
    asked, begin, call, cancel, code, counted, everything, fixture, get, in_status, meta, open, send, text,
    until, update, with,
};
use crate::client::ask;

#[tokio::test]
async fn task_04_05_and_06_a_task_is_flat_and_there_at_once() {
    let service = fixture().service;
    let answer = call(&service, "wait", json!({})).await;
    let created = answer["result"].as_object().unwrap();
    let mut keys: Vec<_> = created.keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        ["_meta", "createdAt", "lastUpdatedAt", "pollIntervalMs", "resultType", "status", "taskId", "ttlMs"]
    );
    assert_eq!((&created["resultType"], &created["status"]), (&json!("task"), &json!("working")));
    assert_eq!((&created["ttlMs"], &created["pollIntervalMs"]), (&json!(4_500_000), &json!(1000)));
    for moment in ["createdAt", "lastUpdatedAt"] {
        let moment = created[moment].as_str().unwrap();
        assert!(moment.len() == 20 && moment.ends_with('Z') && moment.as_bytes()[10] == b'T', "{moment}");
    }
    let id = created["taskId"].as_str().unwrap();
    let mut task = get(&service, id).await;
    assert_eq!(task["resultType"], "complete");
    task["resultType"] = "task".into();
    assert_eq!(task.as_object().unwrap(), created, "the same in all but its type");
    assert_eq!(update(&service, id, json!({})).await["result"]["resultType"], "complete");
    assert_eq!(cancel(&service, id).await["result"]["resultType"], "complete");
}

#[tokio::test]
async fn task_06_many_at_once_are_all_there_and_have_ids_of_their_own() {
    let fixture = fixture();
    let service = &fixture.service;
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let id = begin(service, "wait", json!({})).await;
        assert_eq!(get(service, &id).await["status"], "working");
        assert!(ids.insert(id));
    }
    for _ in 0..50 {
        fixture.app.door.open();
    }
    for id in &ids {
        in_status(service, id, "completed").await;
    }
}

#[tokio::test]
async fn task_07_and_09_a_result_is_word_for_word_that_of_the_call() {
    let service = fixture().service;
    let direct = send(&service, "tools/call", json!({"name": "quick"}), &json!({})).await;
    let id = begin(&service, "quick", json!({})).await;
    let task = in_status(&service, &id, "completed").await;
    assert_eq!(task["result"], direct["result"]);
    assert_eq!(task["result"]["resultType"], "complete");
    assert!(task.get("error").is_none() && task.get("inputRequests").is_none());
    cancel(&service, &id).await;
    update(&service, &id, json!({"x": 1})).await;
    assert_eq!(get(&service, &id).await, task, "an end is an end");
}

#[tokio::test]
async fn task_08_a_tool_that_fails_has_completed_and_a_server_at_fault_has_failed() {
    let service = fixture().service;
    let id = begin(&service, "fail", json!({})).await;
    let task = in_status(&service, &id, "completed").await;
    assert_eq!(task["result"]["isError"], true);
    let id = begin(&service, "boom", json!({})).await;
    let task = in_status(&service, &id, "failed").await;
    assert_eq!(task["error"]["code"], -32603);
    assert_eq!(task["statusMessage"], task["error"]["message"]);
    assert!(task.get("result").is_none() && !task.to_string().contains("secret"), "{task}");
    // Arguments that are not acceptable are told in the result, as without a task.
    let id = begin(&service, "delete_all", json!({"dry_run": "perhaps"})).await;
    assert_eq!(in_status(&service, &id, "completed").await["result"]["isError"], true);
}

#[tokio::test]
async fn task_10_and_16_an_id_that_is_unknown_or_not_even_one_finds_nothing() {
    let service = fixture().service;
    let id = begin(&service, "quick", json!({})).await;
    assert!(id.len() >= 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "128 bits: {id}");
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        for id in [json!("0123456789abcdef0123456789abcdef"), json!(""), json!(7), Value::Null] {
            let params = json!({"taskId": id, "inputResponses": {}});
            assert_eq!(code(&send(&service, method, params, &everything()).await), -32602, "{method} {id}");
        }
    }
    for responses in [json!([]), json!("x"), Value::Null] {
        assert_eq!(code(&update(&service, &id, responses).await), -32602);
    }
}

#[tokio::test]
async fn task_14_cancelling_drops_the_call_and_an_end_is_acknowledged_alike() {
    let fixture = fixture();
    let service = &fixture.service;
    let id = begin(service, "wait", json!({})).await;
    counted(&fixture.app.counts.begun, 1).await;
    let acknowledged = cancel(service, &id).await;
    let keys: Vec<_> = acknowledged["result"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["_meta", "resultType"]);
    assert_eq!(get(service, &id).await["status"], "cancelled");
    counted(&fixture.app.counts.dropped, 1).await;
    assert_eq!(cancel(service, &id).await["result"], acknowledged["result"]);
    let id = begin(service, "quick", json!({})).await;
    let done = in_status(service, &id, "completed").await;
    assert_eq!(cancel(service, &id).await["result"], acknowledged["result"]);
    assert_eq!(get(service, &id).await, done);
}

#[tokio::test]
async fn task_14_a_notification_and_a_connection_that_ends_cancel_nothing() {
    let fixture = fixture();
    let connection = fixture.service.connect();
    let answer = ask(&connection, "tools/call", json!({"name": "wait", "_meta": meta(&everything())})).await;
    let id = answer["result"]["taskId"].as_str().unwrap();
    counted(&fixture.app.counts.begun, 1).await;
    let params = json!({"requestId": 1, "_meta": meta(&everything())});
    connection
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string());
    drop(connection);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(get(&fixture.service, id).await["status"], "working");
    fixture.app.door.open();
    assert_eq!(text(&in_status(&fixture.service, id, "completed").await["result"]), "through the door");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_09_and_14_of_an_end_and_a_cancellation_at_once_one_wins_and_stays() {
    let fixture = fixture();
    let service = &fixture.service;
    for round in 0..100 {
        let id = begin(service, "wait", json!({})).await;
        let door = fixture.app.door.clone();
        let opened = tokio::spawn(async move { door.open() });
        if round % 2 == 0 {
            tokio::task::yield_now().await;
        }
        cancel(service, &id).await;
        opened.await.unwrap();
        let task = until(service, &id, |task| task["status"] != "working").await;
        let ends = [json!("completed"), json!("cancelled")];
        assert!(ends.contains(&task["status"]), "{task}");
        assert_eq!(task.get("result").is_some(), task["status"] == "completed");
        assert_eq!(get(service, &id).await, task);
        // Whoever was dropped before it took what was meant for it leaves it behind.
        fixture.app.door.0.forget_permits(1);
    }
}

#[tokio::test]
async fn task_15_what_is_asked_before_there_is_a_task_is_asked_in_rounds() {
    let service = fixture().service;
    let first = call(&service, "before_and_within", json!({})).await;
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required", "{first}");
    assert!(result.get("taskId").is_none());
    assert_eq!(open(result), ["elicit-1"]);
    let params = json!({
        "name": "before_and_within", "arguments": {},
        "requestState": result["requestState"], "inputResponses": {"elicit-1": super::name("Ada")},
    });
    let second = send(&service, "tools/call", params, &everything()).await;
    let created = &second["result"];
    assert_eq!(created["resultType"], "task", "{second}");
    assert!(created.get("requestState").is_none() && created.get("inputRequests").is_none());
    let id = created["taskId"].as_str().unwrap();
    let task = in_status(&service, id, "input_required").await;
    assert!(task.get("requestState").is_none());
    assert_eq!(open(&task), ["elicit-2"], "a key of its own");
    update(&service, id, json!({"elicit-2": super::name("Bob")})).await;
    assert_eq!(text(&in_status(&service, id, "completed").await["result"]), "Hello, Ada and Bob.");
}

#[tokio::test]
async fn task_15_a_tool_decides_by_its_arguments_whether_it_is_a_task() {
    let service = fixture().service;
    let answer = call(&service, "maybe", json!({"task": false})).await;
    assert_eq!(
        (&answer["result"]["resultType"], text(&answer["result"])),
        (&json!("complete"), "task: false")
    );
    let id = begin(&service, "maybe", json!({"task": true})).await;
    assert_eq!(text(&in_status(&service, &id, "completed").await["result"]), "task: true");
}

#[tokio::test]
async fn task_10_and_21_a_task_stays_for_its_time_and_is_gone_afterwards() {
    let tasks = Tasks::default().run_time(Duration::from_millis(100)).kept(Duration::from_millis(900));
    let service = with(tasks).service;
    let begun = std::time::Instant::now();
    let id = begin(&service, "quick", json!({})).await;
    loop {
        let answer = asked(&service, &id).await;
        if begun.elapsed() >= Duration::from_secs(1) {
            break;
        }
        assert!(answer.get("result").is_some(), "{answer}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for _ in 0..200 {
        if asked(&service, &id).await.get("error").is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(code(&asked(&service, &id).await), -32602);
    assert_eq!(code(&cancel(&service, &id).await), -32602);
    assert_eq!(code(&update(&service, &id, json!({})).await), -32602);
}

#[tokio::test]
async fn what_a_task_says_of_its_progress_becomes_its_message() {
    let fixture = fixture();
    let connection = fixture.service.connect();
    let mut meta = meta(&everything());
    meta["progressToken"] = 1.into();
    let answer = ask(&connection, "tools/call", json!({"name": "report", "_meta": meta})).await;
    let id = answer["result"]["taskId"].as_str().unwrap_or_else(|| panic!("no task: {answer}"));
    until(&fixture.service, id, |task| task["statusMessage"] == "half way").await;
    fixture.app.door.open();
    let task = in_status(&fixture.service, id, "completed").await;
    assert!(task.get("statusMessage").is_none(), "{task}");
    assert!(connection.try_receive().is_none(), "nothing follows the answer of a call");
}
