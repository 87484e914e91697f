//! What a schema written by hand must satisfy before it is published (*Basic > JSON Schema*).

use std::fmt;

use serde_json::Value;

use super::Schema;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
const MAX_DEPTH: usize = 64;
const MAX_SUBSCHEMAS: usize = 10_000;

/// Why a hand-written schema is not published.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaFault {
    /// The root is not an object with `"type": "object"`.
    RootIsNoObject,
    /// `$schema` names another dialect than 2020-12.
    Dialect(String),
    /// A `$ref` leads out of the schema. It is never fetched.
    ExternalReference(String),
    /// It is nested more than 64 levels deep, or has more than 10,000 values.
    TooComplex,
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RootIsNoObject => f.write_str("the root must be an object with `\"type\": \"object\"`"),
            Self::Dialect(dialect) => {
                write!(
                    f,
                    "the dialect `{dialect}` is not supported; leave `$schema` out or write `{DIALECT}`"
                )
            }
            Self::ExternalReference(reference) => {
                write!(f, "`$ref` to `{reference}` leads out of the schema; copy what it names into `$defs`")
            }
            Self::TooComplex => write!(f, "it has more than {MAX_DEPTH} levels or {MAX_SUBSCHEMAS} values"),
        }
    }
}

impl std::error::Error for SchemaFault {}

impl Schema {
    /// Checks a hand-written input schema; a generated one is right by construction.
    ///
    /// # Errors
    /// The first thing that forbids publishing it.
    pub fn check_input(&self) -> Result<(), SchemaFault> {
        let Some(schema) = self.as_verbatim() else { return Ok(()) };
        if schema.get("type").and_then(Value::as_str) != Some("object") {
            return Err(SchemaFault::RootIsNoObject);
        }
        check(schema)
    }

    /// Checks a hand-written output schema, whose root may be of any type.
    ///
    /// # Errors
    /// The first thing that forbids publishing it.
    pub fn check_output(&self) -> Result<(), SchemaFault> {
        self.as_verbatim().map_or(Ok(()), check)
    }
}

fn check(schema: &Value) -> Result<(), SchemaFault> {
    match schema.get("$schema").and_then(Value::as_str) {
        Some(dialect) if dialect.trim_end_matches('#') != DIALECT => {
            return Err(SchemaFault::Dialect(dialect.into()));
        }
        _ => {}
    }
    walk(schema, 0, &mut 0)
}

fn walk(value: &Value, depth: usize, count: &mut usize) -> Result<(), SchemaFault> {
    *count += 1;
    if depth > MAX_DEPTH || *count > MAX_SUBSCHEMAS {
        return Err(SchemaFault::TooComplex);
    }
    match value {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str)
                && !reference.starts_with('#')
            {
                return Err(SchemaFault::ExternalReference(reference.into()));
            }
            members.values().try_for_each(|member| walk(member, depth + 1, count))
        }
        Value::Array(items) => items.iter().try_for_each(|item| walk(item, depth + 1, count)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schema_01_the_root_is_an_object() {
        assert_eq!(
            Schema::verbatim(json!({"type": "string"})).check_input(),
            Err(SchemaFault::RootIsNoObject)
        );
        assert_eq!(Schema::verbatim(json!(true)).check_input(), Err(SchemaFault::RootIsNoObject));
        assert_eq!(Schema::verbatim(json!({"type": "object"})).check_input(), Ok(()));
    }

    #[test]
    fn schema_03_another_dialect_is_an_error_that_names_it() {
        let draft_4 = json!({"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"});
        let fault = Schema::verbatim(draft_4).check_input().unwrap_err();
        assert!(fault.to_string().contains("draft-04"), "{fault}");
    }

    #[test]
    fn schema_05_and_06_an_external_reference_is_refused_and_never_fetched() {
        let schema = json!({"type": "object", "properties": {"x": {"$ref": "https://example.com/x"}}});
        assert!(matches!(Schema::verbatim(schema).check_input(), Err(SchemaFault::ExternalReference(_))));
        let local = json!({"type": "object", "$defs": {"x": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/x"}}});
        assert_eq!(Schema::verbatim(local).check_input(), Ok(()));
    }

    #[test]
    fn schema_07_checking_is_bounded() {
        let mut schema = json!({"type": "string"});
        for _ in 0..100 {
            schema = json!({"type": "object", "anyOf": [schema]});
        }
        assert_eq!(Schema::verbatim(schema).check_input(), Err(SchemaFault::TooComplex));
    }

    #[test]
    fn schema_10_every_keyword_is_kept() {
        let schema = json!({"$schema": DIALECT, "type": "object", "$defs": {"a": {"$anchor": "b", "type": "string"}},
            "allOf": [{"anyOf": [{"required": ["x"]}]}], "if": {"required": ["x"]}, "then": {"required": ["y"]},
            "else": {"required": ["z"]}, "additionalProperties": false});
        assert_eq!(serde_json::to_value(Schema::verbatim(schema.clone())).unwrap(), schema);
    }
}
