//! How an expansion tells what it knows of one argument, and what is then done with it.
//!
//! A type that a user wrote appears in an expansion in one bounded place only: as an associated type. A type that does
//! not fit is then one error, at the user's own token, however often the argument is used.

use serde::de::MapAccess;
use serde_json::{Map, Value};

use super::{assert_no_nested_header, assert_reachable_headers};
use crate::{Argument, Entry, Field, HeaderTree, ObjectSchema, Place, Slot, ToolInput};

/// The constraints on an argument.
pub type Rule<P, const INDEX: usize> = <<P as Parameter<INDEX>>::Value as Argument>::Rule;

/// The argument at a position.
pub trait Parameter<const INDEX: usize> {
    /// Its type.
    type Value: Argument;
    /// Its name on the wire.
    const NAME: &'static str;
    /// Its doc comment.
    const DESCRIPTION: &'static str;
    /// The header that mirrors it, without `Mcp-Param-`.
    const HEADER: Option<&'static str> = None;
    /// Whether its value must not be shown.
    const SECRET: bool = false;
    /// The mirrored parameters inside its type.
    const HEADERS: HeaderTree = <Self::Value as Argument>::HEADERS;

    /// The constraints on it.
    fn rule() -> Rule<Self, INDEX>
    where
        Self: Sized,
    {
        Rule::<Self, INDEX>::default()
    }

    /// Its value when it is left out.
    fn fallback() -> Option<Self::Value> {
        None
    }

    /// Values that show what is meant.
    fn examples() -> Vec<Value> {
        Vec::new()
    }
}

/// The flattened struct at a position.
pub trait Group<const INDEX: usize> {
    /// Its type.
    type Value: ToolInput;
    /// The mirrored parameters inside its type.
    const HEADERS: HeaderTree = <Self::Value as ToolInput>::HEADERS;
}

/// Adds the argument's property.
pub fn describe<P: Parameter<INDEX>, const INDEX: usize>(object: &mut ObjectSchema) {
    let field = Field {
        description: P::DESCRIPTION,
        default: P::fallback().map(|value| value.encode()),
        examples: P::examples(),
        header: P::HEADER,
        secret: P::SECRET,
    };
    object.field::<P::Value>(P::NAME, field, &P::rule());
}

/// Adds the properties of a flattened struct.
pub fn describe_group<P: Group<INDEX>, const INDEX: usize>(object: &mut ObjectSchema) {
    object.flatten::<P::Value>();
}

/// Reads the argument into its slot; always `true`, because the name was its own.
///
/// # Errors
/// Those of the JSON reader.
pub fn read<'de, P: Parameter<INDEX>, const INDEX: usize, M: MapAccess<'de>>(
    slot: &mut Slot<P::Value>,
    entry: &mut Entry<'_, 'de, M>,
) -> Result<bool, M::Error> {
    entry.read::<P::Value>(slot, &P::rule())?;
    Ok(true)
}

/// Lets a flattened struct read the argument, if it is one of its own.
///
/// # Errors
/// Those of the JSON reader.
pub fn read_group<'de, P: Group<INDEX>, const INDEX: usize, M: MapAccess<'de>>(
    partial: &mut <P::Value as ToolInput>::Partial,
    entry: &mut Entry<'_, 'de, M>,
) -> Result<bool, M::Error> {
    <P::Value as ToolInput>::accept(partial, entry)
}

/// The argument's value, or what stands in for it; a missing one is recorded.
pub fn finish<P: Parameter<INDEX>, const INDEX: usize>(
    slot: Slot<P::Value>,
    at: &mut Place<'_>,
) -> Option<P::Value> {
    match slot {
        Slot::Absent => P::fallback().or_else(|| Slot::Absent.or_missing(P::NAME, at)),
        given => given.or_missing(P::NAME, at),
    }
}

/// The flattened struct, unless something of it is missing.
pub fn finish_group<P: Group<INDEX>, const INDEX: usize>(
    partial: <P::Value as ToolInput>::Partial,
    at: &mut Place<'_>,
) -> Option<P::Value> {
    <P::Value as ToolInput>::finish(partial, at)
}

/// Adds the argument as JSON; nothing, where the type writes nothing (`None`).
pub fn encode<P: Parameter<INDEX>, const INDEX: usize>(value: &P::Value, object: &mut Map<String, Value>) {
    let value = if P::SECRET { Value::Null } else { value.encode() };
    if !value.is_null() {
        object.insert(P::NAME.to_owned(), value);
    }
}

/// Adds the arguments of a flattened struct as JSON.
pub fn encode_group<P: Group<INDEX>, const INDEX: usize>(value: &P::Value, object: &mut Map<String, Value>) {
    value.encode_into(object);
}

/// An example as JSON.
pub fn example<T: Argument>(value: &T) -> Value {
    value.encode()
}

/// The examples of one argument.
#[must_use]
pub fn examples<const COUNT: usize>(values: [Value; COUNT]) -> Vec<Value> {
    values.into()
}

/// GR-44: [`assert_reachable_headers`] for the argument at a position.
///
/// # Panics
/// In const evaluation, when a mirrored parameter is repeated.
pub const fn assert_reachable<P: Parameter<INDEX>, const INDEX: usize>() {
    assert_reachable_headers::<P::Value>(P::NAME);
}

/// GR-45: [`assert_no_nested_header`] for the argument at a position.
///
/// # Panics
/// In const evaluation, when a mirrored parameter is nested.
pub const fn assert_flat<P: Parameter<INDEX>, const INDEX: usize>() {
    assert_no_nested_header::<P::Value>(P::NAME);
}

/// GR-11 and GR-18 for a description that is a constant expression.
///
/// # Panics
/// In const evaluation, when the description is empty.
pub const fn assert_described(description: &str, message: &'static str) {
    assert!(!description.trim_ascii().is_empty(), "{}", message);
}

/// What is inside a struct of one unnamed field.
pub trait Newtype {
    /// Its type.
    type Inner: Argument;
}
