//! Structured results.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{IntoReply, Outcome, Refusal, Reply};
use crate::schema::{Schema, of_output};

/// A structured result: `structuredContent` with the output schema of `T`, and the same JSON as text for
/// clients that read only text. Members that are null are left out, so that the schema needs no
/// nullable types (*Tools > Structured Content*).
///
/// ```
/// use taffrail::{IntoReply, Json};
///
/// let reply = Json(vec![1, 2]).into_reply().unwrap();
/// assert_eq!(reply.structured(), Some("[1,2]"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Structured> IntoReply for Json<T> {
    fn output_schema() -> Option<Schema> {
        Some(of_output::<T>())
    }

    fn into_reply(self) -> Outcome {
        Ok(Reply { content: Vec::new(), structured: Some(written(&self.0)?) })
    }
}

/// A type that can be a structured result: it can be written, and it has a schema. `#[derive(ToolOutput)]` makes it one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a structured result",
    label = "has no output schema",
    note = "write `#[derive(ToolOutput)]` on it, and on the types of its fields"
)]
pub trait Structured: Serialize + JsonSchema {}

// Reported as the whole, because one derive brings both.
#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Structured for T {}

/// A result as JSON without null members.
pub(super) fn written<T: Serialize>(value: &T) -> Result<String, Refusal> {
    let text = serde_json::to_string(value)
        .map_err(|error| Refusal::Internal(format!("a result is no JSON: {error}")))?;
    // A null is rare, and finding that there is none is much cheaper than writing by way of a tree.
    if !text.contains(":null") {
        return Ok(text);
    }
    without_nulls(&text).map_err(|error| Refusal::Internal(format!("a result cannot be read back: {error}")))
}

/// Copies JSON without the members that are null; everything else keeps its order and its digits.
fn without_nulls(text: &str) -> serde_json::Result<String> {
    let mut out = String::with_capacity(text.len());
    copy(serde_json::from_str(text)?, &mut out)?;
    Ok(out)
}

fn copy(value: &RawValue, out: &mut String) -> serde_json::Result<()> {
    let json = value.get();
    match json.as_bytes().first() {
        Some(b'{') => {
            let Members(members) = serde_json::from_str(json)?;
            let kept = members.into_iter().filter(|(_, member)| member.get() != "null");
            out.push('{');
            for (at, (name, member)) in kept.enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                out.push_str(&serde_json::to_string(&name)?);
                out.push(':');
                copy(member, out)?;
            }
            out.push('}');
        }
        Some(b'[') => {
            out.push('[');
            for (at, item) in serde_json::from_str::<Vec<&RawValue>>(json)?.into_iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                copy(item, out)?;
            }
            out.push(']');
        }
        _ => out.push_str(json),
    }
    Ok(())
}

/// The members of an object in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Members<'de>, A::Error> {
                let mut all = Vec::new();
                while let Some(member) = members.next_entry()? {
                    all.push(member);
                }
                Ok(Members(all))
            }
        }

        input.deserialize_map(MembersVisitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Customer {
        name: String,
        region: Option<String>,
        visits: Vec<Option<u8>>,
    }

    #[test]
    fn a_null_member_is_left_out_of_value_and_schema() {
        let customer = Customer { name: "a:null".into(), region: None, visits: vec![None, Some(1)] };
        assert_eq!(written(&customer).unwrap(), r#"{"name":"a:null","visits":[null,1]}"#);
        let schema = serde_json::to_value(of_output::<Customer>()).unwrap();
        assert_eq!(schema["properties"]["region"], serde_json::json!({"type": "string"}));
        assert_eq!(schema["required"], serde_json::json!(["name", "visits"]));
    }

    #[test]
    fn leaving_out_a_member_leaves_the_others_in_their_order() {
        #[derive(Serialize)]
        struct Zoo {
            zebra: u64,
            ape: Option<u8>,
            cages: Vec<Zoo>,
        }
        let inner = Zoo { zebra: 1, ape: None, cages: Vec::new() };
        let zoo = Zoo { zebra: u64::MAX, ape: None, cages: vec![inner] };
        assert_eq!(
            written(&zoo).unwrap(),
            r#"{"zebra":18446744073709551615,"cages":[{"zebra":1,"cages":[]}]}"#
        );
    }

    #[test]
    fn tool_28_null_itself_is_a_structured_result() {
        assert_eq!(Json(()).into_reply().unwrap().structured(), Some("null"));
        assert_eq!(serde_json::to_value(of_output::<()>()).unwrap(), serde_json::json!({"type": "null"}));
    }

    #[test]
    fn a_map_that_cannot_be_json_is_an_internal_fault() {
        let keyed = BTreeMap::from([((1, 2), 3)]);
        assert!(matches!(written(&keyed), Err(Refusal::Internal(_))));
    }

    #[derive(Serialize, JsonSchema)]
    struct Folder {
        folders: Vec<Folder>,
    }

    #[test]
    fn a_type_that_contains_itself_is_recognised() {
        assert!(of_output::<Folder>().is_recursive());
        assert!(!of_output::<Customer>().is_recursive());
    }
}
