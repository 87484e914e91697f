//! Being told of tasks, on a subscription that names them.

use std::time::Duration;

use serde_json::{Value, json};
use taffrail::{Memory, Tasks};

use super::tools::App;
use super::{begin, cancel, code, everything, fixture, in_status, meta, name, update, with};
use crate::client::{post, request};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

async fn next(connection: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), connection.receive()).await;
    serde_json::from_str(&line.expect("a message in time").expect("a line")).unwrap()
}

fn listen(connection: &Memory, filter: Value, capabilities: &Value) {
    let params = json!({"notifications": filter, "_meta": meta(capabilities)});
    connection.send(request(9, "subscriptions/listen", params).to_string());
}

#[tokio::test]
async fn task_17_each_status_is_told_in_full_and_only_of_tasks_that_are_named() {
    let fixture = fixture();
    let service = &fixture.service;
    let (id, other) = (begin(service, "both", json!({})).await, begin(service, "wait", json!({})).await);
    super::until(service, &id, |task| super::open(task).len() == 2).await;
    let connection = service.connect();
    listen(&connection, json!({"taskIds": [id, "unknown"]}), &everything());
    let acknowledged = next(&connection).await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], json!({"taskIds": [id]}));
    let mut statuses = Vec::new();
    loop {
        let told = next(&connection).await;
        assert_eq!(told["method"], "notifications/tasks", "{told}");
        let params = &told["params"];
        assert_eq!((&params["taskId"], &params["_meta"][SUBSCRIPTION]), (&json!(id), &json!(9)));
        let status = params["status"].as_str().unwrap().to_owned();
        match &*status {
            "input_required" => {
                let open = super::open(params);
                let answers: Value = open.iter().map(|key| ((*key).to_owned(), name("Ada"))).collect();
                update(service, &id, answers).await;
            }
            "completed" => assert_eq!(super::text(&params["result"]), "Ada and Ada"),
            _ => assert!(params.get("result").is_none()),
        }
        statuses.push(status.clone());
        if status == "completed" {
            break;
        }
    }
    assert_eq!(statuses.first().map(String::as_str), Some("input_required"), "{statuses:?}");
    assert!(statuses.len() <= 3, "{statuses:?}");
    // An end is told once, and of others nothing.
    cancel(service, &id).await;
    cancel(service, &other).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(connection.try_receive().is_none());
}

#[tokio::test]
async fn task_17_a_task_that_is_over_is_told_of_at_once() {
    let service = fixture().service;
    let id = begin(&service, "quick", json!({})).await;
    in_status(&service, &id, "completed").await;
    let connection = service.connect();
    listen(&connection, json!({"taskIds": [id]}), &everything());
    next(&connection).await;
    assert_eq!(next(&connection).await["params"]["result"]["structuredContent"], 7);
}

#[tokio::test]
async fn task_17_and_sec_08_who_may_not_listen_is_told_why() {
    let service = with(Tasks::default().watched(2)).service;
    let connection = service.connect();
    for (filter, capabilities, wanted) in [
        (json!({"taskIds": ["a"]}), json!({}), -32021),
        (json!({"taskIds": ["a", "b", "c"]}), everything(), -32602),
        (json!({"taskIds": [7]}), everything(), -32602),
        (json!({"taskIds": "a"}), everything(), -32602),
    ] {
        listen(&connection, filter.clone(), &capabilities);
        assert_eq!(code(&next(&connection).await), wanted, "{filter}");
    }
    // Where there are no tasks, nobody can be told of any.
    let none = taffrail::Server::new(App::default()).build().unwrap().connect();
    listen(&none, json!({"taskIds": ["a"]}), &json!({}));
    assert_eq!(next(&none).await["params"]["notifications"], json!({}));
}

#[tokio::test]
async fn task_17_however_often_a_task_changes_a_listener_gets_the_newest() {
    let fixture = fixture();
    let service = &fixture.service;
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(begin(service, "wait", json!({})).await);
    }
    let connection = service.connect();
    listen(&connection, json!({"taskIds": ids}), &everything());
    for _ in 0..20 {
        fixture.app.door.open();
    }
    for id in &ids {
        in_status(service, id, "completed").await;
    }
    next(&connection).await;
    let mut completed = std::collections::BTreeSet::new();
    while completed.len() < 20 {
        let told = next(&connection).await;
        if told["params"]["status"] == "completed" {
            assert!(completed.insert(told["params"]["taskId"].to_string()), "told twice");
        }
    }
}

#[tokio::test]
async fn sec_04_a_stream_holds_one_large_task_at_a_time() {
    use http_body_util::BodyExt;
    let service = &fixture().service;
    let mut ids = Vec::new();
    for _ in 0..8 {
        ids.push(begin(service, "large", json!({})).await);
    }
    for id in &ids {
        in_status(service, id, "completed").await;
    }
    let params = json!({"notifications": {"taskIds": ids}, "_meta": meta(&everything())});
    let response = post(service, &request(1, "subscriptions/listen", params), &[]).await;
    let mut body = response.into_body();
    let mut told = 0;
    while told < ids.len() {
        let frame = tokio::time::timeout(Duration::from_secs(20), body.frame()).await.expect("in time");
        let data = frame.expect("more").unwrap().into_data().unwrap();
        let here = String::from_utf8_lossy(&data).matches("notifications/tasks\"").count();
        assert!(here <= 1, "{here} tasks in {} bytes", data.len());
        told += here;
    }
}

#[tokio::test]
async fn task_17_over_http_a_task_is_told_of_on_its_stream_until_its_end_and_others_are_not() {
    use http_body_util::BodyExt;
    let fixture = fixture();
    let service = &fixture.service;
    let (id, other) = (begin(service, "both", json!({})).await, begin(service, "both", json!({})).await);
    super::until(service, &id, |task| super::open(task).len() == 2).await;
    let params = json!({"notifications": {"taskIds": [id]}, "_meta": meta(&everything())});
    let response = post(service, &request(9, "subscriptions/listen", params), &[]).await;
    assert_eq!(
        (response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()),
        (200, "text/event-stream")
    );
    let mut body = response.into_body();
    let (mut text, mut answered) = (String::new(), false);
    while !text.contains("\"completed\"") {
        let frame = tokio::time::timeout(Duration::from_secs(20), body.frame()).await.expect("in time");
        text.push_str(std::str::from_utf8(&frame.expect("more").unwrap().into_data().unwrap()).unwrap());
        if !answered && text.contains("notifications/tasks\"") {
            answered = true;
            update(service, &other, json!({"elicit-1": name("Eve")})).await;
            update(service, &id, json!({"elicit-1": name("Ada"), "elicit-2": name("Bob")})).await;
        }
    }
    let events: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(events[0]["params"]["notifications"], json!({"taskIds": [id]}));
    for told in &events[1..] {
        let (task, subscription) = (&told["params"]["taskId"], &told["params"]["_meta"][SUBSCRIPTION]);
        assert_eq!(
            (&told["method"], task, subscription),
            (&json!("notifications/tasks"), &json!(id), &json!(9))
        );
    }
    let last = events.last().unwrap();
    assert_eq!(super::text(&last["params"]["result"]), "Ada and Bob");
    let ends = events.iter().filter(|told| told["params"]["status"] == "completed").count();
    assert_eq!(ends, 1, "{text}");
}

#[tokio::test]
async fn task_17_and_sec_04_so_many_ids_are_refused_and_one_that_comes_often_is_one() {
    let service = fixture().service;
    let id = begin(&service, "wait", json!({})).await;
    let connection = service.connect();
    let many: Vec<String> = (0..100_000).map(|number| format!("t{number}")).collect();
    listen(&connection, json!({"taskIds": many}), &everything());
    assert_eq!(code(&next(&connection).await), -32602);
    for odd in [json!([id, null]), json!([[id]]), json!([{"taskId": id}]), json!({"0": id}), json!([true])] {
        listen(&connection, json!({"taskIds": odd}), &everything());
        assert_eq!(code(&next(&connection).await), -32602, "{odd}");
    }
    listen(&connection, json!({"taskIds": vec![&id; 10_000]}), &everything());
    assert_eq!(next(&connection).await["params"]["notifications"], json!({"taskIds": [id]}));
    cancel(&service, &id).await;
    loop {
        let told = next(&connection).await;
        if told["params"]["status"] == "cancelled" {
            break;
        }
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(connection.try_receive().is_none(), "its end is told once");
}
