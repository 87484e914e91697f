//! Completion on the wire.

use serde_json::{Value, json};
use taffrail::prelude::*;

use crate::client::ask;
use crate::notes::{discover, error, result, server, service};

fn of_prompt(argument: &str, value: &str) -> Value {
    let reference = json!({"type": "ref/prompt", "name": "summarize_note"});
    json!({"ref": reference, "argument": {"name": argument, "value": value}})
}

fn of_resource(uri: &str, argument: &str, value: &str) -> Value {
    json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": argument, "value": value}})
}

async fn complete(params: Value) -> Value {
    result("completion/complete", params).await
}

/// Says hello.
#[prompt]
async fn plain(
    /// To whom.
    name: String,
) -> String {
    name
}

#[tokio::test]
async fn comp_01_completions_are_declared_exactly_when_something_completes() {
    assert_eq!(discover(&service()).await["capabilities"]["completions"], json!({}));
    let without = Server::new(()).prompts(prompts![plain]).build().unwrap();
    assert_eq!(discover(&without).await["capabilities"], json!({"prompts": {}}));
    let answer = ask(&without.connect(), "completion/complete", of_prompt("note", "")).await;
    assert_eq!(answer["error"]["code"], -32601);
}

#[tokio::test]
async fn comp_03_05_and_07_both_kinds_of_reference_are_completed() {
    let completion = json!({"completion": {"values": ["1"], "total": 1, "hasMore": false}});
    assert_eq!(complete(of_prompt("note", "1")).await, completion);
    assert_eq!(complete(of_resource("notes://{id}{?length}", "id", "1")).await, completion);
    assert_eq!(complete(of_resource("notes://7", "id", "1")).await, completion);
    assert_eq!(
        complete(of_resource("paths:///{+path}", "path", "a")).await["completion"]["values"],
        json!([])
    );
}

#[tokio::test]
async fn comp_03_what_was_filled_in_before_reaches_the_completer() {
    let mut params = of_prompt("style", "dry");
    assert_eq!(complete(params.clone()).await["completion"]["values"], json!(["dry None None"]));
    params["context"] = json!({"arguments": {"length": "short", "note": "seven"}});
    assert_eq!(complete(params.clone()).await["completion"]["values"], json!(["dry Some(Short) None"]));
    params["context"] = json!({"arguments": {"length": 7}});
    assert_eq!(error("completion/complete", params).await.0, -32602);
}

#[tokio::test]
async fn comp_02_more_than_100_values_are_cut_and_counted() {
    let completion = complete(of_prompt("style", "many")).await["completion"].take();
    assert_eq!(completion["values"].as_array().unwrap().len(), 100);
    assert_eq!((&completion["total"], &completion["hasMore"]), (&json!(150), &json!(true)));
}

#[tokio::test]
async fn comp_04_the_words_of_a_type_complete_themselves() {
    assert_eq!(complete(of_prompt("length", "")).await["completion"]["values"], json!(["long", "short"]));
    assert_eq!(complete(of_prompt("length", "SH")).await["completion"]["values"], json!(["short"]));
    let of_rate =
        json!({"ref": {"type": "ref/prompt", "name": "rate"}, "argument": {"name": "public", "value": "t"}});
    assert_eq!(complete(of_rate).await["completion"]["values"], json!(["true"]));
    let variable = of_resource("notes://{id}{?length}", "length", "l");
    assert_eq!(complete(variable).await["completion"]["values"], json!(["long"]));
}

#[tokio::test]
async fn comp_05_what_is_not_there_is_refused() {
    let nope = json!({"ref": {"type": "ref/prompt", "name": "nope"}, "argument": {"name": "a", "value": ""}});
    assert_eq!(error("completion/complete", nope).await.0, -32602);
    let (code, message, data) = error("completion/complete", of_prompt("lenght", "")).await;
    assert_eq!((code, message.as_str()), (-32602, "prompt `summarize_note` has no argument `lenght`"));
    assert_eq!(data, json!({"arguments": ["note", "length", "style"]}));
    for (uri, argument) in [
        ("nope://{id}", "id"),
        ("notes://{id}{?length}", "nope"),
        ("notes://index", "id"),
        ("settings://all", "x"),
    ] {
        let (code, _, data) = error("completion/complete", of_resource(uri, argument, "")).await;
        assert_eq!((code, data), (-32602, json!({"uri": uri})), "{uri}");
    }
}

#[tokio::test]
async fn comp_05_and_err_09_malformed_parameters_are_refused() {
    let good = of_prompt("note", "");
    for (member, value) in [
        ("ref", json!(null)),
        ("ref", json!([])),
        ("ref", json!({"type": "ref/tool", "name": "a"})),
        ("ref", json!({"type": "ref/prompt", "uri": "a"})),
        ("ref", json!({"type": "ref/resource", "name": "a"})),
        ("argument", json!("note")),
        ("argument", json!({"name": "note"})),
        ("argument", json!({"name": "note", "value": 1})),
        ("argument", json!({"value": "1"})),
        ("context", json!([])),
        ("context", json!({"arguments": []})),
    ] {
        let mut params = good.clone();
        params[member] = value;
        assert_eq!(error("completion/complete", params.clone()).await.0, -32602, "{params}");
    }
}

#[tokio::test]
async fn comp_06_a_failing_completer_tells_nothing_and_too_many_requests_wait() {
    let (code, message, _) = error("completion/complete", of_prompt("style", "down")).await;
    assert_eq!(code, -32603);
    assert!(message.starts_with("the notes did not answer"), "{message}");
    let service = server().rate_limit(taffrail::RateLimit::new(0.1, 1)).build().unwrap();
    let connection = service.connect();
    assert!(ask(&connection, "completion/complete", of_prompt("note", "")).await["result"].is_object());
    let refused = ask(&connection, "completion/complete", of_prompt("length", "")).await;
    assert_eq!(refused["error"]["code"], -32603, "{refused}");
}
