//! GR-79, 80, 82 and 87: what comes back.

use serde_json::Value;
use taffrail_core::Definition;

use super::Finding;

const FIELDS: usize = 10;

pub(super) fn one(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let Some(output) = definition.output.as_ref().and_then(|output| serde_json::to_value(output).ok()) else {
        return;
    };
    if is_page(&output) {
        filters(at, definition, found);
    }
    let items =
        if is_page(&output) { output.pointer("/properties/items/items") } else { output.get("items") };
    let fields = items
        .and_then(|items| items.get("properties"))
        .and_then(Value::as_object)
        .map_or(0, serde_json::Map::len);
    if fields > FIELDS {
        found.push(Finding::tool(
            "fat_items",
            at,
            format!("each item has {fields} fields, most of which do not help to choose one"),
            "return what tells items apart, and let another tool return one whole",
        ));
    }
    if says_nothing(&output) {
        found.push(Finding::tool(
            "untyped_output",
            at,
            "its result may be any JSON, so there is no schema and nothing keeps its size and content in check",
            "return a struct with the fields that the task needs: `#[derive(ToolOutput)]`",
        ));
    } else if output.get("type").and_then(Value::as_str) != Some("object") {
        found.push(Finding::tool(
            "legacy_output_shape",
            at,
            "its result is no object; clients of revisions before 2026-07-28 get the text only",
            "return a struct with one field, or `Page<…>` for a list",
        ));
    }
}

fn is_page(output: &Value) -> bool {
    ["items", "truncated"].iter().all(|member| output.pointer(&format!("/properties/{member}")).is_some())
}

/// GR-79.
fn filters(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let narrows = |name: &str| !matches!(name, "limit" | "cursor");
    if definition.input.properties().iter().any(|property| narrows(&property.name)) {
        return;
    }
    found.push(Finding::tool(
        "no_filter",
        at,
        "its list cannot be narrowed, so a model reads all pages and filters in its head",
        "add a parameter that narrows or sorts: a status, a date, a part of the name",
    ));
}

/// Any JSON value, or an object of which nothing is known.
fn says_nothing(output: &Value) -> bool {
    let any = output.get("anyOf").and_then(Value::as_array).is_some_and(|types| types.len() == 6);
    let keys = ["type", "description", "title", "additionalProperties"];
    let bare =
        output.as_object().is_some_and(|members| members.keys().all(|key| keys.contains(&key.as_str())));
    let open = output
        .get("additionalProperties")
        .is_none_or(|inner| inner.as_bool().unwrap_or(false) || says_nothing(inner));
    any || (bare && output.get("type").and_then(Value::as_str) == Some("object") && open)
}
