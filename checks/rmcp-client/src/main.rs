//! `taffrail-check-rmcp-client URL | COMMAND [ARGUMENT…]`
//!
//! Lists and calls the tools of the conformance server with the official Rust client, as an application would.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, ContentBlock, JsonObject, ProgressNotificationParam,
    ProtocolVersion,
};
use rmcp::service::{NotificationContext, RunningService, ServiceError};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::json;

const TIME_PER_CASE: Duration = Duration::from_secs(20);

type Fault = Box<dyn std::error::Error>;
type Verdict = Result<(), Fault>;
type Client = RunningService<RoleClient, Application>;

/// What an application keeps of a call's progress.
#[derive(Clone, Default)]
struct Application {
    progress: Arc<Mutex<Vec<ProgressNotificationParam>>>,
}

impl ClientHandler for Application {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::default()
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.progress.lock().unwrap().push(params);
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let target: Vec<String> = std::env::args().skip(1).collect();
    let Some(first) = target.first() else {
        eprintln!("usage: taffrail-check-rmcp-client URL | COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let transport = if first.starts_with("http") { "http" } else { "stdio" };
    let client = match tokio::time::timeout(TIME_PER_CASE, connect(&target)).await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) => {
            println!("FAIL connecting: {error}");
            return ExitCode::FAILURE;
        }
        Err(_) => {
            println!("FAIL connecting: no answer in {TIME_PER_CASE:?}");
            return ExitCode::FAILURE;
        }
    };

    let mut tally = Tally::default();
    tally.case("finds_the_server", async { finds_the_server(&client) }).await;
    tally.case("lists_every_tool_with_its_schema", lists_every_tool_with_its_schema(&client)).await;
    tally.case("calls_for_text", calls_for_text(&client)).await;
    tally.case("calls_for_several_kinds_at_once", calls_for_several_kinds_at_once(&client)).await;
    tally.case("gets_structured_content", gets_structured_content(&client)).await;
    tally.case("gets_the_failure_of_a_tool_as_a_result", gets_a_failure_as_a_result(&client)).await;
    tally.case("gets_bad_arguments_back_as_a_result", gets_bad_arguments_back(&client)).await;
    tally.case("gets_an_error_for_an_unknown_tool", gets_an_error_for_an_unknown_tool(&client)).await;
    tally.case("sees_the_progress_of_a_call", sees_the_progress_of_a_call(&client)).await;
    tally.case("sends_a_parameter_as_header_too", sends_a_parameter_as_header_too(&client)).await;
    tally.case("ends_cleanly", async { Ok(drop(client.cancel().await?)) }).await;

    println!("rmcp-{transport}: {} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Asks for the current revision only: a fall-back to an older one would hide a fault.
async fn connect(target: &[String]) -> Result<Client, Fault> {
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let application = Application::default();
    if target[0].starts_with("http") {
        let transport = StreamableHttpClientTransport::from_uri(target[0].as_str());
        Ok(application.serve_with_lifecycle(transport, lifecycle).await?)
    } else {
        let mut command = tokio::process::Command::new(&target[0]);
        command.args(&target[1..]);
        Ok(application.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?)
    }
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

impl Tally {
    async fn case(&mut self, name: &str, run: impl Future<Output = Verdict>) {
        let verdict = match tokio::time::timeout(TIME_PER_CASE, run).await {
            Ok(verdict) => verdict,
            Err(_) => Err(format!("no answer in {TIME_PER_CASE:?}").into()),
        };
        match verdict {
            Ok(()) => {
                self.passed += 1;
                println!("ok {name}");
            }
            Err(fault) => {
                self.failed += 1;
                println!("FAIL {name}: {fault}");
            }
        }
    }
}

fn finds_the_server(client: &Client) -> Verdict {
    let info = client.peer_info().ok_or("no server information")?;
    same(&info.protocol_version, &ProtocolVersion::V_2026_07_28)?;
    let server = info.server_info.as_ref().ok_or("the server does not say who it is")?;
    same(server.name.as_str(), "conformance")?;
    holds(info.capabilities.tools.is_some(), "the tools capability is not declared")
}

async fn lists_every_tool_with_its_schema(client: &Client) -> Verdict {
    let tools = client.list_all_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| tool.name.clone()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    same(&names, &sorted)?;
    for tool in &tools {
        holds(tool.description.is_some(), format!("`{}` has no description", tool.name))?;
        same(&tool.input_schema.get("type"), &Some(&json!("object")))?;
    }
    let simple =
        tools.iter().find(|tool| tool.name == "test_simple_text").ok_or("test_simple_text is missing")?;
    let hints = simple.annotations.as_ref().ok_or("no annotations")?;
    same(&(hints.read_only_hint, hints.destructive_hint), &(Some(true), Some(false)))
}

async fn calls_for_text(client: &Client) -> Verdict {
    let result = client.call_tool(CallToolRequestParams::new("test_simple_text")).await?;
    holds(result.is_error != Some(true), "isError")?;
    same(text(&result)?, "This is a simple text response for testing.")
}

async fn calls_for_several_kinds_at_once(client: &Client) -> Verdict {
    let result = call(client, "test_multiple_content_types", json!({})).await?;
    match result.content.as_slice() {
        [ContentBlock::Text(_), ContentBlock::Image(image), ContentBlock::Resource(_)] => {
            same(image.mime_type.as_str(), "image/png")
        }
        other => Err(format!("not a text, an image and a resource: {other:?}").into()),
    }
}

async fn gets_structured_content(client: &Client) -> Verdict {
    let result = call(client, "test_structured_content", json!({ "a": 2, "b": 40 })).await?;
    holds(result.is_error != Some(true), "isError")?;
    same(&result.structured_content, &Some(json!({ "sum": 42 })))
}

async fn gets_a_failure_as_a_result(client: &Client) -> Verdict {
    let result = call(client, "test_error_handling", json!({})).await?;
    same(&result.is_error, &Some(true))?;
    holds(!text(&result)?.is_empty(), "the failure says nothing")
}

async fn gets_bad_arguments_back(client: &Client) -> Verdict {
    let result = call(client, "test_structured_content", json!({ "a": "two", "b": 40 })).await?;
    same(&result.is_error, &Some(true))?;
    holds(text(&result)?.contains('a'), "the parameter is not named")
}

async fn gets_an_error_for_an_unknown_tool(client: &Client) -> Verdict {
    match call(client, "no_such_tool", json!({})).await {
        Err(ServiceError::McpError(error)) => same(&error.code.0, &-32602),
        other => Err(format!("not a JSON-RPC error: {other:?}").into()),
    }
}

async fn sees_the_progress_of_a_call(client: &Client) -> Verdict {
    let progress = &client.service().progress;
    progress.lock().unwrap().clear();
    call(client, "test_tool_with_progress", json!({})).await?;
    // Notifications are handed over in tasks of their own.
    for _ in 0..100 {
        if progress.lock().unwrap().len() >= 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut seen: Vec<_> = progress.lock().unwrap().iter().map(|p| (p.progress, p.total)).collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    same(&seen, &vec![(0.0, Some(100.0)), (50.0, Some(100.0)), (100.0, Some(100.0))])
}

/// Over HTTP the client mirrors it, encoded since it is not ASCII; the server compares the two.
async fn sends_a_parameter_as_header_too(client: &Client) -> Verdict {
    let result = call(client, "test_custom_header", json!({ "value": "Grüße" })).await?;
    holds(result.is_error != Some(true), format!("isError: {result:?}"))?;
    holds(text(&result)?.contains("Grüße"), "the value did not come back")
}

async fn call(
    client: &Client,
    name: &'static str,
    arguments: serde_json::Value,
) -> Result<CallToolResult, ServiceError> {
    let arguments: JsonObject = arguments.as_object().cloned().unwrap_or_default();
    client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await
}

fn text(result: &CallToolResult) -> Result<&str, Fault> {
    match result.content.first() {
        Some(ContentBlock::Text(text)) => Ok(&text.text),
        other => Err(format!("no text first: {other:?}").into()),
    }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(got: &T, wanted: &T) -> Verdict {
    holds(got == wanted, format!("got {got:?} instead of {wanted:?}"))
}

fn holds(condition: bool, fault: impl Into<Fault>) -> Verdict {
    if condition { Ok(()) } else { Err(fault.into()) }
}
