//! Lists that change while the server runs.

use super::message::{call, parsed, request, text};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use taffrail_core::schema::Schema;
use taffrail_core::{
    Cache, CacheScope, Call, Definition, Effect, Identity, IntoReply, Prompt, PromptCall, PromptDefinition,
    PromptReply, Prompts, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Running, Tool,
    Tools, Violations, Work,
};
use taffrail_runtime::{Memory, RateLimit, Registry, Server, Service};
use tokio::sync::Notify;

const IDENTITY: Identity = Identity { name: "probe", version: "1.2.3" };

/// Says a text, once it may.
struct Says(&'static str, &'static str);

impl Tool<Arc<Notify>> for Says {
    fn definition(&self) -> Definition {
        Definition::new(self.0, format!("Says {}.", self.1), Effect::Readonly, Schema::no_arguments())
    }

    fn call<'a>(&'a self, call: Call<'a, Arc<Notify>>) -> Result<Running<'a>, Violations> {
        Ok(Box::pin(async move {
            if self.1 == "late" {
                call.state.notified().await;
            }
            self.1.into_reply()
        }))
    }
}

struct Greeting;

impl Prompt<Arc<Notify>> for Greeting {
    fn definition(&self) -> PromptDefinition {
        PromptDefinition::new("greet", "Greets.")
    }

    fn get<'a>(&'a self, _: PromptCall<'a, Arc<Notify>>) -> Result<Work<'a, PromptReply>, Violations> {
        Ok(Box::pin(std::future::pending()))
    }
}

struct Note(&'static str);

impl Resource<Arc<Notify>> for Note {
    fn definition(&self) -> ResourceDefinition {
        ResourceDefinition::new(self.0, "note", "A note.")
    }

    fn read<'a>(&'a self, _: ResourceCall<'a, Arc<Notify>>) -> Result<Work<'a, Reading>, Violations> {
        Ok(Box::pin(std::future::pending()))
    }
}

fn says(name: &'static str, what: &'static str) -> Tools<Arc<Notify>> {
    Tools::new(IDENTITY).with(Says(name, what))
}

fn server(registry: &Registry<Arc<Notify>>) -> Server<Arc<Notify>> {
    Server::new(Arc::new(Notify::new())).tools(says("fixed", "stays")).changing_tools(registry)
}

fn started(registry: &Registry<Arc<Notify>>) -> Service {
    server(registry).build().unwrap()
}

async fn next(memory: &Memory) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), memory.receive()).await;
    parsed(&line.expect("a message in time").expect("a line"))
}

async fn asked(memory: &Memory, method: &str) -> String {
    memory.send(request(1, method, json!({})));
    memory.receive().await.unwrap()
}

async fn names(memory: &Memory) -> Vec<String> {
    let answer = parsed(&asked(memory, "tools/list").await);
    let tools = answer["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn state_05_a_change_is_seen_at_once_and_from_every_connection() {
    let registry = Registry::new();
    registry.add_tools(says("early", "before the server")).unwrap();
    let service = started(&registry);
    let (a, b) = (service.connect(), service.connect());
    assert_eq!(names(&a).await, ["early", "fixed"]);
    registry.add_tools(says("a_new", "one")).unwrap();
    let (seen_by_a, seen_by_b) = (asked(&a, "tools/list").await, asked(&b, "tools/list").await);
    assert_eq!(seen_by_a, seen_by_b);
    assert_eq!(names(&a).await, ["a_new", "early", "fixed"]);
    a.send(call(2, "a_new", json!({})));
    assert_eq!(text(&next(&a).await), "one");
    registry.replace_tools(says("a_new", "two")).unwrap();
    b.send(call(2, "a_new", json!({})));
    assert_eq!(text(&next(&b).await), "two");
    registry.edit().remove_tool("a_new").remove_tool("early").apply().unwrap();
    assert_eq!(names(&b).await, ["fixed"]);
    a.send(call(3, "a_new", json!({})));
    assert_eq!(next(&a).await["error"]["code"], -32602);
    assert_eq!(service.now().definitions().count(), 1);
}

#[tokio::test]
async fn state_05_calls_change_nothing_and_the_list_stays_byte_for_byte() {
    let registry = Registry::new();
    registry.add_tools(says("other", "something")).unwrap();
    let memory = started(&registry).connect();
    let before = asked(&memory, "tools/list").await;
    for name in ["fixed", "other"] {
        memory.send(call(1, name, json!({})));
        next(&memory).await;
    }
    assert_eq!(asked(&memory, "tools/list").await, before);
    registry.edit().remove_tool("other").add_tools(says("other", "something")).apply().unwrap();
    assert_eq!(asked(&memory, "tools/list").await, before);
}

#[tokio::test]
async fn sub_14_a_change_is_told_once_to_those_who_listen_for_its_list() {
    let registry = Registry::new();
    let service =
        server(&registry).changing_prompts(&registry).changing_resources(&registry).build().unwrap();
    let memory = service.connect();
    let filter =
        json!({ "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true });
    memory.send(request(1, "subscriptions/listen", json!({ "notifications": filter })));
    assert_eq!(next(&memory).await["params"]["notifications"], filter);
    let mut methods = Vec::new();
    let prompts = || Prompts::new(IDENTITY).with(Greeting);
    let resources = |uri| Resources::new(IDENTITY).with(Note(uri));
    registry.edit().add_tools(says("x", "x")).add_tools(says("y", "y")).apply().unwrap();
    methods.push(next(&memory).await["method"].clone());
    registry.add_prompts(prompts()).unwrap();
    methods.push(next(&memory).await["method"].clone());
    registry.add_resources(resources("note://a")).unwrap();
    methods.push(next(&memory).await["method"].clone());
    assert_eq!(
        methods,
        ["tools", "prompts", "resources"].map(|what| format!("notifications/{what}/list_changed"))
    );
    // The same again is no change, and nobody is told.
    registry.edit().replace_tools(says("x", "x")).replace_prompts(prompts()).apply().unwrap();
    tokio::time::sleep(Duration::from_millis(250)).await;
    assert_eq!(memory.try_receive(), None);
}

#[tokio::test]
async fn disc_05_a_list_that_may_change_is_served_while_it_is_empty() {
    let registry = Registry::<()>::new();
    let memory = Server::new(()).changing_prompts(&registry).build().unwrap().connect();
    let capabilities = parsed(&asked(&memory, "server/discover").await)["result"]["capabilities"].clone();
    assert_eq!(capabilities, json!({ "prompts": { "listChanged": true } }));
    assert_eq!(parsed(&asked(&memory, "prompts/list").await)["result"]["prompts"], json!([]));
    assert_eq!(parsed(&asked(&memory, "tools/list").await)["error"]["code"], -32601);
}

#[tokio::test]
async fn a_change_with_a_fault_changes_nothing_and_says_all() {
    let registry = Registry::new();
    let service = started(&registry);
    let memory = service.connect();
    let before = asked(&memory, "tools/list").await;
    let error = registry
        .edit()
        .add_tools(says("fine", "but not alone"))
        .add_tools(says("Fixed", "again"))
        .add_prompts(Prompts::new(IDENTITY).with(Greeting))
        .apply()
        .unwrap_err();
    let said = error.to_string();
    assert!(said.contains("`Fixed` is registered twice") || said.contains("tool `fixed`"), "{said}");
    assert!(said.contains("`.changing_prompts(&registry)`"), "{said}");
    let error = registry.edit().remove_tool("fixed").replace_tools(says("nobody", "x")).apply().unwrap_err();
    assert_eq!(
        error.faults().collect::<Vec<_>>(),
        ["the registry holds no tool `fixed`", "the registry holds no tool `nobody`"]
    );
    assert_eq!(asked(&memory, "tools/list").await, before);
    let other = Server::new(Arc::new(Notify::new())).changing_tools(&registry).build().unwrap_err();
    assert!(other.to_string().contains("belongs to another server"), "{other}");
    drop((memory, service));
    assert!(registry.add_tools(says("late", "x")).unwrap_err().to_string().contains("the server is gone"));
}

#[tokio::test]
async fn a_server_keeps_its_state_for_what_is_added_and_lets_it_go_with_itself() {
    let (registry, state) = (Registry::new(), Arc::new(Notify::new()));
    let server = || Server::new(state.clone()).changing_tools(&registry);
    let service = server().build().unwrap();
    registry.add_tools(says("held", "x")).unwrap();
    assert_eq!(names(&service.connect()).await, ["held"]);
    assert_eq!(Arc::strong_count(&state), 2);
    drop(service);
    assert_eq!(Arc::strong_count(&state), 1, "neither the registry nor its tools hold it");
    assert_eq!(names(&server().build().unwrap().connect()).await, ["held"], "the next server may have it");
}

#[test]
fn a_list_that_many_ask_for_first_is_the_same_for_all() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (service, together) = (started(&Registry::new()), std::sync::Barrier::new(8));
    let first = || {
        let _entered = runtime.enter();
        let memory = service.connect();
        together.wait();
        memory.send(request(1, "tools/list", json!({})));
        memory.try_receive()
    };
    let lists: Vec<_> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(first)).collect();
        asking.into_iter().map(|asking| asking.join().unwrap().expect("an answer at once")).collect()
    });
    assert!(
        lists[0].contains(r#""name":"fixed""#) && lists.iter().all(|list| *list == lists[0]),
        "{lists:?}"
    );
}

#[tokio::test]
async fn a_call_ends_as_it_began_although_its_tool_is_gone() {
    let registry = Registry::new();
    registry.add_tools(says("slow", "late")).unwrap();
    let state = Arc::new(Notify::new());
    let service =
        Server::new(state.clone()).tools(says("fixed", "stays")).changing_tools(&registry).build().unwrap();
    let memory = service.connect();
    memory.send(call("slow", "slow", json!({})));
    registry.remove_tool("slow").unwrap();
    memory.send(call(2, "fixed", json!({})));
    assert_eq!(text(&next(&memory).await), "stays");
    memory.send(call(3, "slow", json!({})));
    assert_eq!(next(&memory).await["error"]["code"], -32602);
    state.notify_waiters();
    let answer = next(&memory).await;
    assert_eq!((&answer["id"], text(&answer)), (&json!("slow"), "late"));
}

#[tokio::test]
async fn tool_32_a_change_gives_nobody_a_new_burst() {
    let registry = Registry::new();
    let service = server(&registry).rate_limit(RateLimit::new(0.001, 2)).build().unwrap();
    let memory = service.connect();
    let mut outcomes = Vec::new();
    for round in 0..4 {
        memory.send(call(round, "fixed", json!({})));
        outcomes.push(next(&memory).await["result"]["isError"] == true);
        registry.add_tools(says(["a", "b", "c", "d"][round], "more")).unwrap();
    }
    assert_eq!(outcomes, [false, false, true, true]);
}

#[tokio::test]
async fn sub_04_lists_change_under_load_and_every_request_is_answered_from_one_of_them() {
    let registry = Registry::new();
    let service = started(&registry);
    let changing = tokio::task::spawn_blocking({
        let registry = registry.clone();
        move || {
            for _ in 0..200 {
                registry.edit().add_tools(says("p", "p")).add_tools(says("q", "q")).apply().unwrap();
                registry.edit().remove_tool("p").remove_tool("q").apply().unwrap();
            }
        }
    });
    let memory = service.connect();
    while !changing.is_finished() {
        let seen = names(&memory).await;
        assert!(seen == ["fixed"] || seen == ["fixed", "p", "q"], "{seen:?}");
    }
    changing.await.unwrap();
}

#[tokio::test]
async fn cache_07_and_08_a_list_that_may_change_is_kept_by_nobody_unless_its_author_says_so() {
    let hints = async |server: Server<Arc<Notify>>, method: &str| {
        let memory = server.build().unwrap().connect();
        memory.send(request(1, method, json!({})));
        let answer = parsed(&memory.receive().await.unwrap());
        (answer["result"]["ttlMs"].clone(), answer["result"]["cacheScope"].clone())
    };
    let registry = Registry::new;
    let prompts = |server: Server<Arc<Notify>>| server.prompts(Prompts::new(IDENTITY).with(Greeting));
    let minutes = (json!(300_000), json!("public"));
    assert_eq!(hints(server(&registry()), "tools/list").await, (json!(0), json!("public")));
    assert_eq!(
        hints(prompts(server(&registry())), "prompts/list").await,
        minutes,
        "of a kind that stays as it is"
    );
    assert_eq!(hints(server(&registry()), "server/discover").await, minutes);
    let said = server(&registry()).cache(Cache::new(CacheScope::Private, Duration::from_secs(9)));
    assert_eq!(hints(said, "tools/list").await, (json!(9000), json!("private")));
}
