//! Input in the middle of a call, through whole servers: questions, consent, and what clients are given to keep.

mod asking;
mod consent;
mod forms;
mod legacy;
mod state;
mod tools;
mod untrusted;

use std::ops::Deref;

use serde_json::{Value, json};
use taffrail::{Server, Service, StateKey};

use crate::client::ask;
use tools::App;

/// What a client can do in these tests, unless it says otherwise.
fn everything() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}})
}

fn key(seed: u8) -> StateKey {
    let bytes: Vec<u8> = (0..32).map(|at| at ^ seed).collect();
    StateKey::from_bytes(&bytes).unwrap()
}

/// A server, and the state that its tools share with the test.
struct Fixture {
    service: Service,
    app: App,
}

impl Deref for Fixture {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}

fn fixture() -> Fixture {
    with(|server| server)
}

/// A server with other settings.
fn with(settings: impl FnOnce(Server<App>) -> Server<App>) -> Fixture {
    let app = App::default();
    Fixture { service: settings(server(&app)).build().unwrap(), app }
}

/// A server over a state, as another instance would be one.
fn server(app: &App) -> Server<App> {
    Server::new(app.clone()).tools(tools::all()).no_rate_limit("tests call often")
}

/// One request of a call: the tool, and what goes with it.
struct Call<'a> {
    service: &'a Service,
    params: Value,
}

/// Calls a tool for the first time.
fn call<'a>(service: &'a Service, tool: &str, arguments: Value) -> Call<'a> {
    Call { service, params: json!({"name": tool, "arguments": arguments}) }.by(everything())
}

impl Call<'_> {
    /// By a client with other capabilities.
    fn by(mut self, capabilities: Value) -> Self {
        self.params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        self
    }

    /// With answers.
    fn answering(mut self, responses: Value) -> Self {
        self.params["inputResponses"] = responses;
        self
    }

    /// With the state of an earlier round.
    fn after(mut self, earlier: &Value) -> Self {
        self.params["requestState"] = earlier["result"]["requestState"].clone();
        self
    }

    /// With any state.
    fn with_state(mut self, state: Value) -> Self {
        self.params["requestState"] = state;
        self
    }

    /// Sends it over a connection of its own.
    async fn send(self) -> Value {
        ask(&self.service.connect(), "tools/call", self.params).await
    }
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

fn yes() -> Value {
    accept(json!({"confirm": true}))
}

/// The questions of an answer that asks.
fn questions(answer: &Value) -> &serde_json::Map<String, Value> {
    assert_eq!(answer["result"]["resultType"], "input_required", "{answer}");
    answer["result"]["inputRequests"].as_object().unwrap_or_else(|| panic!("no questions: {answer}"))
}

/// The text of a complete result.
fn text(answer: &Value) -> &str {
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {answer}"))
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}
