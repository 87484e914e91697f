//! Tools that do what they should not, and clients that say what they should not.

use serde_json::{Value, json};

use super::{asked, begin, call, code, counted, fixture, get, in_status, name, open, send, text, update};

#[tokio::test]
async fn err_11_a_panic_while_a_call_is_dropped_is_that_calls_own() {
    let service = &fixture().service;
    let id = begin(service, "brittle", json!({})).await;
    let task = in_status(service, &id, "completed").await;
    assert!(text(&task["result"]).contains("its time limit"), "{task}");
    let plain = send(service, "tools/call", json!({"name": "brittle"}), &json!({})).await;
    assert!(text(&plain["result"]).contains("its time limit"), "{plain}");
    assert!(!plain.to_string().contains("secret"));
}

#[tokio::test]
async fn a_call_that_is_over_becomes_no_task() {
    let fixture = fixture();
    let answer = call(&fixture.service, "stray", json!({})).await;
    assert_eq!(text(&answer["result"]), "answered");
    fixture.app.door.open();
    counted(&fixture.app.counts.dropped, 1).await;
    assert_eq!(fixture.app.counts.begun.load(std::sync::atomic::Ordering::SeqCst), 0);
}

/// An answer whose content is so many objects deep.
fn nested(depth: usize) -> String {
    format!("{{\"action\":\"accept\",\"content\":{}1{}}}", "{\"a\":".repeat(depth), "}".repeat(depth))
}

#[tokio::test]
async fn task_12_no_answer_makes_a_task_unreadable() {
    let service = &fixture().service;
    let id = begin(service, "both", json!({})).await;
    let task = super::until(service, &id, |task| open(task).len() == 2).await;
    let keys: Vec<String> = open(&task).into_iter().map(str::to_owned).collect();
    for answer in [
        json!(null),
        json!([]),
        json!("accept"),
        json!({}),
        json!({"action": null}),
        json!({"action": "accept"}),
        json!({"action": "accept", "content": []}),
        json!({"action": ["accept"], "content": {}}),
        json!({"method": "elicitation/create"}),
    ] {
        // One that is good beside one that is not: neither is taken.
        let refused = update(service, &id, json!({&keys[0]: name("Ada"), &keys[1]: answer})).await;
        assert_eq!(code(&refused), -32602, "{answer}");
    }
    for shape in [json!(null), json!([]), json!("x"), json!(7)] {
        assert_eq!(code(&update(service, &id, shape.clone()).await), -32602, "{shape}");
    }
    let many: Value = (0..5000).map(|number| (format!("k{number}"), json!({"action": "decline"}))).collect();
    assert_eq!(update(service, &id, many).await["result"]["resultType"], "complete");
    assert_eq!(open(&get(service, &id).await).len(), 2);
    for depth in (0..200).rev() {
        // As deep as is read at all; the task asks again, because it is not what was asked for.
        let Ok(answer) = serde_json::from_str::<Value>(&nested(depth)) else { continue };
        let taken = update(service, &id, json!({&keys[0]: answer})).await;
        if taken["result"]["resultType"] == "complete" {
            break;
        }
    }
    let again = super::until(service, &id, |task| !open(task).contains(&&*keys[0])).await;
    assert_ne!(again["status"], "failed", "{again}");
    assert!(asked(service, &id).await["error"].is_null());
}
