//! Resources on the wire.

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Icon, Identity, Resource, ResourceCall, ResourceDefinition, Resources, Violations, Work};

use crate::client::{ask, post, read, request};
use crate::notes::{discover, error, result, server, service};

async fn read_uri(uri: &str) -> Value {
    result("resources/read", json!({"uri": uri})).await
}

async fn refused(uri: &str) -> (i64, String, Value) {
    error("resources/read", json!({"uri": uri})).await
}

#[tokio::test]
async fn res_01_and_disc_05_resources_are_declared_exactly_when_there_are_some() {
    assert_eq!(discover(&service()).await["capabilities"]["resources"], json!({}));
    let without = Server::new(()).build().unwrap();
    for method in ["resources/list", "resources/templates/list", "resources/read"] {
        let answer = ask(&without.connect(), method, json!({"uri": "notes://index"})).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}

#[tokio::test]
async fn res_02_03_12_and_icon_04_the_lists_say_what_there_is() {
    let list = result("resources/list", json!({})).await;
    let uris: Vec<&Value> = list["resources"].as_array().unwrap().iter().map(|one| &one["uri"]).collect();
    assert_eq!(uris, ["notes://index", "notes://nothing", "settings://all"]);
    assert_eq!(
        list["resources"][0],
        json!({
            "uri": "notes://index",
            "name": "index",
            "title": "All notes",
            "description": "All notes, one a line.",
            "mimeType": "text/plain",
            "annotations": {"audience": ["user", "assistant"], "priority": 1.0, "lastModified": "2026-07-28T09:30:00Z"},
            "size": 7,
            "icons": [{"src": "data:image/png;base64,AAAA"}]
        })
    );
    let templates = result("resources/templates/list", json!({})).await;
    assert_eq!(
        templates["resourceTemplates"],
        json!([
            {
                "uriTemplate": "notes://{id}{?length}",
                "name": "note",
                "title": "Note",
                "description": "One note.\n\n`id`: The note's number.",
            },
            {
                "uriTemplate": "paths:///{+path}",
                "name": "parts",
                "title": "Parts",
                "description": "The parts of a path.",
                "mimeType": "text/plain",
            },
        ])
    );
}

#[tokio::test]
async fn res_11_cache_01_and_05_lists_and_reads_say_how_long_they_may_be_kept() {
    for method in ["resources/list", "resources/templates/list", "prompts/list", "server/discover"] {
        let list = result(method, json!({})).await;
        assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(300_000), &json!("public")), "{method}");
    }
    let shared = read_uri("notes://index").await;
    assert_eq!((&shared["ttlMs"], &shared["cacheScope"]), (&json!(300_000), &json!("public")));
    let own = read_uri("notes://0").await;
    assert_eq!((&own["ttlMs"], &own["cacheScope"]), (&json!(0), &json!("private")));
}

#[tokio::test]
async fn res_05_08_and_16_text_and_bytes_are_read_by_uri() {
    let index = read_uri("notes://index").await;
    assert_eq!(
        index["contents"],
        json!([{"uri": "notes://index", "mimeType": "text/plain", "text": "abc\ndef"}])
    );
    let note = read_uri("notes://1").await["contents"].take();
    assert_eq!(note, json!([{"uri": "notes://1", "blob": "ZGVm"}]));
    let short = read_uri("notes://1?length=short").await["contents"].take();
    assert_eq!(short, json!([{"uri": "notes://1?length=short", "text": "d"}]));
    let settings = read_uri("settings://all").await["contents"].take();
    assert_eq!(settings, json!([{"uri": "settings://all", "mimeType": "application/json", "text": "[1,2]"}]));
    let parts = read_uri("paths:///a/b%20c").await["contents"].take();
    assert_eq!(
        parts,
        json!([
            {"uri": "paths:///a", "mimeType": "text/plain", "text": "a"},
            {"uri": "paths:///b c", "mimeType": "text/plain", "text": "b c"}
        ])
    );
}

#[tokio::test]
async fn res_06_nothing_under_a_uri_is_an_error_and_an_empty_file_is_not() {
    for uri in ["notes://99", "nope://a", "notes://nothing", "notes://1/2", "notes://1?other=1", "notes://"] {
        let (code, message, data) = refused(uri).await;
        assert_eq!((code, data), (-32602, json!({"uri": uri})), "{uri}");
        assert_eq!(message, format!("Unknown resource: {uri}"));
    }
    let empty = read_uri("notes://9").await["contents"].take();
    assert_eq!(empty, json!([{"uri": "notes://9", "mimeType": "text/markdown", "text": ""}]));
}

#[tokio::test]
async fn res_07_a_failing_backend_is_told_from_a_missing_resource() {
    let (code, message, data) = refused("notes://7").await;
    assert_eq!(code, -32603);
    assert_eq!(message, "the notes did not answer\nThis may pass: try again in 30 s.");
    assert_eq!(
        (&data["uri"], &data["taffrail/failure"]["category"]),
        (&json!("notes://7"), &json!("transient"))
    );
    let (code, message, data) = refused("notes://10").await;
    assert_eq!((code, message.as_str(), data), (-32603, "internal error", Value::Null));
    let (code, message, _) = refused("notes://11").await;
    assert_eq!(code, -32602);
    assert!(message.contains("archive some first"), "{message}");
}

#[tokio::test]
async fn res_08_a_variable_that_does_not_fit_is_told() {
    let (code, message, data) = refused("notes://seven?length=medium").await;
    assert_eq!((code, data), (-32602, json!({"uri": "notes://seven?length=medium"})));
    assert!(message.contains("`id` must be an integer, is \"seven\""), "{message}");
    assert!(message.contains("`length` must be one of `short`, `long`"), "{message}");
}

#[tokio::test]
async fn res_15_a_forbidden_resource_looks_like_an_unknown_one() {
    let (forbidden, unknown) = (refused("notes://8").await, refused("notes://12").await);
    assert_eq!(forbidden.1.replace('8', "12"), unknown.1);
    assert_eq!((forbidden.0, forbidden.2), (unknown.0, json!({"uri": "notes://8"})));
}

#[tokio::test]
async fn res_14_uris_are_checked_before_anything_is_read() {
    for uri in ["notes", "/etc/passwd", "notes://a b", "notes://%zz", "Notes://1", "notes://\u{e4}", ""] {
        let (code, message, data) = refused(uri).await;
        assert_eq!((code, data), (-32602, json!({"uri": uri})), "{uri}");
        assert!(message.starts_with("`uri` is no URI"), "{message}");
    }
    assert_eq!(error("resources/read", json!({"uri": 7})).await.0, -32602);
    assert_eq!(error("resources/read", json!({})).await.0, -32602);
    for path in ["..", "a/../b", "%2e%2e/a", "%252e%252e/a", "/etc/passwd", "a%00b", "a%5Cb", "a//b", "a/%2E"]
    {
        let (code, message, _) = refused(&format!("paths:///{path}")).await;
        assert_eq!(code, -32602, "{path}");
        assert!(message.starts_with("`path` must"), "{path}: {message}");
    }
}

#[tokio::test]
async fn http_24_the_uri_of_a_resource_is_mirrored() {
    let service = service();
    let message = request(1, "resources/read", json!({"uri": "notes://index"}));
    let (status, answer) = read(post(&service, &message, &[]).await).await;
    assert_eq!((status, &answer["result"]["resultType"]), (200, &json!("complete")));
    let other = request(1, "resources/read", json!({"uri": "notes://1"}));
    let (status, answer) = read(post(&service, &other, &[("Mcp-Name", "notes://2")]).await).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)));
    let missing = request(1, "resources/read", json!({"uri": "nope://1"}));
    let (status, answer) = read(post(&service, &missing, &[]).await).await;
    assert_eq!((status, &answer["error"]["code"]), (200, &json!(-32602)));
}

/// A resource that is made at run time and holds what it is told.
struct Made {
    definition: ResourceDefinition,
    holds: fn(&ResourceCall<'_, ()>) -> Option<Vec<Contents>>,
}

fn made(uri: &'static str) -> Made {
    Made {
        definition: ResourceDefinition::new(uri, "made", "Made at run time."),
        holds: |call| {
            let shown = call.variables.iter().map(|(name, value)| format!("{name}={value}"));
            Some(vec![Contents::text(shown.collect::<Vec<_>>().join(","))])
        },
    }
}

impl Resource<()> for Made {
    fn definition(&self) -> ResourceDefinition {
        self.definition.clone()
    }

    fn read<'a>(&'a self, call: ResourceCall<'a, ()>) -> Result<Work<'a, Option<Vec<Contents>>>, Violations> {
        Ok(Box::pin(async move { Ok((self.holds)(&call)) }))
    }
}

fn resources(all: impl IntoIterator<Item = Made>) -> Resources<()> {
    let none = Resources::new(Identity { name: "made", version: "1.0.0" });
    all.into_iter().fold(none, Resources::with)
}

fn faults(all: impl IntoIterator<Item = Made>) -> String {
    Server::new(()).resources(resources(all)).build().unwrap_err().to_string()
}

#[tokio::test]
async fn res_02_a_server_of_templates_only_lists_no_resources() {
    let service = Server::new(()).resources(resources([made("x:{a}")])).build().unwrap();
    let connection = service.connect();
    assert_eq!(ask(&connection, "resources/list", json!({})).await["result"]["resources"], json!([]));
    let templates = ask(&connection, "resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"].as_array().unwrap().len(), 1);
    let read = ask(&connection, "resources/read", json!({"uri": "x:7"})).await;
    assert_eq!(read["result"]["contents"][0]["text"], "a=7");
}

#[test]
fn res_09_and_gr_123_resources_that_answer_to_one_uri_keep_a_server_from_starting() {
    let told = faults([made("x:{a}"), made("x:{b}/c"), made("x:{+p}"), made("x:a"), made("x:a")]);
    assert!(told.contains("`x:{+p}` and `x:{a}` match the same URIs, for example `x:a`"), "{told}");
    assert!(told.contains("`x:{+p}` and `x:{b}/c` match the same URIs, for example `x:a/c`"), "{told}");
    assert!(told.contains("`x:a` and `x:{a}` match the same URIs, for example `x:a`"), "{told}");
    assert!(told.contains("resource `x:a` is registered twice"), "{told}");
    assert!(!told.contains("`x:{a}` and `x:{b}/c`"), "{told}");
}

#[tokio::test]
async fn res_09_overlaps_that_are_ordered_are_asked_in_that_order() {
    let after = |uri, others: &[&'static str]| {
        let mut made = made(uri);
        made.definition.after = others.iter().copied().map(Into::into).collect();
        made
    };
    let all = [
        after("x:{+p}", &["x:{a}", "x:{a}/raw", "x:index"]),
        after("x:{a}", &["x:index"]),
        made("x:{a}/raw"),
        made("x:index"),
    ];
    let service = Server::new(()).resources(resources(all)).build().unwrap();
    for (uri, text) in [("x:7", "a=7"), ("x:7/raw", "a=7"), ("x:7/8", "p=7/8"), ("x:index", "")] {
        let read = ask(&service.connect(), "resources/read", json!({"uri": uri})).await;
        assert_eq!(read["result"]["contents"][0]["text"], text, "{uri}");
    }
    let circle = faults([after("x:{a}", &["x:{b}"]), after("x:{b}", &["x:{a}"])]);
    assert!(circle.contains("each to be asked after the other"), "{circle}");
    let lost = faults([after("x:{a}", &["y:{b}"])]);
    assert!(lost.contains("after `y:{b}`, which the server does not have"), "{lost}");
}

#[test]
fn res_04_03_gr_122_and_icon_01_definitions_made_at_run_time_are_checked() {
    let mut odd = made("x:{a}");
    odd.definition.size = Some(7);
    odd.definition.completes = vec!["b".into()].into();
    odd.definition.icons = vec![Icon::new("http://example.com/a.png")].into();
    odd.definition.description = " ".into();
    let told = faults([made("notes"), made("x:{a*}"), made("x:%"), odd]);
    for fault in [
        "resource `notes`: it is not absolute",
        "resource `x:{a*}`: `{a*}` cannot be matched back",
        "resource `x:%`: `%` must be followed",
        "a template has no size",
        "it completes `b`, which is none of its variables",
        "the icon source `http://example.com/a.png`",
        "it has no description",
    ] {
        assert!(told.contains(fault), "{fault}: {told}");
    }
}

#[tokio::test]
async fn res_05_what_is_larger_than_the_limit_is_not_sent() {
    let limits = taffrail::Limits::default().result_bytes(3);
    let service = server().limits(limits).build().unwrap();
    let answer = ask(&service.connect(), "resources/read", json!({"uri": "notes://index"})).await;
    assert_eq!(answer["error"]["code"], -32603);
    let fits = ask(&service.connect(), "resources/read", json!({"uri": "notes://1"})).await;
    assert!(fits["result"]["contents"].is_array(), "{fits}");
}

#[tokio::test]
async fn icon_01_02_and_04_the_server_shows_its_icons_once() {
    let server = server().icon(Icon::new("https://example.com/a.svg").size("any"));
    let service = server.build().unwrap();
    const INFO: &str = "io.modelcontextprotocol/serverInfo";
    let shown = &discover(&service).await["_meta"][INFO]["icons"];
    assert_eq!(*shown, json!([{"src": "https://example.com/a.svg", "sizes": ["any"]}]));
    let list = ask(&service.connect(), "prompts/list", json!({})).await;
    assert_eq!(list["result"]["_meta"][INFO]["icons"], Value::Null);
    let error = crate::notes::server().icon(Icon::new("javascript:alert(1)")).build().unwrap_err();
    assert!(error.to_string().contains("the icon source `javascript:alert(1)`"), "{error}");
}
