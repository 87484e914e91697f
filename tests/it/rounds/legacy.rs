//! The same tools for clients that begin with `initialize`: what is a result with questions elsewhere is a request here.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use taffrail::Memory;

use super::{Fixture, accept, everything, fixture, with, yes};

/// A client of 2025-11-25, with a connection of its own.
struct Client {
    connection: Memory,
}

impl Client {
    async fn begin(service: &Fixture, capabilities: Value) -> Self {
        let client = Self { connection: service.connect() };
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": capabilities});
        client.send(&json!({"id": 0, "method": "initialize", "params": params}));
        assert_eq!(client.next().await["result"]["protocolVersion"], "2025-11-25");
        client.send(&json!({"method": "notifications/initialized"}));
        client
    }

    fn send(&self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = "2.0".into();
        self.connection.send(message.to_string());
    }

    async fn next(&self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.connection.receive()).await;
        serde_json::from_str(&line.expect("a message in time").unwrap()).unwrap()
    }

    fn call(&self, tool: &str, arguments: Value) {
        self.send(
            &json!({"id": "call", "method": "tools/call", "params": {"name": tool, "arguments": arguments}}),
        );
    }

    /// Calls a tool and answers what it asks. Gives the questions and the result.
    async fn converse(
        &self,
        tool: &str,
        arguments: Value,
        answer: impl Fn(&Value) -> Value,
    ) -> (Vec<Value>, Value) {
        self.call(tool, arguments);
        let mut questions = Vec::new();
        loop {
            let message = self.next().await;
            if message["id"] == "call" {
                return (questions, message);
            }
            let mut response = answer(&message);
            response["id"] = message["id"].clone();
            questions.push(message);
            self.send(&response);
        }
    }
}

fn result(result: Value) -> Value {
    json!({ "result": result })
}

/// An answer to whatever may be asked.
fn answers(question: &Value) -> Value {
    result(match question["method"].as_str() {
        Some("sampling/createMessage") => {
            json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "Short."}})
        }
        Some("roots/list") => json!({"roots": [{"uri": "file:///home/ada"}]}),
        _ => match &question["params"]["requestedSchema"]["properties"] {
            form if form.get("confirm").is_some() => yes(),
            form if form.get("age").is_some() => accept(json!({"age": 36})),
            _ => accept(json!({"name": "Ada"})),
        },
    })
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

#[tokio::test]
async fn legacy_26_elicitation_sampling_and_roots_are_requests_while_the_call_is_open() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    for (tool, arguments, methods, expected) in [
        ("greet", json!({}), vec!["elicitation/create"], "Hello, Ada."),
        ("both", json!({}), vec!["elicitation/create", "elicitation/create"], "Ada is 36."),
        ("charge", json!({"cents": 5}), vec!["elicitation/create"], "Charged 5."),
        ("summarise", json!({}), vec!["sampling/createMessage"], "Short."),
        ("within", json!({"path": "notes"}), vec!["roots/list"], "/home/ada/notes"),
        ("delete_projects", json!({"dry_run": true}), vec![], "Would delete apollo, gemini."),
        ("delete_projects", json!({"dry_run": false}), vec!["elicitation/create"], "Deleted apollo, gemini."),
        ("beside", json!({}), vec!["elicitation/create"], "Ada"),
    ] {
        let (questions, answer) = client.converse(tool, arguments, answers).await;
        let asked: Vec<&str> =
            questions.iter().map(|question| question["method"].as_str().unwrap()).collect();
        assert_eq!(asked, methods, "{tool}");
        assert!(questions.iter().all(|question| question["id"].is_u64()), "{questions:?}");
        assert!(text(&answer).starts_with(expected), "{tool}: {answer}");
    }
}

#[tokio::test]
async fn legacy_26_the_function_runs_once_and_its_questions_come_in_turn() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    let (questions, answer) = client.converse("in_turn", json!({}), answers).await;
    assert_eq!(questions.len(), 2);
    assert_ne!(questions[0]["id"], questions[1]["id"]);
    assert_eq!(text(&answer), "Ada, 36, has a seat number 0.");
    assert_eq!((service.app.reservations(), service.app.effects()), (1, 1));
}

#[tokio::test]
async fn legacy_26_no_for_an_answer_is_what_it_is_in_the_other_era() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    for (response, expected) in [
        (result(json!({"action": "decline"})), "declined"),
        (result(accept(json!({"confirm": false}))), "declined"),
        (result(json!({"action": "cancel"})), "dismissed"),
        (json!({"error": {"code": -1, "message": "no"}}), "no answer"),
        (result(json!(7)), "no answer"),
    ] {
        let (_, answer) = client.converse("charge", json!({"cents": 5}), |_| response.clone()).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer).contains(expected), "{expected}: {answer}");
    }
    assert_eq!(service.app.effects(), 0);
    let (_, answer) = client.converse("lenient", json!({}), |_| result(json!({"action": "decline"}))).await;
    assert_eq!(text(&answer), "declined");
}

#[tokio::test]
async fn legacy_26_an_unacceptable_answer_is_asked_for_again_and_not_for_ever() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    let (questions, answer) =
        client.converse("greet", json!({}), |_| result(accept(json!({"name": "A"})))).await;
    assert!(questions.len() > 1 && questions.len() < 10, "{}", questions.len());
    assert_eq!(answer["result"]["isError"], true);
    let (questions, answer) = client.converse("insatiable", json!({}), answers).await;
    assert!(questions.len() <= 64, "{}", questions.len());
    assert_eq!(answer["result"]["isError"], true);
}

#[tokio::test]
async fn legacy_08_and_27_a_client_is_asked_only_what_it_has_said_it_can_answer() {
    let service = fixture();
    for (capabilities, tool, arguments) in [
        (json!({}), "greet", json!({})),
        (json!({}), "delete_all", json!({"dry_run": false})),
        (json!({"elicitation": {}}), "connect", json!({})),
        (json!({"elicitation": {}}), "summarise", json!({})),
        (json!({"sampling": {}}), "with_tools", json!({})),
    ] {
        let client = Client::begin(&service, capabilities).await;
        let (questions, answer) = client.converse(tool, arguments, answers).await;
        assert!(questions.is_empty(), "{tool}: {questions:?}");
        assert_eq!(answer["result"]["isError"], true, "{tool}: {answer}");
    }
    let client = Client::begin(&service, json!({})).await;
    let (_, answer) = client.converse("delete_projects", json!({"dry_run": false}), answers).await;
    assert!(text(&answer).starts_with("Would delete"), "{answer}");
    assert_eq!(service.app.effects(), 0);
}

#[tokio::test]
async fn legacy_27_a_page_to_open_has_an_id() {
    let service = fixture();
    *service.app.page.0.lock().unwrap() = Some("ada".into());
    let client = Client::begin(&service, everything()).await;
    let (questions, answer) =
        client.converse("connect", json!({}), |_| result(json!({"action": "accept"}))).await;
    for question in &questions {
        assert_eq!(question["params"]["mode"], "url");
        assert!(question["params"]["elicitationId"].is_string(), "{question}");
    }
    assert_eq!(text(&answer), "Connected ada.");
}

#[tokio::test]
async fn legacy_06_nothing_is_asked_before_the_client_is_ready() {
    let service = fixture();
    let client = Client { connection: service.connect() };
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": everything()});
    client.send(&json!({"id": 0, "method": "initialize", "params": params}));
    client.next().await;
    let (questions, answer) = client.converse("greet", json!({}), answers).await;
    assert!(questions.is_empty());
    assert_eq!(answer["result"]["isError"], true);
}

#[tokio::test]
async fn legacy_20_and_26_a_cancelled_call_takes_its_question_back() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    client.call("charge", json!({"cents": 5}));
    let question = client.next().await;
    client.send(&json!({"method": "notifications/cancelled", "params": {"requestId": "call"}}));
    let mut late = answers(&question);
    late["id"] = question["id"].clone();
    client.send(&late);
    let (_, answer) = client.converse("greet", json!({}), answers).await;
    assert_eq!(text(&answer), "Hello, Ada.");
    assert_eq!(service.app.effects(), 0);
}

#[tokio::test]
async fn legacy_26_the_time_of_a_person_is_not_the_time_of_the_call() {
    let limits = taffrail::Limits::default().call_time(Duration::from_millis(50));
    let service = with(|server| server.limits(limits));
    let client = Client::begin(&service, everything()).await;
    client.call("greet", json!({}));
    let question = client.next().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut response = answers(&question);
    response["id"] = question["id"].clone();
    client.send(&response);
    assert_eq!(text(&client.next().await), "Hello, Ada.");
}

#[tokio::test]
async fn legacy_26_two_questions_of_one_key_are_the_fault_of_the_server() {
    let service = fixture();
    let client = Client::begin(&service, everything()).await;
    let (_, answer) = client.converse("twice", json!({}), answers).await;
    assert_eq!(answer["error"]["code"], -32603);
    assert_eq!(service.app.counts.effects.load(Ordering::Relaxed), 0);
}
