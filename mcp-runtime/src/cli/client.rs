//! A client inside the process: the command line asks the server in the protocol's own words.

use crate::dispatch::{Exchange, Incoming, Outlet, Service};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use taffrail_core::Definition;
use taffrail_core::protocol::key;

/// The revision that the command line speaks.
const REVISION: &str = "2026-07-28";

/// The server refused a request that the command line made.
#[derive(Debug)]
pub(crate) struct Refused {
    code: i64,
    message: String,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for Refused {}

/// A tool as `tools/list` shows it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listed {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    pub(crate) input_schema: Value,
    #[serde(default)]
    pub(crate) annotations: Hints,
}

/// What a tool does to the world.
#[derive(Debug, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Hints {
    pub(crate) read_only_hint: bool,
    pub(crate) destructive_hint: bool,
}

/// The tools, read and as they are.
pub(crate) async fn tools<S: Send + Sync + 'static>(
    service: &Service<S>,
) -> Result<(Vec<Listed>, Box<RawValue>), Refused> {
    if service.definitions().next().is_none() {
        // Without tools there is no such method.
        return Ok((Vec::new(), RawValue::from_string("[]".into()).map_err(unreadable)?));
    }
    let all = all(service, "tools/list", "tools").await?;
    let raw = serde_json::value::to_raw_value(&all).map_err(unreadable)?;
    let tools = serde_json::from_str(raw.get()).map_err(unreadable)?;
    Ok((tools, raw))
}

/// The items of all pages of a list, as they are.
pub(crate) async fn all<S: Send + Sync + 'static>(
    service: &Service<S>,
    method: &str,
    member: &str,
) -> Result<Vec<Box<RawValue>>, Refused> {
    let (mut items, mut cursor) = (Vec::new(), None);
    loop {
        let params = cursor.map_or(json!({}), |cursor: Box<RawValue>| json!({ "cursor": cursor }));
        let mut page: BTreeMap<String, Box<RawValue>> = ask(service, method, params).await?;
        if let Some(found) = page.remove(member) {
            items.extend(serde_json::from_str::<Vec<Box<RawValue>>>(found.get()).map_err(unreadable)?);
        }
        match page.remove("nextCursor") {
            Some(next) => cursor = Some(next),
            None => return Ok(items),
        }
    }
}

/// Calls a tool with the text of a JSON object. Progress goes to stderr.
pub(crate) async fn call<S: Send + Sync + 'static>(
    service: &Service<S>,
    tool: &str,
    arguments: &RawValue,
) -> Result<Box<RawValue>, Refused> {
    let only_as_task = |definition: &Definition| {
        definition.name == tool && definition.task.is_some_and(|support| support.required)
    };
    let params = json!({ "name": tool, "arguments": arguments });
    if service.definitions().any(only_as_task) {
        return call_as_task(service, params).await;
    }
    ask(service, "tools/call", params).await
}

/// A task, created or asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    task_id: String,
    status: String,
    status_message: Option<String>,
    result: Option<Box<RawValue>>,
    error: Option<ErrorObject>,
}

/// Calls a tool that is nothing but a task, and waits for its end.
async fn call_as_task<S: Send + Sync + 'static>(
    service: &Service<S>,
    params: Value,
) -> Result<Box<RawValue>, Refused> {
    const PAUSE: Duration = Duration::from_millis(100);
    let capabilities = json!({ "extensions": { key::TASKS: {} } });
    let first: Box<RawValue> = ask_as(service, "tools/call", params, &capabilities).await?;
    // It may have failed before it was a task.
    let Ok(mut task) = serde_json::from_str::<Task>(first.get()) else { return Ok(first) };
    let mut shown = None;
    loop {
        if task.status_message != shown {
            shown.clone_from(&task.status_message);
            // Nobody is served worse when the terminal is gone.
            let _ = writeln!(std::io::stderr(), "{}", shown.as_deref().unwrap_or_default());
        }
        match task {
            Task { result: Some(result), .. } => return Ok(result),
            Task { error: Some(ErrorObject { code, message }), .. } => return Err(Refused { code, message }),
            Task { status, .. } if status == "cancelled" => {
                return Err(Refused { code: 0, message: "the task was cancelled".into() });
            }
            Task { task_id, .. } => {
                tokio::time::sleep(PAUSE).await;
                task = ask_as(service, "tasks/get", json!({ "taskId": task_id }), &capabilities).await?;
            }
        }
    }
}

/// Asks the server, and reads the result.
pub(crate) async fn ask<S, R>(service: &Service<S>, method: &str, params: Value) -> Result<R, Refused>
where
    S: Send + Sync + 'static,
    R: for<'de> Deserialize<'de>,
{
    ask_as(service, method, params, &json!({})).await
}

/// As [`ask`], as a client of these capabilities.
async fn ask_as<S, R>(
    service: &Service<S>,
    method: &str,
    mut params: Value,
    capabilities: &Value,
) -> Result<R, Refused>
where
    S: Send + Sync + 'static,
    R: for<'de> Deserialize<'de>,
{
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "progressToken": 1,
    });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let answer = match service.open(request.as_bytes()) {
        Ok(Incoming::Request(request)) => {
            service.respond(request, Exchange { mirrors: None, outlet: Arc::new(Shown) }).await
        }
        Ok(_) => return Err(Refused { code: 0, message: "no request".into() }),
        Err(answer) => answer,
    };
    read(&answer.body.to_vec())
}

/// The `error` of an answer.
#[derive(Debug, Deserialize)]
struct ErrorObject {
    code: i64,
    message: String,
}

fn read<R: for<'de> Deserialize<'de>>(body: &[u8]) -> Result<R, Refused> {
    #[derive(Deserialize)]
    struct Response {
        result: Option<Box<RawValue>>,
        error: Option<ErrorObject>,
    }
    match serde_json::from_slice(body).map_err(unreadable)? {
        Response { result: Some(result), .. } => serde_json::from_str(result.get()).map_err(unreadable),
        Response { error: Some(ErrorObject { code, message }), .. } => Err(Refused { code, message }),
        Response { .. } => {
            Err(Refused { code: 0, message: "the answer has neither result nor error".into() })
        }
    }
}

fn unreadable(error: serde_json::Error) -> Refused {
    Refused { code: 0, message: format!("the answer cannot be read: {error}") }
}

/// Shows progress to the user, beside the data on stdout.
struct Shown;

impl Outlet for Shown {
    fn notify(&self, message: Vec<u8>) {
        let Ok(message) = serde_json::from_slice::<Value>(&message) else { return };
        let progress = &message["params"];
        let (Some(done), total) = (progress["progress"].as_f64(), progress["total"].as_f64()) else { return };
        let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
        let text = progress["message"].as_str().map(|text| format!(": {text}")).unwrap_or_default();
        // Nobody is served worse when the terminal is gone.
        let _ = writeln!(std::io::stderr(), "{done}{of}{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Server;
    use taffrail_core::schema::Schema;
    use taffrail_core::{
        Call, Context, Effect, Failure, Identity, Reply, Running, TaskBegin, TaskSupport, Text, Tool, Tools,
        Violations,
    };

    /// A tool that is nothing but a task.
    struct OnlyTask;

    impl Tool<()> for OnlyTask {
        fn definition(&self) -> Definition {
            let support = TaskSupport { required: true, begins: TaskBegin::AtOnce };
            let what = "Says how it goes, then ends as its arguments say.";
            let mut definition =
                Definition::new("only", what, Effect::Readonly, Schema::verbatim(json!({"type": "object"})));
            definition.task = Some(support);
            definition
        }

        fn call<'a>(&'a self, call: Call<'a, ()>) -> Result<Running<'a>, Violations> {
            let ends_well = !call.arguments.contains("fail");
            Ok(Box::pin(async move {
                work(call.context).await;
                if ends_well {
                    return Ok(Reply::default().and(Text::new("done")));
                }
                Err(Failure::business("it cannot be done", "ask for something else").into())
            }))
        }
    }

    async fn work(context: &Context) {
        context.progress_message(1.0, None, "half way");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    #[tokio::test]
    async fn a_tool_that_is_nothing_but_a_task_is_called_and_waited_for() {
        let tools = Tools::new(Identity { name: "probe", version: "1.0.0" }).with(OnlyTask);
        let service = Server::new(()).tools(tools).build().unwrap();
        let call_with = async |arguments: &str| {
            let arguments = RawValue::from_string(arguments.into()).unwrap();
            let result = call(&service, "only", &arguments).await.unwrap();
            serde_json::from_str::<Value>(result.get()).unwrap()
        };
        assert_eq!(call_with("{}").await["content"][0]["text"], "done");
        assert_eq!(call_with(r#"{"how": "fail"}"#).await["isError"], true);
    }
}
