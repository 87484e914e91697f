//! A program that does not ask for the feature `tasks`. What the compiler says to it is in `tests/ui/without_tasks`.

#![cfg(not(feature = "tasks"))]

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::schema::Schema;
use taffrail::{
    Call, Definition, Effect, Identity, Running, TaskBegin, TaskSupport, Tool, Tools, Violations,
};

/// A tool without a macro, which would have found its fault.
struct Handwritten {
    name: &'static str,
    task: Option<TaskSupport>,
}

impl Tool<()> for Handwritten {
    fn definition(&self) -> Definition {
        let schema = Schema::verbatim(json!({"type": "object"}));
        let mut definition = Definition::new(self.name, "Does what it does.", Effect::Readonly, schema);
        definition.task = self.task;
        definition
    }

    fn call<'a>(&'a self, call: Call<'a, ()>) -> Result<Running<'a>, Violations> {
        Ok(Box::pin(async move {
            call.context.progress(1.0, None);
            Ok(Reply::default().and(Text::new("done")))
        }))
    }
}

fn server(tools: impl IntoIterator<Item = Handwritten>) -> Server<()> {
    let none = Tools::new(Identity { name: "probe", version: "1.0.0" });
    Server::new(()).tools(tools.into_iter().fold(none, Tools::with))
}

#[test]
fn every_tool_that_may_run_as_a_task_keeps_a_server_from_starting() {
    let support = |required, begins| Some(TaskSupport { required, begins });
    let tools = [
        Handwritten { name: "at_once", task: support(true, TaskBegin::AtOnce) },
        Handwritten { name: "plain", task: None },
        Handwritten { name: "later", task: support(false, TaskBegin::Explicitly) },
    ];
    let error = server(tools).name(" ").build().unwrap_err();
    let faults: Vec<&str> = error.faults().collect();
    assert_eq!(faults.len(), 3, "with the fault of the name: {faults:?}");
    for tool in ["at_once", "later"] {
        let fault =
            faults.iter().find(|fault| fault.starts_with(&format!("tool `{tool}` may run as a task")));
        assert!(fault.unwrap().ends_with("run `cargo add taffrail --features tasks`"));
    }
}

#[tokio::test]
async fn clients_that_take_tasks_find_none() {
    let connection = server([Handwritten { name: "plain", task: None }]).build().unwrap().connect();
    let mut ask = async |method: &str, mut params: Value| -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}},
        });
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        connection.send(request.to_string());
        serde_json::from_str(&connection.receive().await.unwrap()).unwrap()
    };
    let discovery = ask("server/discover", json!({})).await;
    assert!(discovery["result"]["capabilities"].get("extensions").is_none(), "{discovery}");
    let called = ask("tools/call", json!({"name": "plain"})).await;
    assert_eq!(called["result"]["resultType"], "complete");
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let refused = ask(method, json!({"taskId": "a", "inputResponses": {}})).await;
        assert_eq!(refused["error"]["code"], -32601, "{method}");
    }
    let acknowledged = ask("subscriptions/listen", json!({"notifications": {"taskIds": ["a"]}})).await;
    assert_eq!(acknowledged["params"]["notifications"], json!({}));
}
