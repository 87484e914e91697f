//! What clients are given to keep: good for one request, for a while, for whoever holds the key.

use std::time::Duration;

use serde_json::{Value, json};
use taffrail::Server;

use super::tools::{self, App};
use super::{accept, call, code, fixture, key, questions, server, text, with};

fn name() -> Value {
    json!({"elicit-1": accept(json!({"name": "Ada"}))})
}

#[tokio::test]
async fn mrtr_08_and_gr_138_an_altered_state_is_refused() {
    let service = fixture();
    let asked = call(&service, "in_turn", json!({})).send().await;
    let state = asked["result"]["requestState"].as_str().unwrap().to_owned();
    let mut flipped = state.clone().into_bytes();
    flipped[40] = if flipped[40] == b'A' { b'B' } else { b'A' };
    for altered in [
        json!(format!("{state}-TAMPERED")),
        json!(String::from_utf8(flipped).unwrap()),
        json!(state[..state.len() - 1]),
        json!(state[..8]),
        json!(""),
        json!("eyJyIjoxfQ"),
        json!(7),
        json!({}),
        Value::Null,
    ] {
        let answer =
            call(&service, "in_turn", json!({})).answering(name()).with_state(altered.clone()).send().await;
        assert_eq!(code(&answer), -32602, "{altered}");
    }
    assert_eq!(service.app.reservations(), 1);
}

#[tokio::test]
async fn mrtr_09_elic_13_and_gr_139_a_state_is_good_for_its_own_request() {
    let service = fixture();
    let asked = call(&service, "in_turn", json!({"what": "a boat"})).send().await;
    for (tool, arguments) in [
        ("both", json!({"what": "a boat"})),
        ("in_turn", json!({"what": "a plane"})),
        ("in_turn", json!({})),
        ("undeclared", json!({})),
    ] {
        let answer = call(&service, tool, arguments.clone()).answering(name()).after(&asked).send().await;
        assert_eq!(code(&answer), -32602, "{tool} {arguments}");
    }
    let same =
        call(&service, "in_turn", json!({"what": "a boat"})).answering(name()).after(&asked).send().await;
    assert_eq!(questions(&same).keys().collect::<Vec<_>>(), ["elicit-2"]);
}

#[tokio::test]
async fn mrtr_09_a_state_expires() {
    let service = with(|server| server.state_ttl(Duration::from_millis(1)));
    let asked = call(&service, "in_turn", json!({})).send().await;
    std::thread::sleep(Duration::from_millis(5));
    let answer = call(&service, "in_turn", json!({})).answering(name()).after(&asked).send().await;
    assert_eq!(code(&answer), -32602);
}

#[tokio::test]
async fn gr_139_the_time_of_a_state_has_a_maximum() {
    for ttl in [Duration::ZERO, Duration::from_secs(24 * 60 * 60 + 1)] {
        let error = server(&App::default()).state_ttl(ttl).build().unwrap_err();
        assert!(error.to_string().contains("`state_ttl`"), "{error}");
    }
}

#[tokio::test]
async fn mrtr_12_13_and_state_02_a_retry_may_reach_another_instance_with_the_key_also_after_it_changed() {
    let old = with(|server| server.state_key(key(1)));
    let asked = call(&old, "in_turn", json!({})).send().await;
    let rotated = with(|server| server.state_key(key(2)).previous_state_key(key(1)));
    let next = call(&rotated, "in_turn", json!({})).answering(name()).after(&asked).send().await;
    assert_eq!(questions(&next).keys().collect::<Vec<_>>(), ["elicit-2"]);
    let foreign = with(|server| server.state_key(key(3)));
    let refused = call(&foreign, "in_turn", json!({})).answering(name()).after(&asked).send().await;
    assert_eq!(code(&refused), -32602);
    // What the new key has sealed, the old one does not open.
    let refused = call(&old, "in_turn", json!({})).answering(name()).after(&next).send().await;
    assert_eq!(code(&refused), -32602);
}

#[tokio::test]
async fn mrtr_13_and_gr_140_over_http_a_server_that_asks_does_not_start_without_a_shared_key() {
    async fn start(server: Server<App>) -> Result<(), String> {
        let listening = server.build().unwrap().listen("127.0.0.1:0").await;
        listening.map(drop).map_err(|error| error.to_string())
    }
    let asking = || Server::new(App::default()).tools(tools::asking());
    let confirming = || server(&App::default());
    let error = start(asking()).await.unwrap_err();
    assert!(error.contains("no state key") && error.contains("single_instance"), "{error}");
    assert_eq!(start(asking().state_key(key(1))).await, Ok(()));
    let error = start(confirming().state_key(key(1))).await.unwrap_err();
    assert!(error.contains("consent_store"), "{error}");
    assert_eq!(start(confirming().single_instance()).await, Ok(()));
    assert_eq!(start(Server::new(App::default()).tools(tools::quiet())).await, Ok(()));
}

#[tokio::test]
async fn mrtr_13_a_mounted_endpoint_without_a_shared_key_refuses_to_ask() {
    let service = fixture();
    let params = json!({"name": "greet", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    }});
    let message = crate::client::request(1, "tools/call", params);
    let (_, answer) = crate::client::read(crate::client::post(&service, &message, &[]).await).await;
    assert_eq!(code(&answer), -32603);
}

#[tokio::test]
async fn mrtr_23_and_gr_141_the_client_cannot_read_what_it_keeps() {
    let service = fixture();
    let asked = call(&service, "in_turn", json!({"what": "the crown jewels"})).send().await;
    assert!(!asked.to_string().contains("crown"));
    let next = call(&service, "in_turn", json!({"what": "the crown jewels"}))
        .answering(name())
        .after(&asked)
        .send()
        .await;
    let age = json!({"elicit-2": accept(json!({"age": 36}))});
    let done = call(&service, "in_turn", json!({"what": "the crown jewels"}))
        .answering(age)
        .after(&next)
        .send()
        .await;
    assert_eq!(text(&done), "Ada, 36, has the crown jewels number 0.");
}
