//! Resources, prompts and completion.

use rmcp::model::{ContentBlock, GetPromptRequestParams, ReadResourceRequestParams, ResourceContents};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

use super::{Client, fails, first_text, is_modern, object};
use crate::verdict::{Fault, Verdict, holds, same};

pub async fn lists_and_reads_resources(client: &Client) -> Verdict {
    let resources = client.list_all_resources().await?;
    for uri in ["test://static-text", "test://static-binary", "test://watched-resource"] {
        holds(resources.iter().any(|resource| resource.uri == uri), format!("{uri} is missing"))?;
    }
    let templates = client.list_all_resource_templates().await?;
    let templates: Vec<_> = templates.iter().map(|template| template.uri_template.as_str()).collect();
    same(&templates, &vec!["test://template/{id}/data"])?;
    match read(client, "test://static-text").await? {
        ResourceContents::TextResourceContents { text, mime_type, .. } => {
            same(text.as_str(), "This is the content of the static text resource.")?;
            same(&mime_type.as_deref(), &Some("text/plain"))?;
        }
        other => return Err(format!("no text: {other:?}").into()),
    }
    match read(client, "test://static-binary").await? {
        ResourceContents::BlobResourceContents { blob, .. } => {
            holds(blob.starts_with("iVBORw0KGgo"), "no picture")?;
        }
        other => return Err(format!("no bytes: {other:?}").into()),
    }
    match read(client, "test://template/123/data").await? {
        ResourceContents::TextResourceContents { text, .. } => {
            holds(text.contains("123"), "not the one asked for")
        }
        other => Err(format!("no text: {other:?}").into()),
    }
}

pub async fn read(client: &Client, uri: &str) -> Result<ResourceContents, Fault> {
    let mut result = client.read_resource(ReadResourceRequestParams::new(uri)).await?;
    same(&result.contents.len(), &1)?;
    result.contents.pop().ok_or_else(|| "no contents".into())
}

pub async fn gets_an_error_for_an_unknown_resource(client: &Client) -> Verdict {
    let wanted = if is_modern(client) { -32602 } else { -32002 };
    match client.read_resource(ReadResourceRequestParams::new("test://nothing")).await {
        Err(ServiceError::McpError(error)) => {
            same(&error.code.0, &wanted)?;
            same(&error.data, &Some(json!({ "uri": "test://nothing" })))
        }
        other => Err(format!("not a JSON-RPC error: {other:?}").into()),
    }
}

pub async fn lists_and_gets_prompts(client: &Client) -> Verdict {
    let prompts = client.list_all_prompts().await?;
    holds(prompts.iter().any(|prompt| prompt.name == "test_simple_prompt"), "a prompt is missing")?;
    let simple = prompt(client, "test_simple_prompt", json!({})).await?;
    same(first_text(Some(&simple))?, "This is a simple prompt for testing.")?;
    let given = json!({ "arg1": "one", "arg2": "two" });
    let with_arguments = prompt(client, "test_prompt_with_arguments", given).await?;
    let said = first_text(Some(&with_arguments))?;
    holds(said.contains("'one'") && said.contains("'two'"), format!("arguments are missing: {said}"))?;
    let given = json!({ "resourceUri": "test://static-text" });
    match prompt(client, "test_prompt_with_embedded_resource", given).await? {
        ContentBlock::Resource(_) => {}
        other => return Err(format!("no resource: {other:?}").into()),
    }
    match prompt(client, "test_prompt_with_image", json!({})).await? {
        ContentBlock::Image(image) => same(image.mime_type.as_str(), "image/png"),
        other => Err(format!("no image: {other:?}").into()),
    }
}

/// The content of a prompt's first message.
async fn prompt(client: &Client, name: &str, arguments: Value) -> Result<ContentBlock, Fault> {
    let params = GetPromptRequestParams::new(name).with_arguments(object(arguments));
    let result = client.get_prompt(params).await?;
    result.messages.into_iter().next().map(|message| message.content).ok_or_else(|| "no message".into())
}

pub async fn gets_an_error_for_a_bad_prompt(client: &Client) -> Verdict {
    fails(-32602, client.get_prompt(GetPromptRequestParams::new("no_such_prompt")).await)?;
    let partly = GetPromptRequestParams::new("test_prompt_with_arguments");
    let answer = client.get_prompt(partly.with_arguments(object(json!({ "arg1": "one" })))).await;
    let said = answer.as_ref().err().map(ToString::to_string).unwrap_or_default();
    holds(said.contains("arg2"), format!("the argument is not named: {said}"))?;
    fails(-32602, answer)
}

pub async fn completes_an_argument(client: &Client) -> Verdict {
    let words = client.complete_prompt_simple("test_prompt_with_arguments", "arg1", "test").await?;
    same(&words, &["tested", "testing", "untested"].map(str::to_owned).to_vec())?;
    let ids = client.complete_resource_simple("test://template/{id}/data", "id", "1").await?;
    same(&ids, &Vec::new())
}
