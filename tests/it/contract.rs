//! What a server written with the macros says and does on the wire.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Cache, CacheScope, Service, tools};

use crate::client::{ask, post, read, request};

/// Gives nothing but the answer.
#[tool(readonly, closed_world, when = "an answer is wanted")]
async fn answer() -> Json<u8> {
    Json(42)
}

/// Lists a few numbers.
#[tool(readonly, closed_world, when = "numbers are wanted")]
async fn numbers() -> Json<Vec<u8>> {
    Json(vec![1, 2])
}

/// Shows where something is kept.
#[tool(
    readonly,
    closed_world,
    when = "a place is wanted",
    header(region = "Region", shard = "Shard", cold = "Cold")
)]
async fn locate(
    /// Where to look.
    #[arg(max_len = 20)]
    region: Option<String>,
    /// Which shard to look in.
    #[arg(min = 0, max = 9_007_199_254_740_991)]
    shard: Option<i64>,
    /// Whether cold storage counts.
    cold: Option<bool>,
) -> String {
    format!("{region:?} {shard:?} {cold:?}")
}

/// Counts to three and tells how far it is.
#[tool(readonly, closed_world, when = "a count is wanted")]
async fn count(ctx: &Context) -> String {
    for done in 1..=3 {
        ctx.progress(f64::from(done), Some(3.0));
    }
    "three".into()
}

/// Waits for something that never comes.
#[tool(readonly, closed_world, when = "patience is to be tried")]
async fn wait() {
    std::future::pending::<()>().await;
}

/// Lists names in portions.
#[tool(readonly, closed_world, when = "names are wanted")]
async fn names(#[arg(flatten)] page: PageRequest<2, 2>) -> Result<Page<u32>, Failure> {
    let start = page.position::<u32>()?.unwrap_or(0);
    Ok(page.page(vec![start, start + 1], (start < 4).then_some(start + 2)))
}

fn service() -> Service {
    let tools = tools![wait, count, answer, numbers, locate, names];
    Server::new(()).tools(tools).no_rate_limit("tests call as often as they can").build().unwrap()
}

fn call(name: &str, arguments: Value) -> Value {
    request(1, "tools/call", json!({"name": name, "arguments": arguments}))
}

#[tokio::test]
async fn base_01_06_14_err_01_stdio_04_and_11_every_line_is_a_message_that_says_what_it_belongs_to() {
    let connection = service().connect();
    let mut with_token = call("count", json!({}));
    with_token["params"]["_meta"]["progressToken"] = json!("t");
    let sent = [
        request(1, "server/discover", json!({})),
        request(1, "tools/list", json!({})),
        call("answer", json!({})),
        call("answer", json!({"x": 1})),
        call("nope", json!({})),
        request(1, "nope", json!({})),
        with_token,
        json!({"jsonrpc": "2.0", "id": 1}),
        json!([]),
    ];
    let mut notifications = 0;
    for message in &sent {
        connection.send(message.to_string());
        loop {
            let line = connection.receive().await.unwrap();
            assert!(!line.contains('\n'));
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0");
            assert!(
                message.get("method").is_none() || message.get("id").is_none(),
                "a request was sent: {message}"
            );
            if message.get("method").is_some() {
                assert_eq!(message["params"]["progressToken"], "t");
                notifications += 1;
                continue;
            }
            if let Some(error) = message.get("error") {
                assert!(error["code"].is_i64() && error["message"].is_string());
            } else {
                assert!(message["result"]["resultType"].is_string());
            }
            break;
        }
    }
    assert_eq!(notifications, 3);
}

#[tokio::test]
async fn http_16_no_request_is_sent_on_a_stream() {
    let mut message = call("count", json!({}));
    message["params"]["_meta"]["progressToken"] = json!(7);
    let (status, body) = read(post(&service(), &message, &[]).await).await;
    let body = body.as_str().unwrap();
    let frames = body.lines().filter_map(|line| line.strip_prefix("data: "));
    let frames: Vec<Value> = frames.map(|frame| serde_json::from_str(frame).unwrap()).collect();
    assert_eq!((status, frames.len()), (200, 4));
    assert!(frames.iter().all(|frame| frame.get("method").is_none() || frame.get("id").is_none()));
}

#[tokio::test]
async fn state_02_05_and_tool_02_two_instances_list_alike_and_read_each_others_cursors() {
    let (one, other) = (service().connect(), service().connect());
    let first = ask(&one, "tools/list", json!({})).await;
    let page = ask(&one, "tools/call", json!({"name": "names"})).await;
    let cursor = &page["result"]["structuredContent"]["next_cursor"];
    let next = ask(&other, "tools/call", json!({"name": "names", "arguments": {"cursor": cursor}})).await;
    assert_eq!(next["result"]["structuredContent"]["items"], json!([2, 3]));
    for name in ["answer", "numbers", "count"] {
        ask(&one, "tools/call", json!({"name": name})).await;
    }
    assert_eq!(first, ask(&one, "tools/list", json!({})).await);
    assert_eq!(first, ask(&other, "tools/list", json!({})).await);
}

#[tokio::test]
async fn disc_06_discovery_waits_for_nothing() {
    let connection = service().connect();
    connection.send(request(7, "tools/call", json!({"name": "wait"})).to_string());
    let discovery =
        tokio::time::timeout(Duration::from_secs(1), ask(&connection, "server/discover", json!({}))).await;
    assert_eq!(discovery.unwrap()["id"], 1);
}

#[tokio::test]
async fn ver_08_no_extension_is_declared_by_itself() {
    let discovery = ask(&service().connect(), "server/discover", json!({})).await;
    assert!(discovery["result"]["capabilities"].get("extensions").is_none());
}

#[test]
fn meta_07_and_08_our_own_key_is_well_formed_and_under_no_reserved_prefix() {
    let (prefix, name) = taffrail::FAILURE_META.split_once('/').unwrap();
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    assert!(prefix.split('.').all(is_label) && is_label(name));
    assert!(prefix.split('.').nth(1).is_none_or(|label| !matches!(label, "modelcontextprotocol" | "mcp")));
}

#[tokio::test]
async fn err_03_and_09_bad_parameters_have_one_code_and_retired_ones_are_never_used() {
    let connection = service().connect();
    let faulty = [
        request(1, "tools/list", json!({"_meta": {}})),
        call("nope", json!({})),
        request(1, "tools/list", json!({"cursor": "x"})),
        request(1, "resources/read", json!({"uri": "x:y"})),
    ];
    let mut codes = BTreeSet::new();
    for message in faulty {
        connection.send(message.to_string());
        let answer: Value = serde_json::from_str(&connection.receive().await.unwrap()).unwrap();
        codes.insert(answer["error"]["code"].as_i64().unwrap());
    }
    assert_eq!(codes, BTreeSet::from([-32602, -32601]));
}

#[tokio::test]
async fn schema_09_11_tool_01_05_and_10_definitions_are_whole() {
    let connection = service().connect();
    let discovery = ask(&connection, "server/discover", json!({})).await;
    assert_eq!(discovery["result"]["capabilities"]["tools"], json!({}));
    let list = ask(&connection, "tools/list", json!({})).await;
    let tools = list["result"]["tools"].as_array().unwrap();
    let tool = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap();
    assert_eq!(tool("answer")["inputSchema"], json!({"type": "object", "additionalProperties": false}));
    assert_eq!(tool("answer")["outputSchema"]["type"], "integer");
    assert_eq!(tool("numbers")["outputSchema"]["items"]["type"], "integer");
    for tool in tools {
        assert!(tool["description"].as_str().is_some_and(|text| !text.is_empty()));
        let hints = tool["annotations"].as_object().unwrap();
        let expected = ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"];
        assert!(hints.keys().eq(expected) && hints.values().all(Value::is_boolean));
    }
}

#[tokio::test]
async fn http_33_35_and_38_mirrored_arguments_agree_with_their_headers() {
    let service = service();
    for (arguments, headers, fits) in [
        (json!({"region": "eu"}), vec![("Mcp-Param-Region", "eu")], true),
        (json!({"region": "eu"}), vec![], false),
        (json!({"region": "eu"}), vec![("Mcp-Param-Region", "us")], false),
        (json!({"region": "日本"}), vec![("Mcp-Param-Region", "=?base64?5pel5pys?=")], true),
        (json!({}), vec![("Mcp-Param-Region", "eu")], false),
        (json!({}), vec![("Mcp-Param-Zzz", "1")], true),
        (json!({"shard": 42}), vec![("mcp-param-shard", "042")], true),
        (json!({"shard": 42}), vec![("mcp-param-shard", "42.0")], true),
        (json!({"shard": 42}), vec![("mcp-param-shard", "43")], false),
        (json!({"cold": true}), vec![("Mcp-Param-Cold", "true")], true),
        (json!({"cold": true}), vec![("Mcp-Param-Cold", "True")], false),
    ] {
        let (status, answer) = read(post(&service, &call("locate", arguments.clone()), &headers).await).await;
        if fits {
            assert!(
                status == 200 && answer["result"].get("isError").is_none(),
                "{arguments} {headers:?}: {answer}"
            );
        } else {
            assert_eq!(
                (status, answer["error"]["code"].as_i64()),
                (400, Some(-32020)),
                "{arguments} {headers:?}"
            );
        }
    }
}

#[tokio::test]
async fn http_36_a_mirrored_integer_beyond_what_doubles_carry_is_refused() {
    let shard = "9007199254740992";
    let message = call("locate", json!({"shard": 9_007_199_254_740_992_i64}));
    let (_, answer) = read(post(&service(), &message, &[("Mcp-Param-Shard", shard)]).await).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

/// The rules by which an HTTP client drops a tool without a word.
fn client_accepts_headers(schema: &Value, reachable: bool, seen: &mut Vec<String>) -> Result<(), String> {
    if let Some(header) = schema.get("x-mcp-header") {
        let name = header.as_str().ok_or("no string")?;
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if !reachable || name.is_empty() || !name.bytes().all(is_token) {
            return Err(format!("`{name}` is unreachable or no token"));
        }
        if seen.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Err(format!("`{name}` is there twice"));
        }
        seen.push(name.to_owned());
        match schema["type"].as_str() {
            Some("string" | "boolean") => {}
            Some("integer") => {
                let safe =
                    |bound: &str| schema[bound].as_i64().is_some_and(|bound| bound.unsigned_abs() < 1 << 53);
                if !(safe("minimum") && safe("maximum")) {
                    return Err(format!("`{name}` can exceed 2^53-1"));
                }
            }
            _ => return Err(format!("`{name}` is on {schema}")),
        }
    }
    for (keyword, inner) in schema.as_object().into_iter().flatten() {
        match inner {
            Value::Object(members) if keyword == "properties" => {
                members
                    .values()
                    .try_for_each(|property| client_accepts_headers(property, reachable, seen))?;
            }
            Value::Object(_) => client_accepts_headers(inner, false, seen)?,
            Value::Array(items) => {
                items.iter().try_for_each(|item| client_accepts_headers(item, false, seen))?
            }
            _ => {}
        }
    }
    Ok(())
}

#[tokio::test]
async fn tool_11_to_15_and_17_no_client_drops_a_tool_for_its_headers() {
    let list = ask(&service().connect(), "tools/list", json!({})).await;
    let mut mirrored = 0;
    for tool in list["result"]["tools"].as_array().unwrap() {
        let mut seen = Vec::new();
        client_accepts_headers(&tool["inputSchema"], true, &mut seen).unwrap();
        mirrored += seen.len();
    }
    assert_eq!(mirrored, 3);
    for bad in [
        json!({"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}),
        json!({"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}}}),
        json!({"type": "object", "properties": {"a": {"type": "integer", "x-mcp-header": "A"}}}),
    ] {
        assert!(client_accepts_headers(&bad, true, &mut Vec::new()).is_err(), "the checker itself");
    }
}

#[tokio::test]
async fn cache_07_and_08_the_lifetime_of_lists_is_a_setting() {
    let hints = |answer: Value| (answer["result"]["ttlMs"].clone(), answer["result"]["cacheScope"].clone());
    let listed = ask(&service().connect(), "tools/list", json!({})).await;
    assert_eq!(hints(listed), (json!(300_000), json!("public")));
    let cache = Cache::new(CacheScope::Private, Duration::ZERO);
    let private = Server::new(()).tools(tools![answer]).cache(cache).build().unwrap();
    let listed = ask(&private.connect(), "tools/list", json!({})).await;
    assert_eq!(hints(listed), (json!(0), json!("private")));
}

/// Keeps the fields of everything that is logged.
struct Log(Arc<Mutex<String>>);

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut |field: &tracing::field::Field, value: &dyn std::fmt::Debug| {
            self.0.lock().unwrap().push_str(&format!("{field}={value:?} "));
        });
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn canc_09_the_reason_of_a_cancellation_is_logged() {
    let log = Arc::new(Mutex::new(String::new()));
    let _logging = tracing::subscriber::set_default(Log(Arc::clone(&log)));
    let connection = service().connect();
    connection.send(request(7, "tools/call", json!({"name": "wait"})).to_string());
    let params = json!({"requestId": 7, "reason": "the user lost patience"});
    connection
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string());
    assert!(log.lock().unwrap().contains("the user lost patience"), "{log:?}");
}

#[test]
fn tool_18_mirrored_arguments_are_reported() {
    assert!(service().mirrored_headers().eq(["Cold", "Region", "Shard"]));
}
