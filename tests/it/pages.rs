//! Lists in pages.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Cache, CacheScope, Memory};

use crate::client::ask;
use crate::notes::server;

/// Counts.
#[tool(readonly, closed_world, when = "a count is wanted", icon = "https://example.com/count.png")]
async fn count() -> &'static str {
    "one"
}

/// Sums.
#[tool(readonly, closed_world, when = "a sum is wanted")]
async fn sum() -> &'static str {
    "two"
}

fn paged(items: usize) -> Memory {
    let cache = Cache::new(CacheScope::Private, std::time::Duration::from_secs(1));
    server().tools(tools![count, sum]).page_size(items).cache(cache).build().unwrap().connect()
}

const LISTS: [(&str, &str, &str, usize); 4] = [
    ("tools/list", "tools", "name", 2),
    ("prompts/list", "prompts", "name", 5),
    ("resources/list", "resources", "uri", 3),
    ("resources/templates/list", "resourceTemplates", "uriTemplate", 2),
];

#[tokio::test]
async fn page_01_02_03_and_06_all_four_lists_can_be_walked() {
    let connection = paged(1);
    for (method, member, key, count) in LISTS {
        let (mut seen, mut pages, mut cursor) = (BTreeSet::new(), 0, None);
        loop {
            let params = cursor.map_or(json!({}), |cursor: Value| json!({"cursor": cursor}));
            let page = ask(&connection, method, params).await["result"].take();
            assert_eq!((&page["ttlMs"], &page["cacheScope"]), (&json!(1000), &json!("private")));
            for item in page[member].as_array().unwrap() {
                assert!(seen.insert(item[key].as_str().unwrap().to_owned()), "{method}: {item}");
            }
            pages += 1;
            match page.get("nextCursor") {
                Some(next) => cursor = Some(next.clone()),
                None => break,
            }
        }
        assert_eq!((seen.len(), pages), (count, count), "{method}");
    }
}

#[tokio::test]
async fn page_04_and_05_cursors_belong_to_one_list() {
    let connection = paged(1);
    for (method, ..) in LISTS {
        for (other, ..) in LISTS {
            let cursor = ask(&connection, other, json!({})).await["result"]["nextCursor"].take();
            let page = ask(&connection, method, json!({"cursor": cursor})).await;
            assert_eq!(page["error"]["code"] == -32602, method != other, "{method} {other} {page}");
        }
        for cursor in [json!(""), json!("garbage"), json!(7), json!(null)] {
            let page = ask(&connection, method, json!({"cursor": cursor})).await;
            assert_eq!(page["error"]["code"], -32602, "{method} {cursor}");
        }
    }
}

#[tokio::test]
async fn page_01_a_page_is_bounded_in_bytes_as_well() {
    let connection = server().page_bytes(1).build().unwrap().connect();
    let page = ask(&connection, "prompts/list", json!({})).await["result"].take();
    assert_eq!(page["prompts"].as_array().unwrap().len(), 1);
    let error = server().page_size(0).page_bytes(0).build().unwrap_err();
    assert_eq!(error.faults().count(), 2, "{error}");
}

#[tokio::test]
async fn icon_04_a_tool_shows_its_icons() {
    let tools = ask(&paged(9), "tools/list", json!({})).await["result"]["tools"].take();
    assert_eq!(tools[0]["icons"], json!([{"src": "https://example.com/count.png"}]));
    assert_eq!(tools[1].get("icons"), None);
}

#[tokio::test]
async fn page_04_no_made_up_cursor_leads_to_a_page() {
    let connection = server().page_size(1).build().unwrap().connect();
    let real = ask(&connection, "prompts/list", json!({})).await["result"]["nextCursor"]
        .as_str()
        .unwrap()
        .to_owned();
    for at in 0..real.len() {
        for other in ['A', 'z', '_', '='] {
            let mut cursor = real.clone();
            cursor.replace_range(at..=at, &other.to_string());
            let page = ask(&connection, "prompts/list", json!({ "cursor": cursor })).await;
            assert_eq!(page["error"]["code"] == -32602, cursor != real, "{cursor}");
        }
    }
    for cursor in [&real[1..], &format!("{real}A"), &real.to_lowercase()] {
        let page = ask(&connection, "prompts/list", json!({ "cursor": cursor })).await;
        assert_eq!(page["error"]["code"], -32602, "{cursor}");
    }
}
