//! Lists that change while somebody listens.

use serde_json::{Value, json};
use taffrail::Registry;
use taffrail::prelude::*;

use crate::client::{ask, request};

/// Counts.
#[tool(readonly, closed_world)]
async fn count() -> &'static str {
    "one"
}

/// Says hello.
#[prompt]
async fn hello() -> &'static str {
    "Hello."
}

/// Says goodbye.
#[prompt]
async fn goodbye() -> &'static str {
    "Goodbye."
}

/// All notes.
#[resource("notes://all")]
async fn notes() -> &'static str {
    "a"
}

/// One note.
#[resource("notes://{id}/one")]
async fn note(id: u32) -> String {
    id.to_string()
}

#[tokio::test]
async fn tool_04_prompt_10_and_res_17_whoever_listens_is_told_of_changed_lists() {
    let registry = Registry::new();
    registry.add_prompts(prompts![hello]).unwrap();
    registry.add_resources(resources![notes]).unwrap();
    let server =
        Server::new(()).changing_tools(&registry).changing_prompts(&registry).changing_resources(&registry);
    let connection = server.build().unwrap().connect();
    let capabilities = ask(&connection, "server/discover", json!({})).await["result"]["capabilities"].take();
    for list in ["tools", "prompts", "resources"] {
        assert_eq!(capabilities[list]["listChanged"], true, "{capabilities}");
    }
    let wanted = json!({"toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true});
    connection.send(request(7, "subscriptions/listen", json!({"notifications": wanted})).to_string());
    let next = async || -> Value { serde_json::from_str(&connection.receive().await.unwrap()).unwrap() };
    assert_eq!(next().await["method"], "notifications/subscriptions/acknowledged");
    registry.add_tools(tools![count]).unwrap();
    assert_eq!(next().await["method"], "notifications/tools/list_changed");
    registry.add_prompts(prompts![goodbye]).unwrap();
    assert_eq!(next().await["method"], "notifications/prompts/list_changed");
    registry.add_resources(resources![note]).unwrap();
    assert_eq!(next().await["method"], "notifications/resources/list_changed");
    let prompts = ask(&connection, "prompts/list", json!({})).await["result"]["prompts"].take();
    assert_eq!(prompts.as_array().unwrap().len(), 2);
    let read = ask(&connection, "resources/read", json!({"uri": "notes://7/one"})).await;
    assert_eq!(read["result"]["contents"][0]["text"], "7");
    registry.edit().remove_prompt("hello").apply().unwrap();
    assert_eq!(next().await["method"], "notifications/prompts/list_changed");
    let gone = ask(&connection, "prompts/get", json!({"name": "hello"})).await;
    assert_eq!(gone["error"]["code"], -32602);
}
