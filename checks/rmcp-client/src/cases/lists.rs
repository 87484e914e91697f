//! What the server says about itself and its tools.

use rmcp::model::PaginatedRequestParams;
use serde_json::json;

use super::{Client, fails};
use crate::verdict::{Verdict, holds, same};

pub async fn finds_the_server(client: &Client, revision: &str) -> Verdict {
    let info = client.peer_info().ok_or("no server information")?;
    same(info.protocol_version.as_str(), revision)?;
    let server = info.server_info.as_ref().ok_or("the server does not say who it is")?;
    same(server.name.as_str(), "conformance")?;
    holds(info.capabilities.tools.is_some(), "the tools capability is not declared")
}

/// The client walks through the pages by itself.
pub async fn lists_every_tool_with_its_schema(client: &Client) -> Verdict {
    let tools = client.list_all_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| tool.name.clone()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    same(&names, &sorted)?;
    for tool in &tools {
        holds(tool.description.is_some(), format!("`{}` has no description", tool.name))?;
        same(&tool.input_schema.get("type"), &Some(&json!("object")))?;
    }
    let hints = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).ok_or(format!("{name} is missing"))?;
        let hints = tool.annotations.as_ref().ok_or(format!("{name} has no annotations"))?;
        Ok::<_, String>((hints.read_only_hint, hints.destructive_hint))
    };
    same(&hints("test_simple_text")?, &(Some(true), Some(false)))?;
    same(&hints("test_delete_notes")?, &(Some(false), Some(true)))
}

pub async fn lists_in_pages(client: &Client) -> Verdict {
    let first = client.list_tools(None).await?;
    let cursor = first.next_cursor.ok_or("one page only")?;
    let params = PaginatedRequestParams::default().with_cursor(Some(cursor));
    let second = client.list_tools(Some(params)).await?;
    holds(
        first.tools.last().map(|tool| &tool.name) < second.tools.first().map(|tool| &tool.name),
        "no second page",
    )
}

pub async fn gets_an_error_for_an_unknown_cursor(client: &Client) -> Verdict {
    let params = PaginatedRequestParams::default().with_cursor(Some("nowhere".into()));
    fails(-32602, client.list_tools(Some(params)).await)
}
