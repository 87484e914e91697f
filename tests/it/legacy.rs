//! The same tools and resources for clients that begin with `initialize`: what differs is the shape of what is said.

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{
    Contents, Identity, Memory, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Violations,
    Work,
};

/// The size of a boat.
#[derive(ToolOutput)]
struct Size {
    /// Metres over all.
    length: u8,
}

/// Measures a boat.
#[tool(readonly, closed_world, when = "a length is wanted")]
async fn measure() -> Json<Size> {
    Json(Size { length: 12 })
}

/// Lists a few numbers.
#[tool(readonly, closed_world, when = "numbers are wanted")]
async fn numbers() -> Json<Vec<u8>> {
    Json(vec![1, 2])
}

/// Has the client's model say something.
#[tool(readonly, closed_world, needs(sampling), when = "the model's word is wanted")]
async fn think() -> &'static str {
    "thought"
}

/// Notes, of which there is one.
struct Notes;

impl Resource<()> for Notes {
    fn definition(&self) -> ResourceDefinition {
        ResourceDefinition::new("notes://{id}", "note", "A note.")
    }

    fn read<'a>(&'a self, call: ResourceCall<'a, ()>) -> Result<Work<'a, Reading>, Violations> {
        let found = call.uri == "notes://1";
        Ok(Box::pin(async move { Ok(found.then(|| vec![Contents::text("Boats")])) }))
    }
}

async fn send(connection: &Memory, method: &str, params: Value) -> Value {
    connection.send(json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string());
    serde_json::from_str(&connection.receive().await.unwrap()).unwrap()
}

fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

/// A connection that a client has begun with `initialize`.
async fn connect() -> Memory {
    let resources = Resources::new(Identity { name: "boats", version: "1.0.0" }).with(Notes);
    let server = Server::new(()).tools(tools![measure, numbers, think]).resources(resources);
    let connection = server.no_rate_limit("tests call as often as they can").build().unwrap().connect();
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}});
    let answer = send(&connection, "initialize", params).await;
    assert_eq!(answer["result"]["capabilities"], json!({"resources": {}, "tools": {}}));
    connection
}

fn members(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn legacy_10_and_14_results_are_those_of_the_earlier_schema() {
    let connection = connect().await;
    for (method, params, expected) in [
        ("ping", json!({}), vec![]),
        ("tools/list", json!({}), vec!["tools"]),
        ("resources/list", json!({}), vec!["resources"]),
        ("resources/templates/list", json!({}), vec!["resourceTemplates"]),
        ("resources/read", json!({"uri": "notes://1"}), vec!["contents"]),
        ("tools/call", json!({"name": "measure"}), vec!["content", "structuredContent"]),
    ] {
        let answer = send(&connection, method, params).await;
        assert_eq!(members(&answer["result"]), expected, "{method}: {answer}");
    }
}

#[tokio::test]
async fn legacy_24_an_unknown_resource_has_the_code_of_its_era() {
    let connection = connect().await;
    for uri in ["notes://2", "other://1"] {
        let legacy = send(&connection, "resources/read", json!({"uri": uri})).await;
        assert_eq!(
            (&legacy["error"]["code"], &legacy["error"]["data"]["uri"]),
            (&json!(-32002), &json!(uri))
        );
        let modern = send(&connection, "resources/read", modern(json!({"uri": uri}))).await;
        assert_eq!(modern["error"]["code"], -32602);
    }
}

#[tokio::test]
async fn legacy_25_what_is_no_object_is_text() {
    let connection = connect().await;
    let schemas = |answer: &Value| {
        let tools = answer["result"]["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool.get("outputSchema").is_some()).collect::<Vec<_>>()
    };
    let listed = send(&connection, "tools/list", json!({})).await;
    assert_eq!(schemas(&listed), [true, false, false], "measure, numbers, think");
    let listed = send(&connection, "tools/list", modern(json!({}))).await;
    assert_eq!(schemas(&listed), [true, true, false]);
    let answer = send(&connection, "tools/call", json!({"name": "numbers"})).await;
    assert_eq!(answer["result"], json!({"content": [{"type": "text", "text": "[1,2]"}]}));
    let answer = send(&connection, "tools/call", json!({"name": "measure"})).await;
    assert_eq!(answer["result"]["structuredContent"], json!({"length": 12}));
}

#[tokio::test]
async fn legacy_08_and_26_a_client_that_cannot_be_asked_is_told_by_a_result() {
    let connection = connect().await;
    let answer = send(&connection, "tools/call", json!({"name": "think"})).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("sampling"), "{answer}");
}

#[tokio::test]
async fn legacy_28_the_tasks_of_2025_11_25_are_neither_offered_nor_made() {
    let connection = connect().await;
    let listed = send(&connection, "tools/list", json!({})).await;
    assert!(listed["result"]["tools"][0].get("execution").is_none());
    let answer = send(&connection, "tools/call", json!({"name": "measure", "task": {"ttl": 60_000}})).await;
    assert_eq!(answer["result"]["structuredContent"], json!({"length": 12}));
}
