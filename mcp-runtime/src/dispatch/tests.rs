//! Requirements that dispatch decides, with tools as simple as they can be.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use taffrail_core::schema::Schema;
use taffrail_core::{
    Call, Capability, Definition, Effect, Failure, Identity, Json, Refusal, Running, Text, Tool, Tools,
    Violation, Violations,
};

use super::assemble::Assembly;
use super::*;
use crate::limit::RateLimit;
use crate::lock::lock;

/// A tool that does what a test wants.
pub(super) struct Probe {
    definition: Definition,
    act: fn(&str) -> taffrail_core::Outcome,
}

pub(super) fn probe(name: &'static str, act: fn(&str) -> taffrail_core::Outcome) -> Probe {
    let input = Schema::verbatim(json!({"type": "object", "properties": {"x": {"type": "string"}}}));
    Probe { definition: Definition::new(name, "Does what a test wants.", Effect::Readonly, input), act }
}

impl Tool<AtomicUsize> for Probe {
    fn definition(&self) -> Definition {
        self.definition.clone()
    }

    fn call<'a>(&'a self, call: Call<'a, AtomicUsize>) -> Result<Running<'a>, Violations> {
        if call.arguments.contains("refuse") {
            let problem = String::from("must be something else");
            return Err(Violations::from(vec![Violation { argument: "x".into(), problem }]));
        }
        Ok(Box::pin(async move {
            call.state.fetch_add(1, Ordering::Relaxed);
            (self.act)(call.arguments)
        }))
    }
}

fn needing(name: &'static str, needs: &'static [Capability]) -> Probe {
    let mut probe = probe(name, |_| Ok(Text::new("ran").into()));
    probe.definition.needs = needs.into();
    probe
}

/// A tool that never ends by itself, with a limit of its own.
struct Hanging;

impl Tool<AtomicUsize> for Hanging {
    fn definition(&self) -> Definition {
        let mut definition = Definition::new("hang", "Hangs.", Effect::Readonly, Schema::no_arguments());
        definition.timeout = Some(std::time::Duration::from_millis(20));
        definition
    }

    fn call<'a>(&'a self, _: Call<'a, AtomicUsize>) -> Result<Running<'a>, Violations> {
        Ok(Box::pin(std::future::pending()))
    }
}

fn tools() -> Tools<AtomicUsize> {
    Tools::new(Identity { name: "ledger", version: "1.2.3" })
        .with(probe("zebra", |_| Ok(Text::new("stripes").into())))
        .with(probe("answer", |_| taffrail_core::IntoReply::into_reply(Json(42))))
        .with(probe("fails", |_| Err(Failure::business("over the limit", "ask the owner").into())))
        .with(probe("breaks", |_| Err(Refusal::Internal("postgres://admin:hunter2@db".into()))))
        .with(probe("panics", |_| panic!("hunter2")))
        .with(probe("long", |_| Ok(Text::new("ä".repeat(2_000_000)).into())))
        .with(needing("asks", &[Capability::Sampling]))
        .with(Hanging)
}

fn assembly() -> Assembly {
    counting(&Arc::default())
}

/// As `assembly`, with a count of the tools that ran.
fn counting(ran: &Arc<AtomicUsize>) -> Assembly {
    let mut assembly = Assembly::new();
    assembly.tools.push(tools().with_state(ran));
    assembly
}

fn service() -> Service {
    assembly().assemble().unwrap()
}

#[derive(Default)]
struct Silence(Mutex<usize>);

impl Outlet for Silence {
    fn notify(&self, _: Vec<u8>) {
        *lock(&self.0) += 1;
    }
}

/// The headers of a test, by lower-case name.
struct Headers(Vec<(&'static str, Vec<u8>)>);

impl Mirrors for Headers {
    fn get(&self, name: &str) -> Mirrored<'_> {
        let mut values =
            self.0.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        match (values.next(), values.next()) {
            (None, _) => Mirrored::Absent,
            (Some(value), None) => Mirrored::One(value),
            (Some(_), Some(_)) => Mirrored::Many,
        }
    }
}

async fn send(service: &Service, message: &Value, headers: Option<&Headers>) -> (u16, Value) {
    let message = message.to_string();
    let answer = match service.open(message.as_bytes()) {
        Ok(Incoming::Request(request)) => {
            let mirrors = headers.map(|headers| headers as &dyn Mirrors);
            service.respond(request, Exchange { mirrors, outlet: Arc::new(Silence::default()) }).await
        }
        Ok(other) => panic!("no request: {other:?}"),
        Err(answer) => answer,
    };
    (answer.status, serde_json::from_slice(&answer.body.to_vec()).unwrap())
}

fn meta() -> Value {
    json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}})
}

fn request(method: &str, mut params: Value) -> Value {
    if params.get("_meta").is_none() {
        params["_meta"] = meta();
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

async fn call(name: &str, arguments: Value) -> (u16, Value) {
    send(&service(), &request("tools/call", json!({"name": name, "arguments": arguments})), None).await
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

#[tokio::test]
async fn meta_01_and_02_a_request_without_its_meta_is_refused() {
    let mut faulty = vec![json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"})];
    let mut bare = request("server/discover", json!({}));
    bare["params"] = json!({});
    faulty.push(bare);
    for (key, value) in [
        ("io.modelcontextprotocol/protocolVersion", json!(7)),
        ("io.modelcontextprotocol/clientCapabilities", Value::Null),
        ("io.modelcontextprotocol/clientCapabilities", json!([])),
        ("io.modelcontextprotocol/clientCapabilities", json!("x")),
    ] {
        let mut with = meta();
        with[key] = value;
        faulty.push(request("server/discover", json!({"_meta": with})));
        let mut without = meta();
        without.as_object_mut().unwrap().remove(key);
        faulty.push(request("server/discover", json!({"_meta": without})));
    }
    faulty.push(request("server/discover", json!({"_meta": 7})));
    for message in faulty {
        let (status, answer) = send(&service(), &message, None).await;
        assert_eq!((status, code(&answer)), (400, -32602), "{message}");
    }
}

#[tokio::test]
async fn meta_03_04_09_and_12_what_is_optional_or_unknown_is_tolerated() {
    let mut odd = meta();
    odd["io.modelcontextprotocol/clientInfo"] = json!(7);
    odd["io.modelcontextprotocol/future"] = json!(1);
    odd["traceparent"] = json!("nonsense");
    odd["io.modelcontextprotocol/clientCapabilities"] = json!({"foo": 1});
    let (status, answer) =
        send(&service(), &request("tools/list", json!({"_meta": odd, "foo": 1})), None).await;
    assert_eq!((status, answer["result"]["resultType"].as_str()), (200, Some("complete")));
}

#[tokio::test]
async fn meta_06_base_08_and_tool_25_every_result_says_who_answers_and_that_it_is_complete() {
    for message in [
        request("server/discover", json!({})),
        request("tools/list", json!({})),
        request("tools/call", json!({"name": "answer"})),
        request("tools/call", json!({"name": "fails"})),
    ] {
        let (_, answer) = send(&service(), &message, None).await;
        let result = &answer["result"];
        assert_eq!(result["resultType"], "complete");
        assert_eq!(
            result["_meta"]["io.modelcontextprotocol/serverInfo"],
            json!({"name": "ledger", "version": "1.2.3"})
        );
        assert_eq!(result["content"].is_array(), message["method"] == "tools/call");
    }
    let (_, answer) = call("breaks", json!({})).await;
    assert!(!answer.to_string().contains("serverInfo"));
}

#[tokio::test]
async fn ver_01_to_05_only_the_exact_version_is_spoken_and_each_request_stands_alone() {
    let service = service();
    for version in ["1900-01-01", "v999.0.0", "2026-07-29", "2026-7-28", "2026-07-28 "] {
        let mut other = meta();
        other["io.modelcontextprotocol/protocolVersion"] = json!(version);
        let (status, answer) =
            send(&service, &request("server/discover", json!({"_meta": other})), None).await;
        assert_eq!((status, code(&answer)), (400, -32022));
        assert_eq!(answer["error"]["data"]["requested"], version);
        let (_, discovery) = send(&service, &request("server/discover", json!({})), None).await;
        assert_eq!(answer["error"]["data"]["supported"], discovery["result"]["supportedVersions"]);
    }
}

#[tokio::test]
async fn ver_10_initialize_learns_which_version_is_spoken() {
    let modern = request("initialize", json!({}));
    let legacy = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}});
    let no_headers = Headers(Vec::new());
    let mut assembly = assembly();
    assembly.legacy = false;
    let modern_only = assembly.assemble().unwrap();
    for (message, headers, expected) in
        [(&modern, None, -32601), (&legacy, None, -32602), (&legacy, Some(&no_headers), -32020)]
    {
        let (_, answer) = send(&modern_only, message, headers).await;
        assert_eq!(code(&answer), expected);
        assert!(answer["error"]["message"].as_str().unwrap().contains("2026-07-28"));
        assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
    }
}

#[tokio::test]
async fn disc_01_to_05_and_07_discovery_says_what_is_served() {
    let (_, answer) = send(&service(), &request("server/discover", json!({"inputResponses": 1})), None).await;
    let result = &answer["result"];
    assert_eq!(result["supportedVersions"], json!(["2026-07-28", "2025-11-25", "2025-06-18"]));
    assert_eq!(result["capabilities"], json!({"tools": {}}));
    assert!(result["ttlMs"].is_u64() && result["cacheScope"] == "public");
    assert!(result.get("serverInfo").is_none() && result.get("instructions").is_none());

    let mut assembly = Assembly::new();
    assembly.instructions = Some("Ask for \"help\".".into());
    let empty = assembly.assemble().unwrap();
    let (_, answer) = send(&empty, &request("server/discover", json!({})), None).await;
    assert_eq!(answer["result"]["capabilities"], json!({}));
    assert_eq!(answer["result"]["instructions"], "Ask for \"help\".");
    let (status, answer) = send(&empty, &request("tools/list", json!({})), None).await;
    assert_eq!((status, code(&answer)), (404, -32601));
}

#[tokio::test]
async fn err_08_unknown_removed_and_client_methods_do_not_exist() {
    for method in [
        "unknown/method",
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "roots/list",
        "sampling/createMessage",
        "elicitation/create",
        "prompts/list",
        "tasks/get",
        "TOOLS/LIST",
        "",
    ] {
        let (status, answer) = send(&service(), &request(method, json!({})), None).await;
        assert_eq!((status, code(&answer)), (404, -32601), "{method}");
    }
}

#[tokio::test]
async fn tool_08_20_and_23_the_target_of_a_call_is_checked() {
    for params in [
        json!({"name": "nope"}),
        json!({"name": "ANSWER"}),
        json!({}),
        json!({"name": 7}),
        json!({"name": "answer", "arguments": []}),
        json!({"name": "answer", "arguments": null}),
    ] {
        let (status, answer) = send(&service(), &request("tools/call", params.clone()), None).await;
        assert_eq!((status, code(&answer)), (200, -32602), "{params}");
    }
    let (_, answer) = call("nope", json!({})).await;
    assert_eq!(answer["error"]["message"], "Unknown tool: nope");
    let (_, answer) = send(&service(), &request("tools/call", json!({"name": "zebra"})), None).await;
    assert_eq!(answer["result"]["content"], json!([{"type": "text", "text": "stripes"}]));
}

#[tokio::test]
async fn tool_22_24_and_29_the_model_sees_what_it_can_act_on() {
    let (_, answer) = call("zebra", json!({"x": "refuse"})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(
        answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("`x` must be something else")
    );
    let (_, answer) = call("fails", json!({})).await;
    let result = &answer["result"];
    assert_eq!((&result["isError"], result.get("structuredContent")), (&json!(true), None));
    assert_eq!(result["_meta"]["taffrail/failure"]["category"], "business");
}

#[tokio::test]
async fn err_10_11_and_12_faults_of_the_server_tell_nothing() {
    for name in ["breaks", "panics"] {
        let service = service();
        let (status, answer) = send(&service, &request("tools/call", json!({"name": name})), None).await;
        assert_eq!((status, code(&answer)), (200, -32603));
        assert!(!answer.to_string().contains("hunter2"));
        let (_, after) = send(&service, &request("tools/call", json!({"name": "answer"})), None).await;
        assert_eq!(after["result"]["structuredContent"], 42);
    }
}

#[tokio::test]
async fn tool_27_structured_content_is_repeated_as_text() {
    let (_, answer) = call("answer", json!({})).await;
    assert_eq!(answer["result"]["structuredContent"], 42);
    assert_eq!(answer["result"]["content"], json!([{"type": "text", "text": "42"}]));
}

#[tokio::test]
async fn meta_11_12_and_state_01_a_missing_capability_is_found_before_the_tool_runs() {
    let ran = Arc::default();
    let service = counting(&ran).assemble().unwrap();
    let (status, answer) = send(&service, &request("tools/call", json!({"name": "asks"})), None).await;
    assert_eq!((status, code(&answer)), (400, -32021));
    assert_eq!(answer["error"]["data"], json!({"requiredCapabilities": {"sampling": {}}}));
    let mut able = meta();
    able["io.modelcontextprotocol/clientCapabilities"] = json!({"sampling": {}});
    let (_, answer) =
        send(&service, &request("tools/call", json!({"name": "asks", "_meta": able})), None).await;
    assert_eq!(answer["result"]["content"][0]["text"], "ran");
    let (_, again) = send(&service, &request("tools/call", json!({"name": "asks"})), None).await;
    assert_eq!(code(&again), -32021);
    assert_eq!(ran.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn prog_04_and_log_05_odd_optional_meta_is_refused() {
    for (key, value) in [
        ("progressToken", json!(1.5)),
        ("progressToken", json!({})),
        ("io.modelcontextprotocol/logLevel", json!("loud")),
    ] {
        let mut odd = meta();
        odd[key] = value;
        let (status, answer) =
            send(&service(), &request("tools/call", json!({"name": "answer", "_meta": odd})), None).await;
        assert_eq!((status, code(&answer)), (200, -32602), "{key}");
    }
}

#[tokio::test]
async fn page_04_a_cursor_that_was_not_given_out_is_refused() {
    for cursor in [json!("garbage"), json!(""), json!(7)] {
        let (_, answer) = send(&service(), &request("tools/list", json!({"cursor": cursor})), None).await;
        assert_eq!(code(&answer), -32602);
    }
}

fn headers(method: &'static str) -> Vec<(&'static str, Vec<u8>)> {
    vec![("mcp-protocol-version", b"2026-07-28".to_vec()), ("mcp-method", method.into())]
}

#[tokio::test]
async fn http_23_to_26_40_and_42_the_headers_agree_with_the_body() {
    let list = request("tools/list", json!({}));
    let call = request("tools/call", json!({"name": "answer"}));
    let named = |name: &[u8]| [headers("tools/call"), vec![("MCP-NAME", name.to_vec())]].concat();
    for (message, given, fits) in [
        (&list, headers("tools/list"), true),
        (&list, headers("prompts/list"), false),
        (&list, headers("TOOLS/LIST"), false),
        (&list, headers("tools/list")[..1].to_vec(), false),
        (&list, headers("tools/list")[1..].to_vec(), false),
        (&list, [headers("tools/list"), headers("tools/list")].concat(), false),
        (&list, [headers("tools/list"), vec![("mcp-name", b"ignored".to_vec())]].concat(), true),
        (&call, headers("tools/call"), false),
        (&call, named(b"answer"), true),
        (&call, named(b"  answer "), true),
        (&call, named(b"zebra"), false),
        (&call, named(b"=?base64?YW5zd2Vy?="), true),
        (&call, named(b"\xe9"), false),
        (&call, [named(b"answer"), vec![("mcp-name", b"answer".to_vec())]].concat(), false),
        (&call, [named(b"answer"), vec![("mcp-param-zzz", b"1".to_vec())]].concat(), true),
    ] {
        let (status, answer) = send(&service(), message, Some(&Headers(given.clone()))).await;
        if fits {
            assert_eq!(status, 200, "{given:?} {answer}");
        } else {
            assert_eq!((status, code(&answer), &answer["id"]), (400, -32020, &json!(1)), "{given:?}");
        }
    }
}

#[tokio::test]
async fn order_01_the_first_fault_in_order_is_the_answer() {
    let versioned = |header: &'static [u8], body: &str, method: &str, header_method: &'static [u8]| {
        let mut with = meta();
        with["io.modelcontextprotocol/protocolVersion"] = json!(body);
        let given = vec![("mcp-protocol-version", header.to_vec()), ("mcp-method", header_method.to_vec())];
        (request(method, json!({"_meta": with})), given)
    };
    let mut bare = request("tools/list", json!({}));
    bare["params"] = json!({});
    for ((message, given), status, expected) in [
        (versioned(b"2026-07-28", "v999", "tools/list", b"tools/list"), 400, -32020),
        (versioned(b"v999", "v999", "tools/list", b"tools/list"), 400, -32022),
        (versioned(b"2026-07-28", "2026-07-28", "nope/x", b"tools/list"), 400, -32020),
        (versioned(b"2026-07-28", "2026-07-28", "nope/x", b"nope/x"), 404, -32601),
        ((bare.clone(), headers("tools/list")), 400, -32602),
        ((bare, headers("tools/list")[1..].to_vec()), 400, -32020),
    ] {
        let (got, answer) = send(&service(), &message, Some(&Headers(given))).await;
        assert_eq!((got, code(&answer)), (status, expected));
    }
}

#[tokio::test]
async fn canc_10_err_13_and_sec_04_a_call_has_a_time_limit() {
    let (_, answer) = call("hang", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["_meta"]["taffrail/failure"]["category"], "transient");
}

#[tokio::test]
async fn tool_33_and_sec_04_a_long_text_is_cut_and_says_so() {
    let (_, answer) = call("long", json!({})).await;
    let blocks = answer["result"]["content"].as_array().unwrap();
    assert!(blocks[0]["text"].as_str().unwrap().len() <= 1 << 20);
    assert!(
        blocks[1]["text"].as_str().unwrap().starts_with("[Cut: the first 1048576 of 4000000 bytes are shown")
    );
}

#[tokio::test]
async fn tool_32_and_sec_01_too_many_calls_are_told_when_to_come_again() {
    let mut assembly = assembly();
    assembly.rate = Some(RateLimit::new(0.01, 1));
    let service = assembly.assemble().unwrap();
    let message = request("tools/call", json!({"name": "answer"}));
    assert!(send(&service, &message, None).await.1["result"].get("isError").is_none());
    let (_, answer) = send(&service, &message, None).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(answer["result"]["_meta"]["taffrail/failure"]["retryAfterSeconds"].as_u64() > Some(50));
}

#[tokio::test]
async fn tool_03_09_10_and_cache_01_to_04_the_list_is_the_same_every_time() {
    let (_, answer) = send(&service(), &request("tools/list", json!({})), None).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["answer", "asks", "breaks", "fails", "hang", "long", "panics", "zebra"]);
    for tool in tools {
        assert_eq!(
            tool["annotations"].as_object().unwrap().values().filter(|hint| hint.is_boolean()).count(),
            4
        );
    }
    assert!(answer["result"]["ttlMs"].is_u64() && answer["result"]["cacheScope"] == "public");
    for _ in 0..100 {
        assert_eq!(service().listing(), service().listing());
    }
    let mut declared = assembly();
    declared.order = Order::Declared;
    assert_eq!(declared.assemble().unwrap().definitions().next().unwrap().name, "zebra");
    let (_, answer) = call("answer", json!({})).await;
    assert!(answer["result"].get("ttlMs").is_none() && answer["result"].get("cacheScope").is_none());
}

#[test]
fn gr_05_and_tool_07_all_faults_of_assembling_are_told_at_once() {
    let mut assembly = assembly();
    assembly.limits = Limits::default().message_bytes(0);
    let draft_4 =
        Schema::verbatim(json!({"$schema": "http://json-schema.org/draft-04/schema", "type": "object"}));
    let mut faulty = probe("Zebra", |_| Ok(Text::new("").into()));
    faulty.definition.input = draft_4;
    let unnamed = probe("a b", |_| Ok(Text::new("").into()));
    assembly.tools.push(
        Tools::new(Identity { name: "x", version: "1" })
            .with(faulty)
            .with(unnamed)
            .with_state(&Arc::default()),
    );
    let error = assembly.assemble().unwrap_err();
    let text = error.to_string();
    for part in ["`message_bytes` is zero", "tool `Zebra` is registered twice", "draft-04", "tool name `a b`"]
    {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(error.faults().count(), 4, "{text}");
}

#[tokio::test]
async fn base_03_ids_come_back_digit_for_digit() {
    for id in ["1", "\"1\"", "9007199254740993", "-1", "0", "\"\"", r#""a\u0062\"""#] {
        let message = request("server/discover", json!({})).to_string().replacen(
            "\"id\":1",
            &format!("\"id\":{id}"),
            1,
        );
        let service = service();
        let Ok(Incoming::Request(request)) = service.open(message.as_bytes()) else { panic!("{id}") };
        let exchange = Exchange { mirrors: None, outlet: Arc::new(Silence::default()) };
        let answer = String::from_utf8(service.respond(request, exchange).await.body.to_vec()).unwrap();
        assert!(answer.starts_with(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},")), "{answer}");
    }
}
