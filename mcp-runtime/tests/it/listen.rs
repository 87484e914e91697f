//! Subscriptions: opening, filtering, several at once, and every way in which one ends.

use super::message::{call, cancel, code, parsed, request, text};
use super::tools::{self, State};
use serde_json::{Value, json};
use std::time::Duration;
use taffrail_core::{
    Identity, Prompt, PromptCall, PromptDefinition, PromptReply, Prompts, Reading, Resource, ResourceCall,
    ResourceDefinition, Resources, Violations, Work,
};
use taffrail_runtime::{Change, Changes, Limits, Memory, Server, Service};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";

mod end;
mod http;

/// A prompt that is only listed.
struct Greeting;

impl Prompt<State> for Greeting {
    fn definition(&self) -> PromptDefinition {
        PromptDefinition::new("greet", "Greets. For tests only.")
    }

    fn get<'a>(&'a self, _: PromptCall<'a, State>) -> Result<Work<'a, PromptReply>, Violations> {
        Ok(Box::pin(std::future::pending()))
    }
}

/// A resource that is only listed.
struct Note;

impl Resource<State> for Note {
    fn definition(&self) -> ResourceDefinition {
        ResourceDefinition::new("note://a", "a", "A note. For tests only.")
    }

    fn read<'a>(&'a self, _: ResourceCall<'a, State>) -> Result<Work<'a, Reading>, Violations> {
        Ok(Box::pin(std::future::pending()))
    }
}

fn server(changes: &Changes, what: &[Change]) -> Server<State> {
    let identity = Identity { name: "probe", version: "1.2.3" };
    Server::new(State::default())
        .tools(tools::tools())
        .prompts(Prompts::new(identity).with(Greeting))
        .resources(Resources::new(identity).with(Note))
        .no_rate_limit("tests call as fast as they can")
        .notifies(changes, what.iter().copied())
}

const ALL: [Change; 4] = [Change::Tools, Change::Prompts, Change::Resources, Change::Contents];

fn service(changes: &Changes) -> Service {
    server(changes, &ALL).build().unwrap()
}

fn all() -> Value {
    json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["note://a"],
    })
}

fn subscribe(id: impl Into<Value>, filter: Value) -> String {
    request(id, "subscriptions/listen", json!({ "notifications": filter }))
}

async fn next(memory: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), memory.receive()).await;
    parsed(&line.expect("a message in time").expect("a line"))
}

/// Opens a subscription and gives its acknowledgment.
async fn opened(memory: &Memory, id: impl Into<Value>, filter: Value) -> Value {
    memory.send(subscribe(id, filter));
    let first = next(memory).await;
    assert_eq!(first["method"], ACKNOWLEDGED, "{first}");
    first
}

/// Everything that arrives until nothing more does.
async fn settled(memory: &Memory) -> Vec<Value> {
    tokio::time::sleep(Duration::from_millis(250)).await;
    std::iter::from_fn(|| memory.try_receive()).map(|line| parsed(&line)).collect()
}

fn methods(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|message| message["method"].as_str().unwrap_or("")).collect()
}

#[tokio::test]
async fn sub_01_and_base_13_a_server_with_nothing_to_offer_acknowledges_nothing_and_stays() {
    let service = Server::new(()).build().unwrap();
    let memory = service.connect();
    let first = opened(&memory, 1, all()).await;
    assert_eq!(first["params"]["notifications"], json!({}));
    service.changes().tools_changed();
    assert!(settled(&memory).await.is_empty(), "open, and silent");
    memory.send(request(2, "server/discover", json!({})));
    assert_eq!(next(&memory).await["result"]["capabilities"], json!({}));
}

#[tokio::test]
async fn sub_02_the_filter_is_required_and_may_be_empty() {
    let memory = service(&Changes::new()).connect();
    memory.send(request(1, "subscriptions/listen", json!({})));
    assert_eq!(code(&next(&memory).await), -32602);
    memory.send(subscribe(2, json!({ "toolsListChanged": "yes" })));
    assert_eq!(code(&next(&memory).await), -32602);
    let first = opened(&memory, 3, json!({ "toolsListChanged": false })).await;
    assert_eq!(first["params"]["notifications"], json!({}));
}

#[tokio::test]
async fn sub_03_and_14_the_acknowledgment_holds_what_is_honoured() {
    let changes = Changes::new();
    let memory = server(&changes, &[Change::Tools]).build().unwrap().connect();
    let first = opened(&memory, "listen-1", all()).await;
    assert_eq!(
        first["params"],
        json!({ "_meta": { SUBSCRIPTION: "listen-1" }, "notifications": { "toolsListChanged": true } })
    );
    changes.prompts_changed();
    changes.resource_updated("note://a");
    changes.tools_changed();
    assert_eq!(methods(&settled(&memory).await), ["notifications/tools/list_changed"]);
}

#[tokio::test]
async fn sub_14_and_disc_05_capabilities_are_what_was_declared() {
    let capabilities = async |what: &[Change]| {
        let memory = server(&Changes::new(), what).build().unwrap().connect();
        memory.send(request(1, "server/discover", json!({})));
        next(&memory).await["result"]["capabilities"].clone()
    };
    assert_eq!(capabilities(&[]).await, json!({ "tools": {}, "prompts": {}, "resources": {} }));
    let changed = json!({ "listChanged": true });
    assert_eq!(
        capabilities(&ALL).await,
        json!({ "tools": changed, "prompts": changed, "resources": { "listChanged": true, "subscribe": true } })
    );
    let undeclared = Server::new(()).notifies(&Changes::new(), [Change::Contents]).build().unwrap_err();
    assert!(undeclared.to_string().contains("the server has no resources"), "{undeclared}");
}

#[tokio::test]
async fn sub_04_no_notification_comes_before_the_acknowledgment() {
    for _ in 0..50 {
        let changes = Changes::new();
        let memory = service(&changes).connect();
        let ringing = tokio::task::spawn_blocking(move || (0..200).for_each(|_| changes.tools_changed()));
        memory.send(subscribe(1, all()));
        assert_eq!(next(&memory).await["method"], ACKNOWLEDGED);
        ringing.await.unwrap();
    }
}

#[tokio::test]
async fn sub_05_and_07_only_what_was_asked_for_is_told() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    opened(&memory, 1, json!({ "promptsListChanged": true, "resourceSubscriptions": ["note://a"] })).await;
    changes.tools_changed();
    changes.resources_changed();
    changes.resource_updated("note://b");
    changes.resource_updated("note://a/part");
    let told = settled(&memory).await;
    assert_eq!(methods(&told), ["notifications/resources/updated"]);
    assert_eq!(told[0]["params"]["uri"], "note://a/part");
}

#[tokio::test]
async fn sub_06_and_08_each_subscription_hears_each_change_under_its_own_id() {
    let changes = Changes::new();
    let service = service(&changes);
    let (memory, other) = (service.connect(), service.connect());
    for id in [json!(1), json!("1"), json!("listen-1")] {
        opened(&memory, id, json!({ "toolsListChanged": true })).await;
    }
    opened(&other, 1, json!({ "toolsListChanged": true })).await;
    changes.tools_changed();
    let mut ids: Vec<_> = settled(&memory)
        .await
        .iter()
        .map(|told| {
            assert_eq!(told["method"], "notifications/tools/list_changed");
            told["params"]["_meta"][SUBSCRIPTION].to_string()
        })
        .collect();
    ids.sort();
    assert_eq!(ids, ["\"1\"", "\"listen-1\"", "1"]);
    assert_eq!(settled(&other).await.len(), 1, "and on every connection");
}

#[tokio::test]
async fn sub_09_and_prog_07_progress_goes_to_its_own_request() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    let mut filter = json!({ "notifications": all() });
    filter["_meta"] = super::message::meta();
    filter["_meta"]["progressToken"] = json!("listening");
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": filter });
    memory.send(message.to_string());
    assert_eq!(next(&memory).await["method"], ACKNOWLEDGED);
    memory.send(super::message::call_with_token(2, "progress", json!({ "steps": 3 }), "calling"));
    let told = settled(&memory).await;
    assert_eq!(told.len(), 4);
    assert!(told.iter().all(|message| message["params"]["_meta"].get(SUBSCRIPTION).is_none()));
    assert!(told[..3].iter().all(|message| message["params"]["progressToken"] == "calling"), "{told:?}");
}

#[tokio::test]
async fn sub_16_a_burst_becomes_few_and_calls_go_on() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    opened(&memory, 1, all()).await;
    for _ in 0..10_000 {
        changes.tools_changed();
        changes.resource_updated("note://a");
    }
    memory.send(call(2, "add", json!({ "a": 1, "b": 2 })));
    let told = settled(&memory).await;
    assert!((2..=8).contains(&(told.len() - 1)), "{}", told.len());
    let answers: Vec<_> = told.iter().filter(|message| message.get("id").is_some()).collect();
    assert_eq!(answers.iter().map(|answer| text(answer)).collect::<Vec<_>>(), ["3"]);
}

#[tokio::test]
async fn sub_16_one_subscription_too_many_is_told_so_and_a_place_is_free_again() {
    let changes = Changes::new();
    let limits = Limits::default().subscriptions(3).subscriptions_per_connection(2).subscribed_resources(1);
    let service = server(&changes, &ALL).limits(limits).build().unwrap();
    let (memory, other) = (service.connect(), service.connect());
    opened(&memory, 1, all()).await;
    opened(&memory, 2, all()).await;
    let refused = async |memory: &Memory, id: i64, name: &str| {
        memory.send(subscribe(id, all()));
        let answer = next(memory).await;
        assert_eq!((code(&answer), &answer["id"]), (-32603, &json!(id)));
        assert!(answer["error"]["message"].as_str().unwrap().contains(name), "{answer}");
    };
    refused(&memory, 3, "subscriptions_per_connection").await;
    opened(&other, 1, all()).await;
    refused(&other, 2, "`subscriptions`").await;
    memory.send(cancel(1));
    settled(&memory).await;
    opened(&other, 3, all()).await;
    other.send(subscribe(4, json!({ "resourceSubscriptions": ["note://a", "note://b"] })));
    assert_eq!(code(&next(&other).await), -32602);
}
