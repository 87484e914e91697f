//! What tasks ask, and how they are answered.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::{
    begin, call, cancel, code, counted, everything, fixture, get, in_status, name, open, send, text, until,
    update,
};

fn yes() -> Value {
    json!({"action": "accept", "content": {"confirm": true}})
}

#[tokio::test]
async fn task_07_12_and_13_questions_are_answered_one_by_one_under_keys_that_never_come_back() {
    let service = fixture().service;
    let id = begin(&service, "both", json!({})).await;
    let task = until(&service, &id, |task| open(task).len() == 2).await;
    assert_eq!(task["status"], "input_required");
    assert_eq!(task["inputRequests"]["elicit-1"]["method"], "elicitation/create");
    let mut seen: BTreeSet<String> = open(&task).into_iter().map(str::to_owned).collect();
    let acknowledged = update(&service, &id, json!({"elicit-1": name("Ada"), "unknown": 7})).await;
    let keys: Vec<_> = acknowledged["result"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["_meta", "resultType"]);
    assert_eq!(open(&get(&service, &id).await), ["elicit-2"]);
    // An answer that comes twice is ignored, and so is one to what is answered.
    update(&service, &id, json!({"elicit-1": name("Eve")})).await;
    // One that does not fit is asked for again, under another key.
    update(&service, &id, json!({"elicit-2": name("B")})).await;
    let task = in_status(&service, &id, "input_required").await;
    let again = open(&task)[0].to_owned();
    assert!(seen.insert(again.clone()), "{again} was used before");
    assert!(task["inputRequests"][&again]["params"]["message"].as_str().unwrap().contains("name"));
    update(&service, &id, json!({again: name("Bob")})).await;
    assert_eq!(text(&in_status(&service, &id, "completed").await["result"]), "Ada and Bob");
}

#[tokio::test]
async fn task_12_and_mrtr_14_a_malformed_answer_is_refused_and_nothing_of_it_taken() {
    let service = fixture().service;
    let id = begin(&service, "both", json!({})).await;
    until(&service, &id, |task| open(task).len() == 2).await;
    for answers in [
        json!({"elicit-1": 7}),
        json!({"elicit-1": {"action": "yes"}}),
        json!({"elicit-1": {"action": "accept"}, "elicit-2": name("Bob")}),
    ] {
        let answer = update(&service, &id, answers.clone()).await;
        assert_eq!(code(&answer), -32602, "{answers}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("`elicit-1`"), "{answer}");
    }
    assert_eq!(open(&get(&service, &id).await).len(), 2);
    update(&service, &id, json!({"elicit-1": {"action": "decline"}, "elicit-2": {"action": "cancel"}})).await;
    let task = in_status(&service, &id, "completed").await;
    assert_eq!(task["result"]["isError"], true, "who declines has answered");
}

#[tokio::test]
async fn a_question_that_nobody_waits_for_is_withdrawn() {
    let fixture = fixture();
    let service = &fixture.service;
    let id = begin(service, "impatient", json!({})).await;
    in_status(service, &id, "input_required").await;
    fixture.app.door.open();
    assert!(open(&in_status(service, &id, "working").await).is_empty());
    update(service, &id, json!({"elicit-1": name("Ada")})).await;
    fixture.app.door.open();
    assert_eq!(text(&in_status(service, &id, "completed").await["result"]), "nobody");
}

#[tokio::test]
async fn task_14_a_task_that_waits_for_an_answer_can_be_cancelled() {
    let service = fixture().service;
    let id = begin(&service, "both", json!({})).await;
    in_status(&service, &id, "input_required").await;
    cancel(&service, &id).await;
    let task = get(&service, &id).await;
    assert_eq!((&task["status"], open(&task).len()), (&json!("cancelled"), 0));
}

#[tokio::test]
async fn gr_27_and_elic_15_a_task_destroys_nothing_without_consent() {
    let fixture = fixture();
    let (service, deleted) = (&fixture.service, &fixture.app.counts.deleted);
    let preview = begin(service, "delete_all", json!({})).await;
    let preview = in_status(service, &preview, "completed").await;
    assert!(preview["result"].to_string().contains("nothing was changed"), "{preview}");
    for refusal in [json!({"action": "decline"}), json!({"action": "accept", "content": {"confirm": false}})]
    {
        let id = begin(service, "delete_all", json!({"dry_run": false})).await;
        in_status(service, &id, "input_required").await;
        update(service, &id, json!({"confirm-1": refusal})).await;
        assert_eq!(in_status(service, &id, "completed").await["result"]["isError"], true);
    }
    // Nothing that a client sends along with the call is consent.
    let params = json!({
        "name": "delete_all", "arguments": {"dry_run": false}, "inputResponses": {"confirm-1": yes()},
    });
    let answer = send(service, "tools/call", params, &everything()).await;
    let id = answer["result"]["taskId"].as_str().unwrap();
    in_status(service, id, "input_required").await;
    assert_eq!(deleted.load(Ordering::SeqCst), 0);
    update(service, id, json!({"confirm-1": yes()})).await;
    in_status(service, id, "completed").await;
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
    let answer = send(
        service,
        "tools/call",
        json!({"name": "delete_all", "arguments": {"dry_run": false}}),
        &json!({"extensions": {super::TASKS: {}}}),
    )
    .await;
    assert_eq!(code(&answer), -32021, "who cannot be asked is refused before anything runs");
}

#[tokio::test]
async fn mrtr_10_consent_that_came_before_a_task_is_good_for_one() {
    let fixture = fixture();
    let (service, deleted) = (&fixture.service, &fixture.app.counts.deleted);
    let first = call(service, "consent_first", json!({})).await;
    let params = json!({
        "name": "consent_first", "arguments": {},
        "requestState": first["result"]["requestState"], "inputResponses": {"confirm-1": yes()},
    });
    let second = send(service, "tools/call", params.clone(), &everything()).await;
    assert_eq!(second["result"]["resultType"], "task", "{second}");
    counted(deleted, 1).await;
    let replayed = send(service, "tools/call", params, &everything()).await;
    assert_eq!(code(&replayed), -32602, "{replayed}");
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}
