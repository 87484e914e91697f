//! Resources that ask before they are read, and what is no file.

use serde_json::{Value, json};
use taffrail::prelude::*;
use taffrail::{Memory, Service};

use crate::client::ask;

#[derive(Elicit)]
struct Reader {
    /// As your friends call you.
    name: String,
}

/// A letter to whoever reads it.
#[resource("letters://{id}", mime_type = "text/plain", needs(elicitation), cache(public = "60s"))]
async fn letter(
    /// Its number.
    id: u32,
    ctx: &Context,
) -> Result<String, Failure> {
    let Reader { name } = ctx.elicit("Who reads this?").await?;
    Ok(format!("Letter {id} to {name}."))
}

/// A letter that nobody may read.
#[resource("secrets://all", mime_type = "text/plain")]
async fn secret() -> Result<String, Failure> {
    Err(Failure::permission("the key is missing", "ask the owner"))
}

/// The folder of all letters.
#[resource("file:///letters", mime_type = "inode/directory")]
async fn folder() -> &'static str {
    "1\n2"
}

fn service() -> Service {
    Server::new(()).resources(resources![folder, letter, secret]).build().unwrap()
}

async fn read(connection: &Memory, uri: &str, mut more: Value) -> Value {
    more["uri"] = uri.into();
    more["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    ask(connection, "resources/read", more).await
}

async fn answered(answer: Value) -> Value {
    let connection = service().connect();
    let asked = read(&connection, "letters://1", json!({})).await;
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required", "{asked}");
    assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none(), "{asked}");
    let more = json!({"requestState": result["requestState"], "inputResponses": {"elicit-1": answer}});
    read(&connection, "letters://1", more).await
}

#[tokio::test]
async fn res_18_and_cache_08_what_was_read_with_an_answer_is_kept_by_nobody() {
    let done = answered(json!({"action": "accept", "content": {"name": "Ada"}})).await;
    let result = &done["result"];
    assert_eq!(result["contents"][0]["text"], "Letter 1 to Ada.");
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
}

#[tokio::test]
async fn res_15_and_elic_10_who_declines_is_told_so_and_who_may_not_read_is_told_nothing() {
    for action in ["decline", "cancel"] {
        let refused = answered(json!({"action": action})).await;
        assert_eq!(refused["error"]["code"], -32602);
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.contains("the user d") && !message.contains("Unknown resource"), "{message}");
    }
    let connection = service().connect();
    let secret = read(&connection, "secrets://all", json!({})).await["error"].take();
    let nothing = read(&connection, "secrets://bll", json!({})).await["error"].take();
    assert_eq!(secret.to_string(), nothing.to_string().replace("secrets://bll", "secrets://all"));
}

#[tokio::test]
async fn res_19_a_directory_says_that_it_is_one() {
    let connection = service().connect();
    let listed = ask(&connection, "resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["mimeType"], "inode/directory");
    let contents = read(&connection, "file:///letters", json!({})).await;
    assert_eq!(contents["result"]["contents"][0]["mimeType"], "inode/directory");
}
