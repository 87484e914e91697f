//! A client inside the process: the command line asks the server in the protocol's own words.

use super::in_order::InOrder;
use crate::dispatch::{Exchange, Incoming, Outlet, Service};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use taffrail_core::protocol::{PROTOCOL_VERSION, key};

/// The server refused a request that the command line made.
#[derive(Debug)]
pub(crate) struct Refused {
    code: i64,
    message: String,
}

impl Refused {
    /// What the protocol has no code for.
    pub(super) fn because(message: impl Into<String>) -> Self {
        Self { code: 0, message: message.into() }
    }
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
    pub(crate) input_schema: InputSchema,
    #[serde(default)]
    pub(crate) annotations: Hints,
}

/// The schema of a tool's arguments, as far as the command line reads it.
#[derive(Debug, Deserialize)]
pub(crate) struct InputSchema {
    #[serde(default)]
    pub(crate) properties: InOrder<Value>,
    #[serde(default)]
    pub(crate) required: Vec<String>,
}

/// What a tool does to the world.
#[derive(Debug, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Hints {
    pub(crate) read_only_hint: bool,
    pub(crate) destructive_hint: bool,
}

/// The tools, read and as they are.
pub(crate) async fn tools(service: &Service) -> Result<(Vec<Listed>, Box<RawValue>), Refused> {
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
pub(crate) async fn all(
    service: &Service,
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

/// Asks the server, and reads the result.
pub(crate) async fn ask<R>(service: &Service, method: &str, params: Value) -> Result<R, Refused>
where
    R: for<'de> Deserialize<'de>,
{
    ask_as(service, method, params, &capabilities()).await
}

/// What the command line can do for a server: ask its user.
pub(crate) fn capabilities() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} } })
}

/// As [`ask`], as a client of these capabilities.
pub(crate) async fn ask_as<R>(
    service: &Service,
    method: &str,
    mut params: Value,
    capabilities: &Value,
) -> Result<R, Refused>
where
    R: for<'de> Deserialize<'de>,
{
    params["_meta"] = json!({
        key::PROTOCOL_VERSION: PROTOCOL_VERSION,
        key::CLIENT_CAPABILITIES: capabilities,
        "progressToken": 1,
    });
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let answer = match service.open(request.as_bytes()) {
        Ok(Incoming::Request(request)) => {
            service.respond(request, Exchange { mirrors: None, outlet: Arc::new(Shown) }).await
        }
        Ok(_) => return Err(Refused::because("no request")),
        Err(answer) => answer,
    };
    read(&answer.body.to_vec())
}

/// The `error` of an answer.
#[derive(Debug, Deserialize)]
pub(crate) struct ErrorObject {
    code: i64,
    message: String,
}

impl From<ErrorObject> for Refused {
    fn from(ErrorObject { code, message }: ErrorObject) -> Self {
        Self { code, message }
    }
}

fn read<R: for<'de> Deserialize<'de>>(body: &[u8]) -> Result<R, Refused> {
    #[derive(Deserialize)]
    struct Response {
        result: Option<Box<RawValue>>,
        error: Option<ErrorObject>,
    }
    match serde_json::from_slice(body).map_err(unreadable)? {
        Response { result: Some(result), .. } => serde_json::from_str(result.get()).map_err(unreadable),
        Response { error: Some(error), .. } => Err(error.into()),
        Response { .. } => Err(Refused::because("the answer has neither result nor error")),
    }
}

pub(super) fn unreadable(error: serde_json::Error) -> Refused {
    Refused::because(format!("the answer cannot be read: {error}"))
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
