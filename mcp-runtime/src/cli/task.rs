//! A call that is nothing but a task: the command line waits for its end, and answers what it asks.

use std::io::Write;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use taffrail_core::protocol::key;

use super::client::{self, ErrorObject, Refused};
use super::question::Questions;
use super::rounds::{self, Respondent, Stopped};
use crate::dispatch::Service;

/// How long to wait before asking again how a task is.
const PAUSE: Duration = Duration::from_millis(100);

/// A task, created or asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    task_id: String,
    status: String,
    status_message: Option<String>,
    #[serde(default)]
    input_requests: Questions,
    result: Option<Box<RawValue>>,
    error: Option<ErrorObject>,
}

/// Whether a call is of a tool that can only be called as a task.
pub(super) fn is_required(service: &Service, call: &Value) -> bool {
    let mut definitions = service.definitions();
    definitions.any(|definition| {
        call["name"] == *definition.name && definition.task.is_some_and(|support| support.required)
    })
}

/// What a client can do that takes tasks.
fn capabilities() -> Value {
    let mut capabilities = client::capabilities();
    capabilities["extensions"] = json!({ key::TASKS: {} });
    capabilities
}

/// The outcome of the task that a call becomes, or the result that it has before it is one.
pub(super) async fn outcome(
    service: &Service,
    call: Value,
    respondent: Respondent,
) -> Result<Box<RawValue>, Stopped> {
    let capabilities = capabilities();
    let begun = rounds::complete(service, "tools/call", call, &capabilities, respondent).await?;
    let (first, mut respondent) = begun;
    let Ok(mut task) = serde_json::from_str::<Task>(first.get()) else { return Ok(first) };
    let mut shown = None;
    loop {
        if task.status_message != shown {
            shown.clone_from(&task.status_message);
            // Nobody is served worse when the terminal is gone.
            let _ = writeln!(std::io::stderr(), "{}", shown.as_deref().unwrap_or_default());
        }
        let Task { task_id, status, input_requests, result, error, .. } = task;
        match (result, error, &*status) {
            (Some(result), ..) => return Ok(result),
            (_, Some(error), _) => return Err(Refused::from(error).into()),
            (_, _, "cancelled") => return Err(Refused::because("the task was cancelled").into()),
            (_, _, "input_required") => {
                let (responses, back) = respondent.respond(input_requests.into()).await?;
                respondent = back;
                let params = json!({ "taskId": task_id, "inputResponses": responses });
                let _: Value = client::ask_as(service, "tasks/update", params, &capabilities).await?;
            }
            _ => tokio::time::sleep(PAUSE).await,
        }
        task = client::ask_as(service, "tasks/get", json!({ "taskId": task_id }), &capabilities).await?;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};
    use taffrail_core::schema::Schema;
    use taffrail_core::{
        Call, Context, Definition, Effect, Failure, Identity, Reply, Running, TaskBegin, TaskSupport, Text,
        Tool, Tools, Violations,
    };

    use super::super::{Arguments, Surroundings, execute};
    use crate::Server;

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

    /// The exit status and the whole result of a call.
    async fn call_with(arguments: &str) -> (i32, Value) {
        let tools = Tools::new(Identity { name: "probe", version: "1.0.0" }).with(OnlyTask);
        let words = Arguments::new("probe", ["call", "only", arguments, "--json"]);
        let here = Surroundings { on_terminal: false, person: None, is_process: false };
        let mut stdout = Vec::new();
        let status =
            execute(Server::new(()).tools(tools).into_assembly(), &words, here, &mut stdout).await.unwrap();
        (status, serde_json::from_slice(&stdout).unwrap())
    }

    #[tokio::test]
    async fn a_tool_that_is_nothing_but_a_task_is_called_and_waited_for() {
        let (status, result) = call_with("{}").await;
        assert_eq!((status, &result["content"][0]["text"]), (0, &json!("done")));
        let (status, result) = call_with(r#"{"how": "fail"}"#).await;
        assert_eq!((status, &result["isError"]), (1, &json!(true)));
    }
}
