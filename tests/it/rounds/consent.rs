//! Consent: asked by the server, bound to what was shown, good once.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use serde_json::{Value, json};
use taffrail::{ConsentStore, UseOnce};

use super::{Fixture, accept, call, code, fixture, questions, text, with, yes};

fn confirmed() -> Value {
    json!({"confirm-1": yes()})
}

async fn charge(service: &Fixture, cents: u32) -> Value {
    call(service, "charge", json!({"cents": cents})).send().await
}

#[tokio::test]
async fn mrtr_22_answers_that_nobody_asked_for_authorise_nothing() {
    let service = fixture();
    let asked = call(&service, "charge", json!({"cents": 5})).answering(confirmed()).send().await;
    assert_eq!(questions(&asked)["confirm-1"]["params"]["message"], "Charge 5 cents?");
    assert_eq!(service.app.effects(), 0);
    let done =
        call(&service, "charge", json!({"cents": 5})).answering(confirmed()).after(&asked).send().await;
    assert_eq!((text(&done), service.app.effects()), ("Charged 5.", 1));
}

#[tokio::test]
async fn mrtr_10_and_gr_142_a_confirmation_is_good_once() {
    let service = fixture();
    let asked = charge(&service, 5).await;
    let confirm = || call(&service, "charge", json!({"cents": 5})).answering(confirmed()).after(&asked);
    assert_eq!(text(&confirm().send().await), "Charged 5.");
    assert_eq!(code(&confirm().send().await), -32602);
    assert_eq!(service.app.effects(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn mrtr_10_a_confirmation_is_good_once_also_at_the_same_time() {
    let service = fixture();
    let asked = charge(&service, 5).await;
    let sent = (0..32).map(|_| {
        let params =
            call(&service, "charge", json!({"cents": 5})).answering(confirmed()).after(&asked).params;
        let service = service.service.clone();
        tokio::spawn(async move { crate::client::ask(&service.connect(), "tools/call", params).await })
    });
    let mut charged = 0;
    for answer in sent.collect::<Vec<_>>() {
        charged += u32::from(answer.await.unwrap().get("result").is_some());
    }
    assert_eq!((charged, service.app.effects()), (1, 1));
}

#[tokio::test]
async fn mrtr_10_a_refusal_uses_nothing_up_and_does_nothing() {
    let service = fixture();
    let asked = charge(&service, 5).await;
    for refusal in
        [json!({"action": "decline"}), json!({"action": "cancel"}), accept(json!({"confirm": false}))]
    {
        let answer = call(&service, "charge", json!({"cents": 5}))
            .answering(json!({"confirm-1": refusal}))
            .after(&asked)
            .send()
            .await;
        assert_eq!(answer["result"]["isError"], true);
    }
    assert_eq!(service.app.effects(), 0);
}

#[tokio::test]
async fn mrtr_10_earlier_rounds_of_a_confirmed_call_cannot_be_replayed() {
    let service = fixture();
    let first = call(&service, "confirm_then_ask", json!({})).send().await;
    let confirm = || call(&service, "confirm_then_ask", json!({})).answering(confirmed()).after(&first);
    let second = confirm().send().await;
    assert_eq!(questions(&second).keys().collect::<Vec<_>>(), ["elicit-1"]);
    assert_eq!(code(&confirm().send().await), -32602);
    let name = json!({"elicit-1": accept(json!({"name": "Ada"}))});
    let finish = || call(&service, "confirm_then_ask", json!({})).answering(name.clone()).after(&second);
    assert_eq!(text(&finish().send().await), "Ada");
    assert_eq!(code(&finish().send().await), -32602);
    assert_eq!(service.app.effects(), 1);
}

#[tokio::test]
async fn gr_27_28_29_and_rule_8_a_destructive_tool_shows_then_asks_then_acts() {
    let service = fixture();
    for arguments in [json!({}), json!({"dry_run": true})] {
        let shown = call(&service, "delete_projects", arguments).answering(confirmed()).send().await;
        assert_eq!(text(&shown), "Would delete apollo, gemini.");
        assert!(shown["result"]["content"][1]["text"].as_str().unwrap().contains("nothing was changed"));
    }
    let act = || call(&service, "delete_projects", json!({"dry_run": false}));
    let asked = act().send().await;
    assert_eq!(questions(&asked)["confirm-1"]["params"]["message"], "Delete 2 projects?");
    assert_eq!(service.app.effects(), 0);
    let done = act().answering(confirmed()).after(&asked).send().await;
    assert_eq!((text(&done), service.app.effects()), ("Deleted apollo, gemini.", 1));
}

#[tokio::test]
async fn gr_32_another_plan_than_the_one_shown_is_asked_for_again() {
    let service = fixture();
    let act = || call(&service, "delete_projects", json!({"dry_run": false}));
    let asked = act().send().await;
    // As many, and so the same message, but others.
    *service.app.projects.0.lock().unwrap() = vec!["apollo", "skylab"];
    let again = act().answering(confirmed()).after(&asked).send().await;
    let message = &questions(&again)["confirm-1"]["params"]["message"];
    assert_eq!(message, "This has changed since you answered. Please look again.\n\nDelete 2 projects?");
    assert_eq!(service.app.effects(), 0);
    let done = act().answering(confirmed()).after(&again).send().await;
    assert_eq!(text(&done), "Deleted apollo, skylab.");
}

#[tokio::test]
async fn gr_34_more_than_may_be_affected_is_refused_without_asking() {
    let service = fixture();
    *service.app.projects.0.lock().unwrap() = vec!["a", "b", "c", "d"];
    let refused = call(&service, "delete_projects", json!({"dry_run": false})).send().await;
    assert_eq!(refused["result"]["isError"], true);
    assert!(text(&refused).contains("at most 3"), "{refused}");
}

#[tokio::test]
async fn gr_31_and_mrtr_07_a_client_that_cannot_ask_gets_what_the_tool_falls_back_to() {
    let service = fixture();
    for dry_run in [json!({}), json!({"dry_run": false})] {
        let shown = call(&service, "delete_projects", dry_run).by(json!({})).send().await;
        assert_eq!(text(&shown), "Would delete apollo, gemini.");
    }
    let refused = call(&service, "delete_all", json!({})).by(json!({})).send().await;
    assert_eq!(code(&refused), -32021);
    assert_eq!(service.app.effects(), 0);
}

/// A store that instances share.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<Vec<u8>>>>);

impl ConsentStore for Shared {
    fn use_once<'a>(&'a self, id: &'a [u8], expires: SystemTime) -> UseOnce<'a> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert!(expires > SystemTime::now());
            let mut used = self.0.lock().unwrap();
            let first = !used.iter().any(|used| used == id);
            used.push(id.to_vec());
            Ok(first)
        })
    }
}

#[tokio::test]
async fn mrtr_10_and_12_instances_that_share_a_store_accept_a_confirmation_once_together() {
    let shared = Shared::default();
    let instance = || with(|server| server.state_key(super::key(1)).consent_store(shared.clone()));
    let (one, other) = (instance(), instance());
    let asked = charge(&one, 5).await;
    let confirm = |at| call(at, "charge", json!({"cents": 5})).answering(confirmed()).after(&asked);
    assert_eq!(text(&confirm(&*other).send().await), "Charged 5.");
    assert_eq!(code(&confirm(&*one).send().await), -32602);
}

/// A store that does not answer.
struct Broken;

impl ConsentStore for Broken {
    fn use_once<'a>(&'a self, _: &'a [u8], _: SystemTime) -> UseOnce<'a> {
        Box::pin(async { Err("the store is down at 10.0.0.7".into()) })
    }
}

#[tokio::test]
async fn mrtr_10_what_cannot_be_checked_is_not_done() {
    let service = with(|server| server.consent_store(Broken));
    let asked = charge(&service, 5).await;
    let answer =
        call(&service, "charge", json!({"cents": 5})).answering(confirmed()).after(&asked).send().await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(!answer.to_string().contains("10.0.0.7"), "{answer}");
    assert_eq!(service.app.effects(), 0);
}
