//! Calls of tools that ask nothing.

use rmcp::model::{CallToolRequestParams, ContentBlock};
use serde_json::json;

use super::{Client, call, fails, text};
use crate::verdict::{Verdict, holds, same, until};

pub async fn calls_for_text(client: &Client) -> Verdict {
    let result = client.call_tool(CallToolRequestParams::new("test_simple_text")).await?;
    holds(result.is_error != Some(true), "isError")?;
    same(text(&result)?, "This is a simple text response for testing.")
}

pub async fn calls_for_a_sound(client: &Client) -> Verdict {
    match call(client, "test_audio_content", json!({})).await?.content.as_slice() {
        [ContentBlock::Audio(sound)] => same(sound.mime_type.as_str(), "audio/wav"),
        other => Err(format!("not a sound: {other:?}").into()),
    }
}

pub async fn calls_for_several_kinds_at_once(client: &Client) -> Verdict {
    let result = call(client, "test_multiple_content_types", json!({})).await?;
    match result.content.as_slice() {
        [ContentBlock::Text(_), ContentBlock::Image(image), ContentBlock::Resource(_)] => {
            same(image.mime_type.as_str(), "image/png")
        }
        other => Err(format!("not a text, an image and a resource: {other:?}").into()),
    }
}

pub async fn gets_structured_content(client: &Client) -> Verdict {
    let result = call(client, "test_structured_content", json!({ "a": 2, "b": 40 })).await?;
    holds(result.is_error != Some(true), "isError")?;
    same(&result.structured_content, &Some(json!({ "sum": 42 })))
}

pub async fn gets_the_failure_of_a_tool_as_a_result(client: &Client) -> Verdict {
    let result = call(client, "test_error_handling", json!({})).await?;
    same(&result.is_error, &Some(true))?;
    holds(!text(&result)?.is_empty(), "the failure says nothing")
}

pub async fn gets_bad_arguments_back_as_a_result(client: &Client) -> Verdict {
    let result = call(client, "test_structured_content", json!({ "a": "two", "b": 40 })).await?;
    same(&result.is_error, &Some(true))?;
    holds(text(&result)?.contains('a'), "the parameter is not named")
}

pub async fn gets_an_error_for_an_unknown_tool(client: &Client) -> Verdict {
    fails(-32602, call(client, "no_such_tool", json!({})).await)
}

pub async fn sees_the_progress_of_a_call(client: &Client) -> Verdict {
    let application = client.service();
    application.forget();
    call(client, "test_tool_with_progress", json!({})).await?;
    // Notifications are handed over in tasks of their own.
    until(|| application.progress().len() >= 3).await;
    let mut seen = application.progress();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    same(&seen, &vec![(0.0, Some(100.0)), (50.0, Some(100.0)), (100.0, Some(100.0))])
}

/// Over HTTP the client mirrors it, encoded since it is not ASCII; the server compares the two.
pub async fn sends_a_parameter_as_header_too(client: &Client) -> Verdict {
    let result = call(client, "test_custom_header", json!({ "value": "Grüße" })).await?;
    holds(result.is_error != Some(true), format!("isError: {result:?}"))?;
    holds(text(&result)?.contains("Grüße"), "the value did not come back")
}
