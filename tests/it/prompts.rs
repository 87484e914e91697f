//! Prompts on the wire.

use serde_json::{Value, json};
use taffrail::prelude::*;

use crate::client::{ask, post, read, request};
use crate::notes::{discover, error, result, server, service};

async fn get(name: &str, arguments: Value) -> Value {
    result("prompts/get", json!({"name": name, "arguments": arguments})).await
}

async fn refused(name: &str, arguments: Value) -> (i64, String, Value) {
    error("prompts/get", json!({"name": name, "arguments": arguments})).await
}

#[tokio::test]
async fn prompt_01_and_disc_05_prompts_are_declared_exactly_when_there_are_some() {
    assert_eq!(discover(&service()).await["capabilities"]["prompts"], json!({}));
    let without = Server::new(()).build().unwrap();
    assert_eq!(discover(&without).await["capabilities"], json!({}));
    for method in ["prompts/list", "prompts/get"] {
        let answer = ask(&without.connect(), method, json!({"name": "hello.world"})).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}

#[tokio::test]
async fn prompt_02_03_and_icon_04_the_list_says_what_each_takes() {
    let list = result("prompts/list", json!({})).await;
    let names: Vec<&Value> =
        list["prompts"].as_array().unwrap().iter().map(|prompt| &prompt["name"]).collect();
    assert_eq!(names, ["broken", "hello.world", "panics", "rate", "summarize_note"]);
    assert_eq!(
        list["prompts"][4],
        json!({
            "name": "summarize_note",
            "title": "Summary of a note",
            "description": "Asks for a summary of one note.",
            "arguments": [
                {"name": "note", "title": "Note", "description": "The note's number.", "required": true},
                {
                    "name": "length",
                    "title": "Length",
                    "description": "How long it may be. One of `short` (One sentence), `long`. Without it: \"short\".",
                    "required": false
                },
                {"name": "style", "title": "Style", "description": "Its style, for example \"dry\".", "required": false},
            ],
            "icons": [{
                "src": "https://example.com/note.png",
                "mimeType": "image/png",
                "sizes": ["48x48", "any"],
                "theme": "dark"
            }]
        })
    );
    assert_eq!(
        list["prompts"][1],
        json!({"name": "hello.world", "title": "Hello world", "description": "Says hello."})
    );
}

#[tokio::test]
async fn prompt_07_and_08_each_message_has_a_role_and_one_block() {
    let reply = get("summarize_note", json!({"note": "1", "length": "long", "style": "{note} {{x}}"})).await;
    assert_eq!(
        reply["messages"],
        json!([
            {"role": "user", "content": {"type": "text", "text": "Long Some(\"{note} {{x}}\")"}},
            {"role": "user", "content": {"type": "resource", "resource": {"uri": "notes://1", "mimeType": "text/plain", "text": "def"}}},
            {"role": "assistant", "content": {"type": "image", "data": "AA==", "mimeType": "image/png"}},
        ])
    );
}

#[tokio::test]
async fn prompt_06_argument_text_is_data_and_what_is_sent_cannot_take_over_a_terminal() {
    let reply = get("summarize_note", json!({"note": "0", "style": "{note} ${length}"})).await;
    assert_eq!(reply["messages"][0]["content"]["text"], "Short Some(\"{note} ${length}\")");
    let reply = get("hello.world", json!({})).await;
    assert_eq!(reply["messages"][0]["content"]["text"], "Say [31mhello.");
}

#[tokio::test]
async fn prompt_09_and_cache_04_a_prompt_has_no_caching_hints() {
    let reply = get("hello.world", json!({})).await;
    assert_eq!(reply.as_object().unwrap().keys().collect::<Vec<_>>(), ["messages"]);
    let without_arguments = result("prompts/get", json!({"name": "hello.world"})).await;
    assert_eq!(without_arguments, reply);
}

#[tokio::test]
async fn prompt_08_a_picture_without_a_type_is_not_sent() {
    let (code, message, _) = refused("broken", json!({})).await;
    assert_eq!((code, message.as_str()), (-32603, "internal error"));
}

#[tokio::test]
async fn prompt_04_an_unknown_prompt_is_refused() {
    for name in ["nope", "Rate", ""] {
        let (code, message, _) = refused(name, json!({})).await;
        assert_eq!((code, message), (-32602, format!("Unknown prompt: {name}")));
    }
    assert_eq!(error("prompts/get", json!({"name": 7})).await.0, -32602);
    assert_eq!(error("prompts/get", json!({"name": "rate", "arguments": []})).await.0, -32602);
}

#[tokio::test]
async fn prompt_03_05_and_gr_126_everything_wrong_with_the_arguments_is_told_at_once() {
    let (code, message, _) = refused("rate", json!({"stars": "300", "key": "hunter2"})).await;
    assert_eq!(code, -32602);
    assert_eq!(
        message,
        "3 arguments are not acceptable:\n\
         - `stars` must be at most 255, is 300\n\
         - `public` is missing\n\
         - `key` is not acceptable (its value is secret and not shown)"
    );
    let (code, message, _) = refused("rate", json!({"stars": 5, "public": true})).await;
    assert_eq!(code, -32602);
    assert!(message.contains("`stars` must be a string, is an integer"), "{message}");
    assert!(message.contains("`public` must be a string, is a boolean"), "{message}");
    let (_, message, _) = refused("summarize_note", json!({"note": "9", "length": "shrot"})).await;
    assert!(message.contains("`note` must be at most 8, is 9"), "{message}");
    assert!(message.contains("did you mean `short`?"), "{message}");
}

#[tokio::test]
async fn prompt_11_an_unknown_argument_is_ignored() {
    let reply = get("rate", json!({"stars": "5", "public": "false", "colour": "red"})).await;
    assert_eq!(reply["messages"][0]["content"]["text"], "5 false false");
}

#[tokio::test]
async fn err_09_10_and_11_failures_of_a_prompt_say_what_to_do_and_nothing_else() {
    let (code, message, data) = refused("summarize_note", json!({"note": "8"})).await;
    assert_eq!(code, -32602);
    assert_eq!(
        message,
        "there are too many notes\nTrying again will not help. What to do: archive some first."
    );
    assert_eq!(data["taffrail/failure"]["category"], "business");
    let (code, message, data) = refused("summarize_note", json!({"note": "7"})).await;
    assert_eq!(code, -32603);
    assert_eq!(message, "the notes did not answer\nThis may pass: try again in 30 s.");
    assert_eq!(data["taffrail/failure"]["retryAfterSeconds"], 30);
    let (code, message, data) = refused("panics", json!({})).await;
    assert_eq!((code, message.as_str(), data), (-32603, "internal error", Value::Null));
}

#[tokio::test]
async fn http_24_the_name_of_a_prompt_is_mirrored() {
    let service = service();
    let message = request(1, "prompts/get", json!({"name": "hello.world"}));
    let (status, answer) = read(post(&service, &message, &[]).await).await;
    assert_eq!((status, &answer["result"]["resultType"]), (200, &json!("complete")));
    let other = request(1, "prompts/get", json!({"name": "rate"}));
    let (status, answer) = read(post(&service, &other, &[("Mcp-Name", "hello.world")]).await).await;
    assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)));
}

#[tokio::test]
async fn prompt_05_requests_beyond_the_rate_are_told_when_to_come_again() {
    let service = server().rate_limit(taffrail::RateLimit::new(0.1, 1)).build().unwrap();
    let connection = service.connect();
    let params = json!({"name": "hello.world"});
    assert!(ask(&connection, "prompts/get", params.clone()).await["result"].is_object());
    let refused = ask(&connection, "prompts/get", params).await;
    assert_eq!(refused["error"]["code"], -32603);
    assert_eq!(refused["error"]["data"]["taffrail/failure"]["retryable"], true);
    let other = ask(
        &connection,
        "prompts/get",
        json!({"name": "rate", "arguments": {"stars": "1", "public": "true"}}),
    )
    .await;
    assert!(other["result"].is_object(), "{other}");
}

/// A prompt whose definition is only known at run time.
struct Dynamic(&'static str);

impl taffrail::Prompt<()> for Dynamic {
    fn definition(&self) -> taffrail::PromptDefinition {
        let mut definition = taffrail::PromptDefinition::new(self.0, "Made at run time.");
        definition.arguments.push(taffrail::PromptArgument::new("x", "Anything.").required());
        definition
    }

    fn get<'a>(
        &'a self,
        call: taffrail::PromptCall<'a, ()>,
    ) -> Result<taffrail::Work<'a, taffrail::PromptReply>, taffrail::Violations> {
        let text = call.arguments.get("x").unwrap_or("nothing").to_owned();
        Ok(Box::pin(
            async move { Ok(taffrail::PromptReply::new(vec![Message::user(text)]).description("Once.")) },
        ))
    }
}

#[tokio::test]
async fn prompts_can_be_made_at_run_time_and_their_faults_keep_a_server_from_starting() {
    let identity = taffrail::Identity { name: "dynamic", version: "1.0.0" };
    let prompts = || taffrail::Prompts::new(identity);
    let service = Server::new(()).prompts(prompts().with(Dynamic("a")).with(Dynamic("b"))).build().unwrap();
    let answer = ask(&service.connect(), "prompts/get", json!({"name": "b", "arguments": {"x": "7"}})).await;
    assert_eq!(answer["result"]["description"], "Once.");
    assert_eq!(answer["result"]["messages"][0]["content"]["text"], "7");
    assert_eq!(answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "dynamic");
    let faulty = prompts().with(Dynamic("a b")).with(Dynamic("c")).with(Dynamic("C"));
    let error = Server::new(()).prompts(faulty).prompts(prompts()).build().unwrap_err();
    let faults: Vec<&str> = error.faults().collect();
    assert_eq!(faults.len(), 3, "{error}");
    assert!(error.to_string().contains("prompt name `a b` must be"), "{error}");
    assert!(error.to_string().contains("prompt `c` is registered twice"), "{error}");
    assert!(error.to_string().contains("a set of prompts is empty"), "{error}");
}
