//! `allow(union_argument, reason = "…")`: an enum whose variants carry data, told apart by a tag inside the object.

use serde::de::{Deserializer, MapAccess};
use serde_json::{Map, Value};

use super::{decode_object, object_schema};
use crate::argument::choice::{listed, nearest};
use crate::argument::found::{Found, Name, Reader, read};
use crate::schema::{Property, Schema};
use crate::{Place, ToolInput};

/// The alternatives of a union.
pub trait Union: Sized {
    /// The member that says which alternative it is.
    const TAG: &'static str;
    /// The words of the tag, each with what the alternative means (or an empty text).
    const WORDS: &'static [(&'static str, &'static str)];

    /// The schema of the alternative at a position, without its tag.
    fn describe(index: usize) -> Schema;

    /// Reads the alternative at a position from the members beside the tag.
    fn read(index: usize, members: Value, at: Place<'_>) -> Option<Self>;

    /// The alternative's position, and its members.
    fn members(&self) -> (usize, Map<String, Value>);
}

/// The schema of a union: one object for each alternative.
#[must_use]
pub fn union_schema<T: Union>() -> Schema {
    union_of(T::TAG, T::WORDS, T::describe)
}

/// Not generic, because it would be compiled again for every union.
fn union_of(
    tag: &'static str,
    words: &'static [(&'static str, &'static str)],
    describe: fn(usize) -> Schema,
) -> Schema {
    let variants = words.iter().enumerate().map(|(index, word)| {
        let tag =
            Property { name: tag.into(), schema: Schema::choice(std::slice::from_ref(word)), required: true };
        let mut properties = vec![tag];
        properties.extend_from_slice(describe(index).properties());
        Schema::object(properties)
    });
    Schema::one_of(variants.collect())
}

/// The schema of one alternative.
#[must_use]
pub fn variant_schema<V: ToolInput>() -> Schema {
    object_schema::<V>()
}

/// Reads one alternative.
pub fn read_variant<V: ToolInput>(members: Value, mut at: Place<'_>) -> Option<V> {
    match decode_object::<V, _>(members, at.here()) {
        Ok(read) => read,
        Err(error) => {
            at.refuse(format!("is not acceptable: {error}"));
            None
        }
    }
}

/// Reads a union. Its members may come in any order, so they are kept until the tag is known.
///
/// # Errors
/// Those of the JSON reader.
pub fn decode_union<'de, T: Union, D: Deserializer<'de>>(
    input: D,
    mut at: Place<'_>,
) -> Result<Option<T>, D::Error> {
    let Some(mut members) = read(input, Members { at: at.here() })? else { return Ok(None) };
    let tag = members.remove(T::TAG);
    let Some(index) = alternative(T::TAG, T::WORDS, tag.as_ref(), &mut at) else { return Ok(None) };
    Ok(T::read(index, Value::Object(members), at))
}

/// Which alternative a tag names; if none, that is recorded.
fn alternative(
    tag: &str,
    words: &[(&'static str, &'static str)],
    found: Option<&Value>,
    at: &mut Place<'_>,
) -> Option<usize> {
    let names = || words.iter().map(|(word, _)| *word);
    let problem = match found {
        None => format!("is missing; one of {}", listed(names())),
        Some(Value::String(word)) => {
            if let Some(index) = names().position(|name| name == word) {
                return Some(index);
            }
            format!("must be one of {}{}", listed(names()), nearest(word, names()))
        }
        Some(_) => format!("must be one of {}", listed(names())),
    };
    at.field(tag).refuse(problem);
    None
}

/// A union as JSON.
pub fn encode_union<T: Union>(value: &T) -> Value {
    let (index, mut members) = value.members();
    if let Some((word, _)) = T::WORDS.get(index) {
        members.insert(T::TAG.to_owned(), Value::from(*word));
    }
    Value::Object(members)
}

/// Keeps the members of an object.
struct Members<'a> {
    at: Place<'a>,
}

impl<'de> Reader<'de> for Members<'_> {
    type Value = Option<Map<String, Value>>;

    fn found(mut self, found: Found<'de>) -> Self::Value {
        self.at.refuse(format!("must be an object, is {found}"));
        None
    }

    fn object<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Self::Value, A::Error> {
        let (mut kept, mut twice) = (Map::new(), false);
        while let Some((Name(name), value)) = members.next_entry::<Name<'de>, Value>()? {
            if kept.contains_key(&*name) {
                self.at.field(&name).refuse("is given twice");
                twice = true;
            }
            kept.insert(name.into_owned(), value);
        }
        Ok((!twice).then_some(kept))
    }
}
