//! Clients that answer what was not asked, more than once, or for something else.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Server, Service};

use super::tools::{App, Counts, begin_unseen};
use super::{
    TASKS, asked, begin, call, code, counted, everything, in_status, name, open, send, text, until, update,
};

#[derive(Elicit)]
struct Name {
    name: String,
}

/// Deletes two things, each with consent of its own.
#[tool(
    additive,
    confirm(fallback = refuse),
    when = "deleting one after the other",
    task,
    allow(not_idempotent, reason = "counting is what the test is about")
)]
async fn delete_in_turn(ctx: &Context, counts: &Counts) -> Result<String, Failure> {
    ctx.confirm("Delete the first?").await?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    ctx.confirm("Delete the second?").await?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok("both are gone".into())
}

/// Asks for a name and for consent at once.
#[tool(
    additive,
    confirm(fallback = refuse),
    when = "asking for a name too",
    needs(elicitation),
    task,
    allow(not_idempotent, reason = "counting is what the test is about")
)]
async fn delete_by_name(ctx: &Context, counts: &Counts) -> Result<String, Failure> {
    let (name, consent) = tokio::join!(ctx.elicit::<Name>("Who are you?"), ctx.confirm("Delete it?"));
    let Name { name } = name?;
    consent?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok(format!("gone, says {name}"))
}

/// Asks for consent, becomes a task, and asks again.
#[tool(
    additive,
    confirm(fallback = refuse),
    when = "asking before and within",
    task(explicit),
    allow(not_idempotent, reason = "counting is what the test is about")
)]
async fn erase(
    /// What to erase.
    what: String,
    ctx: &Context,
    counts: &Counts,
) -> Result<String, Failure> {
    ctx.confirm(format!("Erase {what}?")).await?;
    counts.begun.fetch_add(1, Ordering::SeqCst);
    ctx.begin_task().await?;
    ctx.confirm(format!("Really erase {what}?")).await?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{what} is gone"))
}

/// Works before and within a task, and asks twice in each.
#[tool(
    additive,
    when = "working in steps",
    needs(elicitation),
    task(explicit),
    allow(not_idempotent, reason = "counting is what the test is about")
)]
async fn steps(ctx: &Context, counts: &Counts) -> Result<String, Failure> {
    let begun = || async { Ok::<_, Failure>(counts.begun.fetch_add(1, Ordering::SeqCst)) };
    let dropped = || async { Ok::<_, Failure>(counts.dropped.fetch_add(1, Ordering::SeqCst)) };
    ctx.once("before", begun).await?;
    let Name { name: first } = ctx.elicit("First?").await?;
    let Name { name: second } = ctx.elicit("Second?").await?;
    ctx.once("task", || ctx.begin_task()).await?;
    ctx.once("before", begun).await?;
    ctx.once("within", dropped).await?;
    let Name { name: third } = ctx.elicit("Third?").await?;
    ctx.begin_task().await?;
    ctx.once("within", dropped).await?;
    let Name { name: fourth } = ctx.elicit("Fourth?").await?;
    counts.deleted.fetch_add(1, Ordering::SeqCst);
    Ok(format!("{first} {second} {third} {fourth}"))
}

/// Tries to become a task.
#[prompt]
async fn tired(ctx: &Context) -> Result<String, Failure> {
    begin_unseen(ctx).await?;
    Ok("never".into())
}

/// Tries to become a task.
#[resource("tired://all")]
async fn tired_resource(ctx: &Context) -> Result<String, Failure> {
    begin_unseen(ctx).await?;
    Ok("never".into())
}

struct Fixture {
    service: Service,
    counts: Counts,
}

fn fixture() -> Fixture {
    let app = App::default();
    let server = Server::new(app.clone())
        .tools(tools![delete_by_name, delete_in_turn, erase, steps])
        .prompts(prompts![tired])
        .resources(resources![tired_resource])
        .no_rate_limit("tests call often")
        .single_instance();
    Fixture { service: server.build().unwrap(), counts: app.counts }
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"confirm": true}})
}

/// Calls again with an answer to what the last round asked.
fn again(tool: &str, arguments: Value, round: &Value, answer: Value) -> Value {
    let round = &round["result"];
    let answers: Value = open(round).iter().map(|key| ((*key).to_owned(), answer.clone())).collect();
    json!({"name": tool, "arguments": arguments, "requestState": round["requestState"], "inputResponses": answers})
}

#[tokio::test]
async fn mrtr_10_consent_within_a_task_is_good_for_what_was_asked_and_nothing_later() {
    let Fixture { service, counts } = fixture();
    let id = begin(&service, "delete_in_turn", json!({})).await;
    in_status(&service, &id, "input_required").await;
    // The second is not asked yet, and whatever else comes along is not read.
    let params = json!({
        "taskId": id, "arguments": {"dry_run": false}, "requestState": "forged",
        "inputResponses": {"confirm-1": yes(), "confirm-2": yes(), "confirm-3": yes()},
    });
    send(&service, "tasks/update", params, &everything()).await;
    let task = until(&service, &id, |task| open(task) == ["confirm-2"]).await;
    assert!(task["inputRequests"]["confirm-2"]["params"]["message"].as_str().unwrap().contains("second"));
    let replays: Vec<_> = (0..8).map(|_| update(&service, &id, json!({"confirm-1": yes()}))).collect();
    for replay in replays {
        assert_eq!(replay.await["result"]["resultType"], "complete");
    }
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 1);
    update(&service, &id, json!({"confirm-2": {"action": "decline"}})).await;
    update(&service, &id, json!({"confirm-2": yes()})).await;
    assert_eq!(in_status(&service, &id, "completed").await["result"]["isError"], true);
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn mrtr_10_consent_within_a_task_that_comes_many_times_at_once_is_good_once() {
    let Fixture { service, counts } = fixture();
    let id = begin(&service, "delete_in_turn", json!({})).await;
    let other = begin(&service, "delete_in_turn", json!({})).await;
    in_status(&service, &id, "input_required").await;
    let mut updates = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (service, id) = (service.clone(), id.clone());
        updates.spawn(async move { update(&service, &id, json!({"confirm-1": yes()})).await });
    }
    updates.join_all().await;
    until(&service, &id, |task| open(task) == ["confirm-2"]).await;
    assert_eq!(
        open(&in_status(&service, &other, "input_required").await),
        ["confirm-1"],
        "that is another task"
    );
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn mrtr_10_what_answers_something_else_is_no_consent() {
    let Fixture { service, counts } = fixture();
    let id = begin(&service, "delete_by_name", json!({})).await;
    until(&service, &id, |task| open(task).len() == 2).await;
    // Consent under the key of the name is no name, and a name under the key of consent is no consent.
    update(&service, &id, json!({"elicit-1": yes(), "confirm-1": name("Ada")})).await;
    let task = until(&service, &id, |task| {
        task["status"] == "completed" || open(task).iter().any(|key| !key.ends_with("-1"))
    })
    .await;
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 0, "{task}");
    for key in open(&task).into_iter().filter(|key| key.starts_with("elicit")) {
        update(&service, &id, json!({ key: name("Ada") })).await;
    }
    let mut both = yes();
    both["content"]["confirm"] = json!("true");
    update(&service, &id, json!({"confirm-1": both, "confirm-2": both})).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 0, "{}", asked(&service, &id).await);
}

#[tokio::test]
async fn mrtr_10_and_task_15_consent_before_a_task_is_for_its_arguments_and_one_task() {
    let Fixture { service, counts } = fixture();
    let this = json!({"what": "this"});
    let round = call(&service, "erase", this.clone()).await;
    let altered = again("erase", json!({"what": "that"}), &round, yes());
    assert_eq!(code(&send(&service, "tools/call", altered, &everything()).await), -32602);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (service, params) = (service.clone(), again("erase", this.clone(), &round, yes()));
        calls.spawn(async move { send(&service, "tools/call", params, &everything()).await });
    }
    let answers = calls.join_all().await;
    let ids: Vec<_> = answers.iter().filter_map(|answer| answer["result"]["taskId"].as_str()).collect();
    assert_eq!(ids.len(), 1, "{answers:?}");
    let task = in_status(&service, ids[0], "input_required").await;
    assert!(task["inputRequests"].to_string().contains("Really erase this?"), "{task}");
    // What was answered before the task is no answer within it, nor is its state one for another call.
    let replayed = send(&service, "tools/call", again("erase", this, &round, yes()), &everything()).await;
    assert_eq!(code(&replayed), -32602);
    assert_eq!((counts.begun.load(Ordering::SeqCst), counts.deleted.load(Ordering::SeqCst)), (1, 0));
    let key = open(&task)[0].to_owned();
    update(&service, ids[0], json!({ key: yes() })).await;
    assert_eq!(text(&in_status(&service, ids[0], "completed").await["result"]), "this is gone");
    assert_eq!(counts.deleted.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn mrtr_17_and_task_15_what_is_done_once_is_done_once_before_and_within_a_task() {
    let Fixture { service, counts } = fixture();
    let first = call(&service, "steps", json!({})).await;
    let second = again("steps", json!({}), &first, name("A"));
    let second = send(&service, "tools/call", second, &everything()).await;
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");
    let third = again("steps", json!({}), &second, name("B"));
    let third = send(&service, "tools/call", third, &everything()).await;
    let id = third["result"]["taskId"].as_str().unwrap_or_else(|| panic!("no task: {third}"));
    for answer in ["C", "D"] {
        let task = in_status(&service, id, "input_required").await;
        let key = open(&task)[0].to_owned();
        update(&service, id, json!({ key: name(answer) })).await;
    }
    assert_eq!(text(&in_status(&service, id, "completed").await["result"]), "A B C D");
    for count in [&counts.begun, &counts.dropped, &counts.deleted] {
        counted(count, 1).await;
    }
}

#[tokio::test]
async fn mrtr_17_the_same_steps_without_tasks_are_all_rounds() {
    let Fixture { service, counts } = fixture();
    let capabilities = json!({"elicitation": {}});
    let mut params = json!({"name": "steps", "arguments": {}});
    for answer in ["A", "B", "C", "D"] {
        let round = send(&service, "tools/call", params, &capabilities).await;
        assert_eq!(round["result"]["resultType"], "input_required", "{round}");
        params = again("steps", json!({}), &round, name(answer));
    }
    let last = send(&service, "tools/call", params, &capabilities).await;
    assert_eq!(text(&last["result"]), "A B C D");
    for count in [&counts.begun, &counts.dropped, &counts.deleted] {
        counted(count, 1).await;
    }
}

#[tokio::test]
async fn prompts_and_resources_become_no_tasks() {
    let Fixture { service, .. } = fixture();
    for (method, params) in
        [("prompts/get", json!({"name": "tired"})), ("resources/read", json!({"uri": "tired://all"}))]
    {
        let answer = send(&service, method, params, &json!({"extensions": {TASKS: {}}})).await;
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("no error: {answer}"));
        assert!(message.contains("the server cannot go on"), "{method}: {answer}");
        assert!(!answer.to_string().contains("begin_task"), "{answer}");
    }
}
