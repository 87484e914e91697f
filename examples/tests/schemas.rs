//! Schemas: portable, valid, and exactly what is accepted. The third opinion is a validator that we did not write.

#[path = "../every_type/types.rs"]
mod every_type;

use std::sync::LazyLock;

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use taffrail::{Memory, Server, tools};
use tokio::runtime::Runtime;

use self::every_type::{accept_dates, accept_numbers, accept_shapes, accept_texts, give_shapes};

fn connection() -> Memory {
    let tools = tools![accept_numbers, accept_texts, accept_shapes, accept_dates, give_shapes];
    Server::new(()).tools(tools).no_rate_limit("a test calls as often as it can").build().unwrap().connect()
}

async fn ask(connection: &Memory, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    connection.send(json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string());
    serde_json::from_str(&connection.receive().await.unwrap()).unwrap()
}

fn listed() -> Vec<Value> {
    let runtime = Runtime::new().unwrap();
    let mut answer = runtime.block_on(async { ask(&connection(), "tools/list", json!({})).await });
    answer["result"]["tools"].as_array_mut().unwrap().drain(..).collect()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::options().should_validate_formats(true).build(schema).unwrap()
}

#[test]
fn schema_01_02_04_and_tool_13_published_schemas_are_valid_and_portable() {
    for tool in listed() {
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            if schema.is_null() {
                continue;
            }
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{schema}");
            assert_eq!(schema["type"], "object");
            assert_portable(schema, &tool["name"]);
        }
    }
}

/// What makes a schema portable: one scalar `type`, no references, no nullable unions, no numeric formats.
fn assert_portable(schema: &Value, place: &Value) {
    let Value::Object(members) = schema else { panic!("no schema in {place}: {schema}") };
    for keyword in ["$ref", "$schema", "$defs", "definitions"] {
        assert!(!members.contains_key(keyword), "{keyword} in {place}: {schema}");
    }
    let name = members.get("type").map(|name| name.as_str().unwrap_or_default());
    assert!(name.is_none_or(|name| !matches!(name, "" | "null")), "type in {place}: {schema}");
    let numeric = matches!(name, Some("integer" | "number"));
    assert!(!(numeric && members.contains_key("format")), "a numeric format in {place}: {schema}");
    let properties = members.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(Map::values).for_each(|inner| assert_portable(inner, place));
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner @ Value::Object(_)) = members.get(keyword) {
            assert_portable(inner, place);
        }
    }
    for keyword in ["oneOf", "anyOf", "prefixItems"] {
        let variants = members.get(keyword).and_then(Value::as_array);
        variants.into_iter().flatten().for_each(|inner| assert_portable(inner, place));
    }
}

#[test]
fn tool_27_and_28_structured_results_satisfy_their_schema_and_are_repeated_as_text() {
    let tools = listed();
    let schema = &tools.iter().find(|tool| tool["name"] == "give_shapes").unwrap()["outputSchema"];
    let validator = validator(schema);
    let runtime = Runtime::new().unwrap();
    for sparse in [true, false] {
        let params = json!({"name": "give_shapes", "arguments": {"sparse": sparse}});
        let answer = runtime.block_on(async { ask(&connection(), "tools/call", params).await });
        let result = &answer["result"];
        let structured = &result["structuredContent"];
        assert!(validator.is_valid(structured), "{structured} against {schema}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *structured);
    }
}

/// Values of every kind, those that are nearly right above all.
fn values() -> BoxedStrategy<Value> {
    let numbers = json!([
        0,
        -1,
        1,
        5,
        6,
        127,
        128,
        -128,
        -129,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        2_147_483_647_i64,
        2_147_483_648_i64,
        4_294_967_295_u64,
        4_294_967_296_u64,
        i64::MAX,
        i64::MIN,
        u64::MAX,
        0.5,
        1.5,
        1.0,
        -0.0,
        1e300,
        3.4e38,
        3.5e38,
        2.0,
        1e2,
    ]);
    let texts = [
        "",
        "a",
        "ab",
        "abcde",
        "abcdef",
        "äöüäö",
        "007",
        "0070",
        "x007",
        "١٢٣",
        "dark-red",
        "Dark-Red",
        "green!",
        "\u{1f600}",
        "7",
        "2026-07-28",
        "2026-7-28",
        "2026-02-30",
        "20260728",
        "2026-07-28T09:30:00Z",
        "2026-07-28T09:30:00+02:00",
        "2026-07-28 09:30",
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "https://example.com/a?b#c",
        "example.com",
        "urn:a:b",
    ];
    let leaf = prop_oneof![
        prop::sample::select(numbers.as_array().unwrap().clone()),
        prop::sample::select(texts.to_vec()).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u8>().prop_map(Value::from),
        (-2.0_f64..2.0).prop_map(Value::from),
        "[a-z0-9é]{0,6}".prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!({"streetName": "Quay"})),
        Just(json!({"streetName": "Quay", "number": 1})),
        Just(json!({"streetName": "Quay", "number": 0})),
        Just(json!({"street_name": "Quay"})),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..3)
                .prop_map(|map| Value::from(Map::from_iter(map))),
        ]
    })
    .boxed()
}

/// Arguments for a tool: each parameter with a value that is likely right, one of any kind, or none.
fn arguments(schema: &Value) -> BoxedStrategy<Value> {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let members = schema["properties"].as_object().unwrap().iter().map(|(name, property)| {
        let weight = if required.iter().any(|required| required == name.as_str()) { 60 } else { 2 };
        let value = prop_oneof![60 => fitting(property), 1 => values()];
        (Just(name.clone()), prop_oneof![weight => value.prop_map(Some), 1 => Just(None)])
    });
    let stray = prop_oneof![30 => Just(None), 1 => "[a-z]{1,4}".prop_map(Some)];
    (members.collect::<Vec<_>>(), stray)
        .prop_map(|(members, stray)| {
            let given = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
            Value::Object(given.chain(stray.map(|name| (name, json!(1)))).collect())
        })
        .boxed()
}

/// Values that probably satisfy a schema.
fn fitting(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |name: &str, otherwise: i64| schema[name].as_i64().unwrap_or(otherwise);
    match schema["type"].as_str() {
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        Some("integer") => (bound("minimum", 0)..=bound("maximum", i64::MAX)).prop_map(Value::from).boxed(),
        Some("number") => (0.45_f64..1.55).prop_map(Value::from).boxed(),
        Some("array") => {
            let length = schema["minItems"].as_u64().unwrap_or(0)..=schema["maxItems"].as_u64().unwrap_or(2);
            let length = usize::try_from(*length.start()).unwrap()..=usize::try_from(*length.end()).unwrap();
            prop::collection::vec(fitting(&schema["items"]), length).prop_map(Value::from).boxed()
        }
        Some("object") if schema["properties"].is_object() => arguments(schema),
        Some("object") => {
            prop::collection::btree_map("[a-c]", fitting(&schema["additionalProperties"]), 0..3)
                .prop_map(|map| Value::from(Map::from_iter(map)))
                .boxed()
        }
        Some("string") if schema["enum"].is_array() => {
            prop::sample::select(schema["enum"].as_array().unwrap().clone()).boxed()
        }
        Some("string") if schema["maxLength"] == 1 => "[aä😀]".prop_map(Value::from).boxed(),
        Some("string") if schema["pattern"].is_string() => "[0-9]{3}".prop_map(Value::from).boxed(),
        Some("string") if schema["maxLength"].is_u64() => "[aä]{2,6}".prop_map(Value::from).boxed(),
        Some("string") if schema["format"].is_string() => match schema["format"].as_str().unwrap() {
            "date" => Just(json!("2026-07-28")).boxed(),
            "date-time" => Just(json!("2026-07-28T09:30:00.5+02:00")).boxed(),
            "uuid" => Just(json!("67E55044-10b1-426f-9247-bb680e5fe0c8")).boxed(),
            _ => Just(json!("https://example.com/a%20b?c=d#e")).boxed(),
        },
        Some("string") => "[a-zé\\PC]{0,8}".prop_map(Value::from).boxed(),
        _ => values(),
    }
}

/// Whether a call was accepted, and what was said; the tools themselves never fail.
async fn is_accepted(connection: &Memory, name: &str, arguments: &Value) -> (bool, String) {
    let answer = ask(connection, "tools/call", json!({"name": name, "arguments": arguments})).await;
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
    (result.get("isError").is_none(), text)
}

fn exactly_what_is_published_is_accepted(name: &str) {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
    let tools = listed();
    let schema = &tools.iter().find(|tool| tool["name"] == name).unwrap()["inputSchema"];
    let validator = validator(schema);
    let connection = RUNTIME.block_on(async { connection() });
    let mut runner = TestRunner::new(Config { cases: 3000, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&arguments(schema), |arguments| {
        let valid = validator.is_valid(&arguments);
        let (taken, text) = RUNTIME.block_on(is_accepted(&connection, name, &arguments));
        prop_assert_eq!(taken, valid, "{} said: {}", &arguments, text);
        Ok(())
    });
    outcome.unwrap();
    // The comparison means something only if both kinds come up often.
    let (mut runner, strategy) = (TestRunner::deterministic(), arguments(schema));
    let sample = (0..300).map(|_| strategy.new_tree(&mut runner).unwrap().current());
    let accepted = sample.filter(|arguments| validator.is_valid(arguments)).count();
    assert!((30..=290).contains(&accepted), "{accepted} of 300 accepted");
}

#[test]
fn tool_21_and_schema_12_numbers_are_accepted_exactly_as_published() {
    exactly_what_is_published_is_accepted("accept_numbers");
}

#[test]
fn tool_21_and_schema_12_texts_are_accepted_exactly_as_published() {
    exactly_what_is_published_is_accepted("accept_texts");
}

#[test]
fn tool_21_and_schema_12_shapes_are_accepted_exactly_as_published() {
    exactly_what_is_published_is_accepted("accept_shapes");
}

#[test]
fn tool_21_and_schema_12_dates_and_ids_are_accepted_exactly_as_published() {
    exactly_what_is_published_is_accepted("accept_dates");
}
