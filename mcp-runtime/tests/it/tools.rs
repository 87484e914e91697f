//! Tools written by hand, each for something that a transport must live with.

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taffrail_core::schema::Schema;
use taffrail_core::{
    Call, Context, Definition, Effect, Failure, Identity, IntoReply, Outcome, Running, Text, Tool, Tools,
    Violations,
};

/// What happened inside the tools.
#[derive(Debug, Default, Clone)]
pub(crate) struct State {
    pub(crate) started: Arc<AtomicUsize>,
    pub(crate) finished: Arc<AtomicUsize>,
    pub(crate) cancelled: Arc<AtomicUsize>,
    /// Calls that could let their client go.
    pub(crate) left: Arc<AtomicUsize>,
}

type Acting<'a> = std::pin::Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

struct Probe {
    name: &'static str,
    properties: Value,
    act: for<'a> fn(&'a State, &'a Context, Value) -> Acting<'a>,
}

impl Tool<State> for Probe {
    fn definition(&self) -> Definition {
        let schema = json!({ "type": "object", "properties": self.properties });
        let description = format!("Does what `{}` says. For tests only.", self.name);
        Definition::new(self.name, description, Effect::Readonly, Schema::verbatim(schema))
    }

    fn call<'a>(&'a self, call: Call<'a, State>) -> Result<Running<'a>, Violations> {
        let arguments = serde_json::from_str(call.arguments).unwrap_or_default();
        Ok(Box::pin(async move {
            call.state.started.fetch_add(1, Ordering::SeqCst);
            let mut watch = Watch { state: call.state, done: false };
            let outcome = (self.act)(call.state, call.context, arguments).await;
            watch.done = true;
            outcome
        }))
    }
}

/// Counts calls that were dropped before their end.
struct Watch<'a> {
    state: &'a State,
    done: bool,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let counter = if self.done { &self.state.finished } else { &self.state.cancelled };
        counter.fetch_add(1, Ordering::SeqCst);
    }
}

fn milliseconds(value: &Value) -> Duration {
    Duration::from_millis(value.as_u64().unwrap_or_default())
}

fn add(_: &State, _: &Context, arguments: Value) -> Acting<'static> {
    Box::pin(async move {
        let sum = arguments["a"].as_i64().unwrap_or_default() + arguments["b"].as_i64().unwrap_or_default();
        sum.to_string().into_reply()
    })
}

fn echo(_: &State, _: &Context, arguments: Value) -> Acting<'static> {
    Box::pin(async move { arguments["text"].as_str().unwrap_or_default().to_owned().into_reply() })
}

fn sleep(_: &State, _: &Context, arguments: Value) -> Acting<'static> {
    Box::pin(async move {
        tokio::time::sleep(milliseconds(&arguments["ms"])).await;
        "slept".into_reply()
    })
}

/// Blocks the thread, as no tool should.
fn block(_: &State, _: &Context, arguments: Value) -> Acting<'static> {
    Box::pin(async move {
        std::thread::sleep(milliseconds(&arguments["ms"]));
        "blocked".into_reply()
    })
}

fn progress<'a>(_: &'a State, context: &'a Context, arguments: Value) -> Acting<'a> {
    Box::pin(async move {
        let steps = arguments["steps"].as_u64().unwrap_or_default();
        for step in 1..=steps {
            context.progress_message(
                step as f64,
                Some(steps as f64),
                arguments["text"].as_str().unwrap_or("step"),
            );
            if let Some(ms) = arguments.get("ms") {
                tokio::time::sleep(milliseconds(ms)).await;
            }
        }
        format!("{steps} steps").into_reply()
    })
}

/// Lets the client go, and reports afterwards.
fn leave<'a>(state: &'a State, context: &'a Context, arguments: Value) -> Acting<'a> {
    Box::pin(async move {
        context.progress_message(1.0, None, "before");
        let left = context.let_client_poll();
        for step in 0..arguments["steps"].as_u64().unwrap_or(1) {
            context.progress_message(2.0 + step as f64, None, "meanwhile");
            tokio::time::sleep(milliseconds(&arguments["ms"])).await;
        }
        state.left.fetch_add(usize::from(left), Ordering::SeqCst);
        "worked on".into_reply()
    })
}

/// Reports once more from a task that outlives the call.
fn late<'a>(_: &'a State, context: &'a Context, arguments: Value) -> Acting<'a> {
    let context = context.clone();
    Box::pin(async move {
        let until = milliseconds(&arguments["ms"]);
        context.progress(1.0, None);
        tokio::spawn(async move {
            tokio::time::sleep(until).await;
            context.progress(2.0, None);
        });
        tokio::time::sleep(Duration::from_millis(1)).await;
        "done".into_reply()
    })
}

/// Prints where it must not.
#[allow(clippy::print_stdout, reason = "it is what the tests are about")]
fn print(_: &State, _: &Context, _: Value) -> Acting<'static> {
    Box::pin(async move {
        println!("a stray line");
        print!("half a stray line");
        "printed".into_reply()
    })
}

fn crash(_: &State, _: &Context, _: Value) -> Acting<'static> {
    Box::pin(async move { panic!("a secret that nobody is told") })
}

fn fail(_: &State, _: &Context, _: Value) -> Acting<'static> {
    Box::pin(async move { Err(Failure::business("over the limit", "ask the owner").into()) })
}

/// Says what a program that it starts finds on standard input.
fn child(_: &State, _: &Context, _: Value) -> Acting<'static> {
    Box::pin(async move {
        let output = std::process::Command::new("cat").output();
        let read = output.map(|output| output.stdout.len()).unwrap_or(usize::MAX);
        Ok(Text::new(format!("read {read} bytes")).into())
    })
}

pub(crate) fn tools() -> Tools<State> {
    let number = json!({ "type": "integer" });
    let ms = json!({ "ms": number });
    Tools::new(Identity { name: "probe", version: "1.2.3" })
        .with(Probe { name: "add", properties: json!({ "a": number, "b": number }), act: add })
        .with(Probe { name: "echo", properties: json!({ "text": { "type": "string" } }), act: echo })
        .with(Probe { name: "sleep", properties: ms.clone(), act: sleep })
        .with(Probe { name: "block", properties: ms.clone(), act: block })
        .with(Probe {
            name: "progress",
            properties: json!({ "steps": number, "ms": number, "text": { "type": "string" } }),
            act: progress,
        })
        .with(Probe { name: "leave", properties: json!({ "steps": number, "ms": number }), act: leave })
        .with(Probe { name: "late", properties: ms, act: late })
        .with(Probe { name: "print", properties: json!({}), act: print })
        .with(Probe { name: "crash", properties: json!({}), act: crash })
        .with(Probe { name: "fail", properties: json!({}), act: fail })
        .with(Probe { name: "child", properties: json!({}), act: child })
}
