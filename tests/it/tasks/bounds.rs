//! What tasks may take: places, time, memory; and what becomes of them when the server stops.

use std::time::Duration;

use serde_json::json;
use taffrail::{InMemoryTasks, Limits, Tasks};

use super::tools::{App, server};
use super::{begin, call, cancel, counted, fixture, get, in_status, text, with};

#[tokio::test]
async fn sec_04_tasks_are_so_many_at_once_and_the_next_is_told_when() {
    let fixture = with(Tasks::default().running(2));
    let service = &fixture.service;
    let first = begin(service, "wait", json!({})).await;
    begin(service, "wait", json!({})).await;
    let refused = call(service, "wait", json!({})).await;
    assert_eq!(refused["result"]["isError"], true);
    assert!(text(&refused["result"]).contains("already runs 2 tasks"), "{refused}");
    let explicit = call(service, "maybe", json!({"task": true})).await;
    assert!(text(&explicit["result"]).contains("already runs 2 tasks"), "{explicit}");
    assert_eq!(call(service, "maybe", json!({"task": false})).await["result"]["isError"], json!(null));
    counted(&fixture.app.counts.begun, 2).await;
    cancel(service, &first).await;
    counted(&fixture.app.counts.dropped, 1).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    begin(service, "quick", json!({})).await;
}

#[tokio::test]
async fn sec_04_tasks_take_no_place_of_calls() {
    let app = App::default();
    let service = server(&app).limits(Limits::default().concurrent_calls(1)).build().unwrap();
    for _ in 0..3 {
        begin(&service, "wait", json!({})).await;
    }
    assert_eq!(text(&call(&service, "plain", json!({})).await["result"]), "no task");
}

#[tokio::test]
async fn sec_04_a_task_has_a_time_limit_of_its_own() {
    let app = App::default();
    let limits = Limits::default().call_time(Duration::from_millis(50));
    let tasks = Tasks::default().run_time(Duration::from_secs(60));
    let service = server(&app).limits(limits).tasks(tasks).build().unwrap();
    let long = begin(&service, "wait", json!({})).await;
    let short = begin(&service, "too_long", json!({})).await;
    let short = in_status(&service, &short, "completed").await;
    assert_eq!(short["result"]["isError"], true);
    assert!(text(&short["result"]).contains("0.05 s, its time limit"), "{short}");
    assert_eq!(short["ttlMs"], 900_050);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(get(&service, &long).await["status"], "working", "the limit of calls is not that of tasks");
}

#[tokio::test]
async fn sec_04_what_tasks_hold_is_bounded_and_no_task_is_lost_for_it() {
    let fixture = with(Tasks::default().store(InMemoryTasks::new(3, 1 << 20)));
    let service = &fixture.service;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(begin(service, "quick", json!({})).await);
    }
    let refused = call(service, "quick", json!({})).await;
    assert!(text(&refused["result"]).contains("cannot keep another task"), "{refused}");
    for id in &ids {
        in_status(service, id, "completed").await;
    }
    // A result that finds no room fails its task, in words that do.
    let fixture = with(Tasks::default().store(InMemoryTasks::new(3, 330)));
    let id = begin(&fixture.service, "wait", json!({})).await;
    fixture.app.door.open();
    let task = in_status(&fixture.service, &id, "failed").await;
    assert!(task["statusMessage"].as_str().unwrap().contains("could not be kept"), "{task}");
}

#[tokio::test]
async fn settings_that_would_refuse_everything_keep_the_server_from_starting() {
    let tasks = Tasks::default()
        .running(0)
        .running_per_caller(0)
        .run_time(Duration::ZERO)
        .kept(Duration::ZERO)
        .poll_interval(Duration::ZERO)
        .watched(0);
    let error = server(&App::default()).tasks(tasks.clone()).tasks(tasks).build().unwrap_err();
    let faults: Vec<_> = error.faults().collect();
    for name in ["running`", "running_per_caller", "run_time", "kept", "poll_interval", "watched", "twice"] {
        assert!(faults.iter().any(|fault| fault.contains(name)), "{name}: {faults:?}");
    }
}

#[tokio::test]
async fn task_08_at_the_end_tasks_may_finish_and_what_does_not_has_failed() {
    let app = App::default();
    let limits = Limits::default().drain(Duration::from_millis(100));
    let service = server(&app).limits(limits).build().unwrap();
    let (first, second) =
        (begin(&service, "wait", json!({})).await, begin(&service, "wait", json!({})).await);
    counted(&app.counts.begun, 2).await;
    app.door.open();
    service.end_tasks().await;
    let mut ends = [get(&service, &first).await, get(&service, &second).await];
    ends.sort_by_key(|task| task["status"].to_string());
    assert_eq!((&ends[0]["status"], &ends[1]["status"]), (&json!("completed"), &json!("failed")));
    assert!(ends[1]["statusMessage"].as_str().unwrap().contains("stopped"), "{}", ends[1]);
    counted(&app.counts.dropped, 1).await;
    let refused = call(&service, "quick", json!({})).await;
    assert!(text(&refused["result"]).contains("is stopping"), "{refused}");
}

#[tokio::test]
async fn a_server_that_runs_no_tasks_stops_at_once() {
    let begun = std::time::Instant::now();
    fixture().service.end_tasks().await;
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn at_the_end_nobody_waits_for_a_person() {
    let service = fixture().service;
    let id = begin(&service, "both", json!({})).await;
    in_status(&service, &id, "input_required").await;
    let stopped = tokio::time::timeout(Duration::from_secs(8), service.end_tasks()).await;
    assert!(stopped.is_ok(), "less than the time that tasks have for finishing");
    assert_eq!(get(&service, &id).await["status"], "failed");
}
