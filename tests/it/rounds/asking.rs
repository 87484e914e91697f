//! What is asked, when, and what becomes of the answers.

use serde_json::{Value, json};

use super::{accept, call, code, everything, fixture, questions, text, with};
use crate::client::{post, read, request};

#[tokio::test]
async fn mrtr_01_03_04_18_elic_01_03_and_tool_34_a_question_is_a_result_and_nothing_else() {
    let service = fixture();
    let asked = call(&service, "greet", json!({})).send().await;
    let result = &asked["result"];
    assert!(asked.get("method").is_none());
    let question = &questions(&asked)["user_name"];
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["mode"], "form");
    assert_eq!(question["params"]["message"], "Who are you?");
    assert!(question.get("id").is_none() && question.get("jsonrpc").is_none());
    assert!(result["requestState"].as_str().is_some_and(|state| !state.is_empty()));
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none());
    assert!(result.get("content").is_none());
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "taffrail");
    let greeted = call(&service, "greet", json!({}))
        .answering(json!({"user_name": accept(json!({"name": "Ada"}))}))
        .after(&asked)
        .send()
        .await;
    assert_eq!(text(&greeted), "Hello, Ada.");
}

#[tokio::test]
async fn mrtr_02_only_what_may_ask_asks() {
    let service = fixture();
    let connection = service.connect();
    for method in ["tools/list", "server/discover"] {
        let params = json!({"inputResponses": {"k": 1}, "requestState": "x"});
        let answer = crate::client::ask(&connection, method, params).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    }
}

#[tokio::test]
async fn mrtr_05_keys_are_unique_or_the_server_is_at_fault() {
    let service = fixture();
    let asked = call(&service, "both", json!({})).send().await;
    assert_eq!(questions(&asked).keys().collect::<Vec<_>>(), ["elicit-1", "elicit-2"]);
    let answers = json!({"k": accept(json!({"name": "Ada"}))});
    let answer = call(&service, "twice", json!({})).answering(answers).send().await;
    assert_eq!(code(&answer), -32603);
}

#[tokio::test]
async fn mrtr_06_07_meta_11_13_and_elic_02_nothing_is_asked_that_the_client_cannot_answer() {
    let service = fixture();
    for (tool, client, missing) in [
        ("greet", json!({}), json!({"elicitation": {}})),
        ("greet", json!({"elicitation": null}), json!({"elicitation": {}})),
        ("greet", json!({"elicitation": {"url": {}}}), json!({"elicitation": {}})),
        ("connect", json!({"elicitation": {}}), json!({"elicitation": {"url": {}}})),
        ("charge", json!({}), json!({"elicitation": {}})),
        ("delete_all", json!({}), json!({"elicitation": {}})),
        ("summarise", json!({"elicitation": {}}), json!({"sampling": {}})),
        ("within", json!({}), json!({"roots": {}})),
    ] {
        let answer = call(&service, tool, json!({"cents": 1, "path": "a"})).by(client.clone()).send().await;
        assert_eq!(code(&answer), -32021, "{tool} {client}");
        assert_eq!(answer["error"]["data"]["requiredCapabilities"], missing, "{tool} {client}");
    }
    let asked = call(&service, "greet", json!({})).by(json!({"elicitation": {}})).send().await;
    assert_eq!(questions(&asked).len(), 1);
}

#[tokio::test]
async fn samp_02_a_capability_that_was_not_declared_is_still_refused_when_the_question_comes_up() {
    let service = fixture();
    let answer = call(&service, "with_tools", json!({})).by(json!({"sampling": {}})).send().await;
    assert_eq!(code(&answer), -32021);
    assert_eq!(answer["error"]["data"]["requiredCapabilities"], json!({"sampling": {"tools": {}}}));
    let asked = call(&service, "with_tools", json!({})).send().await;
    let params = &questions(&asked)["sample-1"]["params"];
    assert_eq!(params["tools"][0]["name"], "look");
    assert_eq!(params["toolChoice"], json!({"mode": "auto"}));
}

#[tokio::test]
async fn meta_12_a_missing_capability_is_a_400_before_any_event() {
    let service = with(|server| server.single_instance()).service;
    let params = json!({"name": "greet", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": 1,
    }});
    let response = post(&service, &request(1, "tools/call", params), &[]).await;
    assert_eq!(response.headers()["content-type"], "application/json");
    let (status, answer) = read(response).await;
    assert_eq!((status, code(&answer)), (400, -32021));
}

#[tokio::test]
async fn mrtr_19_and_prog_03_the_question_is_the_last_event_and_progress_stops_before_it() {
    let service = with(|server| server.single_instance()).service;
    let params = json!({"name": "greet", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": everything(),
        "progressToken": 1,
    }});
    let response = post(&service, &request(1, "tools/call", params), &[]).await;
    let (status, answer) = read(response).await;
    assert_eq!(status, 200);
    let events = answer.as_str().unwrap();
    let events: Vec<Value> = events
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .filter_map(|data| serde_json::from_str(data).ok())
        .collect();
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!(events[0]["params"]["progress"], 1.0);
    assert_eq!(questions(&events[1]).len(), 1);
}

#[tokio::test]
async fn mrtr_14_and_elic_11_answers_are_checked() {
    let service = fixture();
    let send = |answers: Value| {
        let service = &*service;
        async move { call(service, "greet", json!({})).answering(answers).send().await }
    };
    for malformed in [
        Value::Null,
        json!([]),
        json!("x"),
        json!({"user_name": 12345}),
        json!({"user_name": {"action": "accept"}}),
        json!({"user_name": {"action": "accept", "content": "Ada"}}),
        json!({"user_name": {"action": "perhaps", "content": {"name": "Ada"}}}),
    ] {
        assert_eq!(code(&send(malformed.clone()).await), -32602, "{malformed}");
    }
    for (unfit, why) in [
        (json!({}), "`name` must be filled in"),
        (json!({"name": 7}), "`name` must be text"),
        (json!({"name": "A"}), "`name` must have at least 2 characters, has 1"),
        (json!({"name": null}), "`name` must be text"),
    ] {
        let asked = send(json!({"user_name": accept(unfit.clone())})).await;
        let message = &questions(&asked)["user_name"]["params"]["message"];
        assert_eq!(message.as_str(), Some(&*format!("Who are you?\n\n{why}")), "{unfit}");
    }
}

#[tokio::test]
async fn mrtr_15_and_16_surplus_answers_are_ignored_and_missing_ones_asked_for() {
    let service = fixture();
    let answers = json!({"a": 1, "user_name": accept(json!({"name": "Ada", "more": [1]})), "b": {}});
    let greeted = call(&service, "greet", json!({})).answering(answers).send().await;
    assert_eq!(text(&greeted), "Hello, Ada.");
    let asked =
        call(&service, "greet", json!({})).answering(json!({"wrong": accept(json!({}))})).send().await;
    assert_eq!(questions(&asked).keys().collect::<Vec<_>>(), ["user_name"]);
    let again = call(&service, "greet", json!({})).after(&asked).send().await;
    assert_eq!(questions(&again).len(), 1);
}

#[tokio::test]
async fn mrtr_17_21_and_gr_33_rounds_go_on_and_what_was_done_once_stays_done() {
    let service = fixture();
    let name = json!({"elicit-1": accept(json!({"name": "Ada"}))});
    let age = json!({"elicit-2": accept(json!({"age": 36}))});
    let first = call(&service, "in_turn", json!({})).send().await;
    assert_eq!(questions(&first).keys().collect::<Vec<_>>(), ["elicit-1"]);
    let second = call(&service, "in_turn", json!({})).answering(name).after(&first).send().await;
    assert_eq!(questions(&second).keys().collect::<Vec<_>>(), ["elicit-2"]);
    assert_ne!(first["result"]["requestState"], second["result"]["requestState"]);
    let third = call(&service, "in_turn", json!({})).answering(age).after(&second).send().await;
    assert_eq!(text(&third), "Ada, 36, has a seat number 0.");
}

#[tokio::test]
async fn mrtr_21_effects_wait_for_all_input() {
    let service = fixture();
    let mut last = call(&service, "in_turn", json!({})).send().await;
    for answers in [json!({}), json!({"elicit-1": accept(json!({"name": "Ada"}))})] {
        last = call(&service, "in_turn", json!({})).answering(answers).after(&last).send().await;
        assert_eq!(service.app.effects(), 0);
    }
    let answers = json!({"elicit-2": accept(json!({"age": 36}))});
    let done = call(&service, "in_turn", json!({})).answering(answers).after(&last).send().await;
    assert!(text(&done).starts_with("Ada"));
    assert_eq!((service.app.effects(), service.app.reservations()), (1, 1));
}

#[tokio::test]
async fn mrtr_17_rounds_are_capped() {
    let service = fixture();
    let mut last = call(&service, "insatiable", json!({})).send().await;
    for round in 1.. {
        if last["result"]["resultType"] == "complete" {
            assert_eq!(last["result"]["isError"], true);
            assert!(text(&last).contains("rounds"), "{last}");
            assert!((8..=64).contains(&round), "{round}");
            return;
        }
        let key = questions(&last).keys().next().unwrap().clone();
        last = call(&service, "insatiable", json!({}))
            .answering(json!({key: accept(json!({"name": "Ada"}))}))
            .after(&last)
            .send()
            .await;
    }
}

#[tokio::test]
async fn elic_10_and_gr_129_a_refusal_is_a_result_that_says_so() {
    let service = fixture();
    for (action, said) in [("decline", "declined"), ("cancel", "dismissed")] {
        let answers = json!({"user_name": {"action": action}});
        let answer = call(&service, "greet", json!({})).answering(answers).send().await;
        assert_eq!(answer["result"]["isError"], true);
        assert!(text(&answer).contains(said), "{answer}");
        let failure = &answer["result"]["_meta"]["taffrail/failure"];
        assert_eq!((&failure["category"], &failure["retryable"]), (&json!("permission"), &json!(false)));
    }
    for (action, said) in [("decline", "declined"), ("cancel", "cancelled")] {
        let answers = json!({"elicit-1": {"action": action}});
        let answer = call(&service, "lenient", json!({})).answering(answers).send().await;
        assert_eq!(text(&answer), said);
    }
}

#[tokio::test]
async fn elic_12_and_gr_130_consent_to_open_a_page_is_no_completion() {
    let service = fixture();
    let asked = call(&service, "connect", json!({})).send().await;
    let question = &questions(&asked)["visit-1"];
    let expected =
        json!({"mode": "url", "message": "Connect your account", "url": "https://example.com/connect/5f3a"});
    assert_eq!(question["params"], expected);
    let consent = json!({"visit-1": {"action": "accept"}});
    let again = call(&service, "connect", json!({})).answering(consent.clone()).after(&asked).send().await;
    assert_eq!(questions(&again).keys().collect::<Vec<_>>(), ["visit-1"]);
    *service.app.page.0.lock().unwrap() = Some("ada".into());
    let done = call(&service, "connect", json!({})).answering(consent).after(&again).send().await;
    assert_eq!(text(&done), "Connected ada.");
    let later = call(&service, "connect", json!({})).send().await;
    assert_eq!(text(&later), "Connected ada.");
}

#[tokio::test]
async fn elic_09_and_gr_56_a_page_with_a_token_in_its_address_is_never_shown() {
    let service = fixture();
    let answer = call(&service, "leak", json!({})).send().await;
    assert_eq!(code(&answer), -32603);
    assert!(!answer.to_string().contains("5f3a"));
}

#[tokio::test]
async fn elic_16_nothing_of_the_older_revision_is_sent() {
    let service = fixture();
    for tool in ["connect", "greet", "charge"] {
        let asked = call(&service, tool, json!({"cents": 1})).send().await.to_string();
        assert!(!asked.contains("elicitationId") && !asked.contains("enumNames"), "{asked}");
    }
}

#[tokio::test]
async fn gr_132_a_tool_that_asks_without_saying_so_fails_and_asks_nothing() {
    let service = fixture();
    let answer = call(&service, "undeclared", json!({})).send().await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

#[tokio::test]
async fn a_question_from_work_beside_the_call_ends_the_round_too() {
    let service = fixture();
    let asked = call(&service, "beside", json!({})).send().await;
    assert_eq!(questions(&asked).keys().collect::<Vec<_>>(), ["elicit-1"]);
}

#[tokio::test]
async fn root_02_a_path_outside_of_the_roots_is_refused() {
    let service = fixture();
    for (path, inside) in [("notes.txt", true), ("../secrets", false)] {
        let asked = call(&service, "within", json!({"path": path})).send().await;
        let answers = json!({"roots-1": {"roots": [{"uri": "file:///home/ada"}]}});
        let answer =
            call(&service, "within", json!({"path": path})).answering(answers).after(&asked).send().await;
        assert_eq!(answer["result"].get("isError").is_none(), inside, "{answer}");
    }
}

#[tokio::test]
async fn mrtr_11_questions_that_nobody_answers_leave_nothing_behind() {
    let service = fixture();
    let connection = service.connect();
    for _ in 0..10_000 {
        let params = call(&service, "charge", json!({"cents": 1})).params;
        let asked = crate::client::ask(&connection, "tools/call", params).await;
        assert_eq!(asked["result"]["resultType"], "input_required");
    }
    // Nothing is held open, so nothing counts against the calls that may run at once.
    let greeted = call(&service, "greet", json!({}))
        .answering(json!({"user_name": accept(json!({"name": "Ada"}))}))
        .send()
        .await;
    assert_eq!(text(&greeted), "Hello, Ada.");
}

#[tokio::test]
async fn prog_08_each_round_reports_with_the_token_of_its_own_request() {
    let service = fixture();
    let connection = service.connect();
    let mut params = json!({"name": "greet", "arguments": {}});
    let mut tokens = Vec::new();
    for token in ["first", "second"] {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": everything(),
            "progressToken": token,
        });
        connection.send(crate::client::request(1, "tools/call", params.clone()).to_string());
        let mut seen = Vec::new();
        let answer = loop {
            let message: Value = serde_json::from_str(&connection.receive().await.unwrap()).unwrap();
            if message.get("id").is_some() {
                break message;
            }
            seen.push(message["params"]["progressToken"].clone());
        };
        assert!(!seen.is_empty() && seen.iter().all(|seen| *seen == token), "{seen:?}");
        tokens.push(seen.len());
        let asked =
            answer["result"]["inputRequests"].as_object().and_then(|asked| asked.keys().next().cloned());
        if let Some(key) = asked {
            params["requestState"] = answer["result"]["requestState"].clone();
            params["inputResponses"] = json!({key: accept(json!({"name": "Ada"}))});
        }
    }
    assert_eq!(tokens, [1, 2], "the second round begins again from the top");
}
