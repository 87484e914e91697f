//! A parameter that is mirrored as a header, and a schema that no Rust type gives.

use serde_json::json;
use taffrail::prelude::*;
use taffrail::schema::Schema;
use taffrail::{Call, Definition, Effect, Running, Tool, Violations};

/// Returns the value that was given in the body and in the header.
#[tool(
    readonly,
    closed_world,
    header = "Value",
    when = "a client shows that it mirrors parameters as headers"
)]
pub(crate) async fn test_custom_header(
    /// Any text.
    value: String,
) -> String {
    format!("The value is {value}")
}

/// A tool whose schema is written by hand, to show that every keyword of JSON Schema 2020-12 reaches the client.
pub(crate) struct JsonSchemaTool;

impl<S: Send + Sync> Tool<S> for JsonSchemaTool {
    fn definition(&self) -> Definition {
        let schema = Schema::verbatim(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
                }
            },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
                "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                "phone": { "type": "string" },
                "email": { "type": "string" }
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
            "then": { "required": ["phone"] },
            "else": { "required": ["email"] },
            "additionalProperties": false
        }));
        let mut definition = Definition::new(
            "json_schema_2020_12_tool",
            "Returns the arguments that it was given. Use it when a client shows that it keeps every keyword of a schema.",
            Effect::Readonly,
            schema,
        );
        definition.closed_world = true;
        definition
    }

    fn call<'a>(&'a self, call: Call<'a, S>) -> Result<Running<'a>, Violations> {
        let arguments = call.arguments.to_owned();
        Ok(Box::pin(async move { Ok(Reply::from(Text::new(arguments))) }))
    }
}
