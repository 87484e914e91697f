//! Who is offered tasks, and what the others get.

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Registry, Tasks};

use super::tools::{App, server};
use super::{TASKS, begin, call, code, everything, fixture, get, meta, send, text};
use crate::client::{ask, post, read, request};

/// A tool without a task.
#[tool(readonly)]
async fn nothing() -> &'static str {
    "nothing"
}

/// A tool that may run as a task.
#[tool(readonly, task)]
async fn something() -> &'static str {
    "something"
}

/// A tool that is nothing but a task, and asks.
#[tool(readonly, needs(elicitation), task(required))]
async fn demanding() -> &'static str {
    "demanding"
}

#[tokio::test]
async fn task_01_20_and_ver_06_the_extension_is_advertised_where_it_is_offered_and_nowhere_else() {
    let discovery = ask(&fixture().service.connect(), "server/discover", json!({})).await;
    let capabilities = &discovery["result"]["capabilities"];
    assert_eq!(capabilities["extensions"], json!({TASKS: {}}));
    assert!(capabilities.get("tasks").is_none());
    let (prefix, name) = TASKS.split_once('/').unwrap();
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    assert!(prefix.split('.').all(is_label) && is_label(name));
    for (server, offers) in [
        (Server::new(()).tools(tools![nothing]), false),
        (Server::new(()).tools(tools![something]), true),
        (Server::new(()).tools(tools![nothing]).tasks(Tasks::default()), true),
    ] {
        let discovery = ask(&server.build().unwrap().connect(), "server/discover", json!({})).await;
        assert_eq!(discovery["result"]["capabilities"].get("extensions").is_some(), offers);
    }
}

#[tokio::test]
async fn task_02_03_base_09_ver_07_and_sec_08_who_declares_nothing_gets_the_answer_of_the_call() {
    let service = fixture().service;
    // What is no object declares nothing, whatever it is instead.
    for client in [
        json!({}),
        json!({"extensions": {}}),
        json!({"extensions": {TASKS: null}}),
        json!({"extensions": {TASKS: true}}),
        json!({"extensions": {TASKS: []}}),
        json!({"extensions": [TASKS]}),
        json!({"extensions": "x"}),
        json!({"extensions": {"other/tasks": {}}}),
        json!({"tasks": {}}),
    ] {
        let answer = send(&service, "tools/call", json!({"name": "quick"}), &client).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{client}");
        assert_eq!(answer["result"]["structuredContent"], 7);
        let answer =
            send(&service, "tools/call", json!({"name": "maybe", "arguments": {"task": true}}), &client)
                .await;
        assert_eq!(text(&answer["result"]), "task: true");
        let answer = send(&service, "tools/call", json!({"name": "only"}), &client).await;
        assert_eq!(code(&answer), -32021, "{client}");
        assert_eq!(answer["error"]["data"]["requiredCapabilities"], json!({"extensions": {TASKS: {}}}));
    }
    // Unknown settings are somebody's later version of it.
    let client = json!({"extensions": {TASKS: {"x": [1, {"y": null}]}}});
    let answer = send(&service, "tools/call", json!({"name": "only"}), &client).await;
    assert_eq!(answer["result"]["resultType"], "task");
}

#[tokio::test]
async fn task_02_each_request_declares_for_itself() {
    let connection = fixture().service.connect();
    for (capabilities, is_task) in [(everything(), true), (json!({}), false), (everything(), true)] {
        let answer =
            ask(&connection, "tools/call", json!({"name": "quick", "_meta": meta(&capabilities)})).await;
        assert_eq!(answer["result"]["resultType"], if is_task { "task" } else { "complete" });
    }
}

#[tokio::test]
async fn meta_11_everything_that_is_missing_is_told_at_once() {
    let service = fixture().service;
    let answer =
        send(&service, "tools/call", json!({"name": "delete_all"}), &json!({"extensions": {TASKS: {}}}))
            .await;
    assert_eq!(answer["error"]["data"]["requiredCapabilities"], json!({"elicitation": {}}));
    let connection = Server::new(()).tools(tools![demanding]).build().unwrap().connect();
    let answer =
        ask(&connection, "tools/call", json!({"name": "demanding", "_meta": meta(&json!({}))})).await;
    let both = json!({"elicitation": {}, "extensions": {TASKS: {}}});
    assert_eq!(answer["error"]["data"]["requiredCapabilities"], both);
}

#[tokio::test]
async fn task_20_a_client_of_an_earlier_revision_is_told_of_tasks_and_not_of_what_else_it_lacks() {
    let connection = Server::new(()).tools(tools![demanding]).build().unwrap().connect();
    let client = json!({"name": "x", "version": "1"});
    let begin = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    for (id, method, params) in [(1, "initialize", begin), (2, "tools/call", json!({"name": "demanding"}))] {
        connection.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
    }
    connection.receive().await.unwrap();
    let answer: Value = serde_json::from_str(&connection.receive().await.unwrap()).unwrap();
    let said = text(&answer["result"]);
    assert!(said.contains("this runs as a task") && !said.contains("extensions"), "{answer}");
}

#[tokio::test]
async fn task_11_who_declares_nothing_cannot_even_look_and_without_the_offer_there_is_no_method() {
    let service = fixture().service;
    let id = begin(&service, "quick", json!({})).await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        for id in [&*id, "unknown"] {
            let params = json!({"taskId": id, "inputResponses": {}});
            let mut message = request(1, method, params);
            let (status, answer) = read(post(&service, &message, &[("Mcp-Name", id)]).await).await;
            assert_eq!((status, code(&answer)), (400, -32021), "{method} {id}");
            assert_eq!(answer["error"]["data"]["requiredCapabilities"], json!({"extensions": {TASKS: {}}}));
            message["params"]["_meta"] = meta(&everything());
            let none = Server::new(()).tools(tools![nothing]).build().unwrap();
            let (status, answer) = read(post(&none, &message, &[("Mcp-Name", id)]).await).await;
            assert_eq!((status, code(&answer)), (404, -32601), "{method}");
        }
    }
}

#[tokio::test]
async fn task_18_the_name_of_a_task_is_mirrored() {
    let service = fixture().service;
    let id = begin(&service, "wait", json!({})).await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({"taskId": id, "inputResponses": {}, "_meta": meta(&everything())});
        let message = request(1, method, params);
        for wrong in [&[][..], &[("Mcp-Name", "other")], &[("Mcp-Name", &*id), ("Mcp-Name", &*id)]] {
            let (status, answer) = read(post(&service, &message, wrong).await).await;
            assert_eq!((status, code(&answer)), (400, -32020), "{method} {wrong:?}");
        }
        let task = super::get(&service, &id).await;
        assert_eq!(task["status"], "working", "what is refused has no effect");
        let (status, answer) = read(post(&service, &message, &[("Mcp-Name", &*id)]).await).await;
        assert_eq!((status, &answer["result"]["resultType"]), (200, &json!("complete")), "{method}");
    }
}

#[tokio::test]
async fn task_19_20_and_legacy_28_what_earlier_tasks_had_is_gone() {
    let service = fixture().service;
    for method in ["tasks/result", "tasks/list"] {
        let message = request(1, method, json!({"_meta": meta(&everything())}));
        let (status, answer) = read(post(&service, &message, &[]).await).await;
        assert_eq!((status, code(&answer)), (404, -32601), "{method}");
    }
    let params = json!({"name": "plain", "task": {"ttl": 1, "pollInterval": 1}});
    let answer = send(&service, "tools/call", params, &everything()).await;
    assert_eq!(text(&answer["result"]), "no task");
    let id = begin(&service, "quick", json!({})).await;
    let task = super::in_status(&service, &id, "completed").await;
    assert!(!task.to_string().contains("related-task"), "{task}");
    let listed = send(&service, "tools/list", json!({}), &everything()).await;
    assert!(!listed.to_string().contains("execution"), "{listed}");
}

#[tokio::test]
async fn task_20_and_legacy_28_clients_of_earlier_revisions_know_of_no_tasks() {
    let connection = fixture().service.connect();
    let send = async |id: u32, method: &str, params: Value| -> Value {
        connection.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        serde_json::from_str(&connection.receive().await.unwrap()).unwrap()
    };
    let begun = send(
        1,
        "initialize",
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}, "tasks": {}, "extensions": {TASKS: {}}},
            "clientInfo": {"name": "x", "version": "1"},
        }),
    );
    let begun = begun.await;
    let capabilities = &begun["result"]["capabilities"];
    assert!(capabilities.get("extensions").is_none() && capabilities.get("tasks").is_none(), "{begun}");
    connection.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    let listed = send(2, "tools/list", json!({})).await;
    let names: Vec<_> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert!(names.contains(&&json!("quick")) && !names.contains(&&json!("only")), "{names:?}");
    let quick = send(3, "tools/call", json!({"name": "quick"})).await;
    assert!(quick["result"].get("taskId").is_none() && quick["result"]["isError"].is_null(), "{quick}");
    let only = send(4, "tools/call", json!({"name": "only"})).await;
    assert_eq!(only["result"]["isError"], true);
    assert!(text(&only["result"]).contains("task"), "{only}");
    assert_eq!(code(&send(5, "tasks/get", json!({"taskId": "x"})).await), -32601);
}

#[tokio::test]
async fn tasks_of_tools_that_come_later_are_offered_from_the_start_or_not_at_all() {
    let registry = Registry::new();
    let _service = Server::new(()).changing_tools(&registry).build().unwrap();
    let error = registry.add_tools(tools![something]).unwrap_err().to_string();
    assert!(error.contains("`something` may run as a task") && error.contains(".tasks("), "{error}");
    let registry = Registry::new();
    let service = Server::new(()).changing_tools(&registry).tasks(Tasks::default()).build().unwrap();
    registry.add_tools(tools![something]).unwrap();
    let params = json!({"name": "something", "_meta": meta(&everything())});
    let answer = ask(&service.connect(), "tools/call", params).await;
    assert_eq!(answer["result"]["resultType"], "task");
}

#[tokio::test]
async fn state_02_over_http_tasks_need_a_store_that_instances_share_or_a_single_instance() {
    let alone = || Server::new(()).tools(tools![something]);
    let error = alone().build().unwrap().listen("127.0.0.1:0").await.unwrap_err().to_string();
    assert!(error.contains("Tasks::store") && error.contains("single_instance"), "{error}");
    assert!(alone().single_instance().build().unwrap().listen("127.0.0.1:0").await.is_ok());
    let shared = Tasks::default().store(taffrail::InMemoryTasks::default());
    assert!(alone().tasks(shared).build().unwrap().listen("127.0.0.1:0").await.is_ok());
    // Mounted in somebody else's server, it says so to the client that would lose its task.
    let message = request(1, "tools/call", json!({"name": "something", "_meta": meta(&everything())}));
    let (_, answer) = read(post(&alone().build().unwrap(), &message, &[]).await).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

#[tokio::test]
async fn state_02_and_task_06_another_instance_tells_of_a_task_answers_it_and_cancels_it() {
    let app = App::default();
    let store = taffrail::InMemoryTasks::default();
    let instance = || server(&app).tasks(Tasks::default().store(store.clone())).build().unwrap();
    let (a, b) = (instance(), instance());
    let id = begin(&a, "both", json!({})).await;
    let task = super::until(&b, &id, |task| super::open(task).len() == 2).await;
    assert_eq!(super::open(&task), ["elicit-1", "elicit-2"]);
    super::update(&b, &id, json!({"elicit-1": super::name("Ada"), "elicit-2": super::name("Bob")})).await;
    let task = super::in_status(&b, &id, "completed").await;
    assert_eq!(text(&task["result"]), "Ada and Bob");
    let id = begin(&a, "wait", json!({})).await;
    super::counted(&app.counts.begun, 1).await;
    super::cancel(&b, &id).await;
    super::counted(&app.counts.dropped, 1).await;
    assert_eq!(get(&a, &id).await["status"], "cancelled");
}

#[tokio::test]
async fn a_tool_that_begins_a_task_says_so() {
    let answer = call(&fixture().service, "undeclared", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(text(&answer["result"]).contains("the server cannot go on"), "{answer}");
}
