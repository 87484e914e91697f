//! From what schemars says of a result type to what every client can read.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::Schema;
use crate::protocol::object;

/// The portable schema of a result type.
///
/// Subschemas are inlined; only a recursive type keeps `$ref` to `$defs`, since it has no finite form.
pub(crate) fn of_output<T: JsonSchema>() -> Schema {
    portable(SchemaGenerator::into_root_schema_for::<T>)
}

/// Not generic, because it would be compiled again for every type.
fn portable(schema: fn(SchemaGenerator) -> schemars::Schema) -> Schema {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = schema(SchemaGenerator::new(settings)).to_value();
    normalise(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.remove("title");
    }
    let recursive = holds_reference(&schema);
    Schema { recursive, ..Schema::verbatim(schema) }
}

/// Everything is inlined, so a reference is left only where a type contains itself.
fn holds_reference(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.contains_key("$ref") || members.values().any(holds_reference),
        Value::Array(items) => items.iter().any(holds_reference),
        _ => false,
    }
}

/// Formats that schemars makes up for the widths of numbers; clients warn about them or refuse them.
const NUMERIC_FORMATS: &[&str] = &[
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64", "uint128",
    "uint", "float", "double",
];

fn normalise(schema: &mut Value) {
    if let Value::Bool(true) = schema {
        *schema = any_value();
    }
    let Value::Object(members) = schema else { return };
    drop_numeric_format(members);
    words_of_constants(members);
    for keyword in ["items", "additionalProperties", "contains", "not", "propertyNames"] {
        if let Some(inner) = members.get_mut(keyword)
            && !(keyword == "additionalProperties" && inner.is_boolean())
        {
            normalise(inner);
        }
    }
    for keyword in ["oneOf", "anyOf", "allOf", "prefixItems"] {
        for inner in members.get_mut(keyword).and_then(Value::as_array_mut).into_iter().flatten() {
            normalise(inner);
        }
    }
    for keyword in ["properties", "$defs", "patternProperties"] {
        for (_, inner) in members.get_mut(keyword).and_then(Value::as_object_mut).into_iter().flatten() {
            normalise(inner);
        }
    }
    nulls_are_left_out(members);
    single_type(members);
    if says_nothing(members)
        && let Value::Object(any) = any_value()
    {
        members.extend(any);
    }
}

/// Any JSON value, in a form that constrains something, because clients reject `true` and `{}`.
fn any_value() -> Value {
    let types = ["object", "array", "string", "number", "boolean", "null"];
    let types: Value = types.into_iter().map(|name| object([("type", name.into())])).collect();
    object([("anyOf", types)])
}

fn says_nothing(members: &Map<String, Value>) -> bool {
    members.keys().all(|keyword| matches!(keyword.as_str(), "title" | "description" | "default" | "examples"))
}

fn drop_numeric_format(members: &mut Map<String, Value>) {
    if members.get("format").and_then(Value::as_str).is_some_and(|format| NUMERIC_FORMATS.contains(&format)) {
        members.remove("format");
    }
}

/// Documented fieldless enums come as `oneOf` of `const`; they become one `enum`, and what the words mean
/// goes into the description.
fn words_of_constants(members: &mut Map<String, Value>) {
    for keyword in ["oneOf", "anyOf"] {
        let Some(variants) = members.get(keyword).and_then(Value::as_array) else { continue };
        let mut words = Vec::new();
        let mut meanings = Vec::new();
        for variant in variants {
            let Some(found) = words_of(variant) else { return };
            if let (Some(meaning), [Value::String(word)]) =
                (variant.get("description").and_then(Value::as_str), &*found)
            {
                meanings.push(format!("`{word}`: {meaning}"));
            }
            words.extend(found);
        }
        members.remove(keyword);
        members.insert("type".into(), "string".into());
        members.insert("enum".into(), Value::Array(words));
        if !meanings.is_empty() {
            let before = members.get("description").and_then(Value::as_str).map(|text| format!("{text}\n"));
            let description = before.unwrap_or_default() + &meanings.join("\n");
            members.insert("description".into(), description.into());
        }
        return;
    }
}

fn words_of(variant: &Value) -> Option<Vec<Value>> {
    let variant = variant.as_object()?;
    let words = match (variant.get("const"), variant.get("enum")) {
        (Some(word), _) => vec![word.clone()],
        (None, Some(Value::Array(words))) => words.clone(),
        _ => return None,
    };
    words.iter().all(Value::is_string).then_some(words)
}

/// A member that may be null is left out instead (see `reply::json`), so it is neither required nor nullable.
fn nulls_are_left_out(members: &mut Map<String, Value>) {
    let mut optional = Vec::new();
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        for (name, property) in properties {
            if forbid_null(property) {
                optional.push(name.clone());
            }
        }
    }
    if let Some(values) = members.get_mut("additionalProperties") {
        forbid_null(values);
    }
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| !optional.iter().any(|optional| name == optional.as_str()));
        if required.is_empty() {
            members.remove("required");
        }
    }
}

/// Takes null out of a schema; whether it was in.
fn forbid_null(schema: &mut Value) -> bool {
    let Value::Object(members) = schema else { return false };
    if let Some(Value::Array(types)) = members.get_mut("type") {
        let before = types.len();
        types.retain(|name| name != "null");
        let had_null = types.len() < before;
        single_type(members);
        if had_null && let Some(Value::Array(words)) = members.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        return had_null;
    }
    let Some(Value::Array(variants)) = members.get_mut("anyOf") else { return false };
    let before = variants.len();
    variants.retain(|variant| variant.get("type").and_then(Value::as_str) != Some("null"));
    let had_null = variants.len() < before;
    if let [only] = variants.as_mut_slice() {
        let only = only.take();
        members.remove("anyOf");
        if let Value::Object(only) = only {
            for (keyword, value) in only {
                members.entry(keyword).or_insert(value);
            }
        }
    }
    had_null
}

/// A `type` of several names becomes `anyOf`, since many clients read one name only.
fn single_type(members: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = members.get("type") else { return };
    let types = types.clone();
    if let [only] = types.as_slice() {
        members.insert("type".into(), only.clone());
        return;
    }
    members.remove("type");
    // The other keywords of such a schema each apply to one of its types, so they may stay beside `anyOf`.
    members.insert("anyOf".into(), types.into_iter().map(|name| object([("type", name)])).collect());
}
