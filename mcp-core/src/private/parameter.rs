//! How an expansion tells what it knows of one argument, and what is then done with it.
//!
//! A type that a user wrote appears in an expansion in one bounded place only: as an associated type. A type that does
//! not fit is then one error, at the user's own token, however often the argument is used.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use serde::de::MapAccess;
use serde_json::{Map, Value};

use super::{assert_no_nested_header, assert_reachable_headers};
use crate::{Argument, Entry, Field, HeaderTree, ObjectSchema, Place, Ranged, Slot, ToolInput};

/// The constraints on an argument.
pub type Rule<P, At> = <<P as Parameter<At>>::Value as Argument>::Rule;

/// The type of `min` and `max` of an argument.
pub type Bound<P, At> = <<P as Parameter<At>>::Value as Ranged>::Bound;

/// The argument at a position.
pub trait Parameter<At> {
    /// Its type.
    type Value: Argument;
    /// The mirrored parameters inside its type.
    const HEADERS: HeaderTree = <Self::Value as Argument>::HEADERS;

    /// The constraints on it.
    fn rule() -> Rule<Self, At>
    where
        Self: Sized,
    {
        Rule::<Self, At>::default()
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

/// The type of an argument of an item that has faults elsewhere.
pub trait Asked<const INDEX: usize> {
    /// It.
    type Value: Argument;
}

/// The flattened struct at a position.
pub trait Group<At> {
    /// Its type.
    type Value: ToolInput;
    /// The mirrored parameters inside its type.
    const HEADERS: HeaderTree = <Self::Value as ToolInput>::HEADERS;
}

/// Adds the argument's property.
pub fn describe<P: Parameter<At>, At>(object: &mut ObjectSchema, name: &'static str, mut field: Field) {
    field.examples = P::examples();
    // No closure: it would be one more function to compile for every argument.
    if let Some(fallback) = P::fallback() {
        field.default = Some(fallback.encode());
    }
    object.field::<P::Value>(name, field, &P::rule());
}

/// Adds the properties of a flattened struct.
pub fn describe_group<P: Group<At>, At>(object: &mut ObjectSchema) {
    object.flatten::<P::Value>();
}

/// Reads the argument into its slot; always `true`, because the name was its own.
///
/// # Errors
/// Those of the JSON reader.
pub fn read<'de, P: Parameter<At>, At, M: MapAccess<'de>>(
    slot: &mut Slot<P::Value>,
    entry: &mut Entry<'_, 'de, M>,
) -> Result<bool, M::Error> {
    entry.read::<P::Value>(slot, &P::rule())?;
    Ok(true)
}

/// Reads an argument whose value must not be shown; always `true`, because the name was its own.
///
/// # Errors
/// Those of the JSON reader.
pub fn read_secret<'de, P: Parameter<At>, At, M: MapAccess<'de>>(
    slot: &mut Slot<P::Value>,
    entry: &mut Entry<'_, 'de, M>,
) -> Result<bool, M::Error> {
    entry.read_secret::<P::Value>(slot, &P::rule())?;
    Ok(true)
}

/// What has been read of a flattened struct; nothing is kept until one of its arguments is given.
///
/// The type in the box is not named here. If it were, a type that cannot be flattened would be reported again wherever
/// the slot is made, moved or dropped.
pub struct GroupSlot<P, At> {
    partial: Option<Box<dyn Any>>,
    place: PhantomData<fn() -> (P, At)>,
}

impl<P, At> fmt::Debug for GroupSlot<P, At> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupSlot").field("begun", &self.partial.is_some()).finish_non_exhaustive()
    }
}

impl<P, At> Default for GroupSlot<P, At> {
    fn default() -> Self {
        Self { partial: None, place: PhantomData }
    }
}

/// Lets a flattened struct read the argument, if it is one of its own.
///
/// # Errors
/// Those of the JSON reader.
pub fn read_group<'de, P: Group<At>, At, M: MapAccess<'de>>(
    slot: &mut GroupSlot<P, At>,
    entry: &mut Entry<'_, 'de, M>,
) -> Result<bool, M::Error> {
    let partial = slot.partial.get_or_insert_with(|| Box::<<P::Value as ToolInput>::Partial>::default());
    match partial.downcast_mut() {
        Some(partial) => <P::Value as ToolInput>::accept(partial, entry),
        // Nobody else fills the slot, so there is nothing else in it.
        None => Ok(false),
    }
}

/// The argument's value, or what stands in for it; a missing one is recorded.
pub fn finish<P: Parameter<At>, At>(
    slot: Slot<P::Value>,
    name: &str,
    at: &mut Place<'_>,
) -> Option<P::Value> {
    if let Slot::Absent = slot
        && let Some(fallback) = P::fallback()
    {
        return Some(fallback);
    }
    slot.or_missing(name, at)
}

/// The flattened struct, unless something of it is missing.
pub fn finish_group<P: Group<At>, At>(slot: GroupSlot<P, At>, at: &mut Place<'_>) -> Option<P::Value> {
    let partial = slot.partial.and_then(|partial| partial.downcast().ok());
    <P::Value as ToolInput>::finish(partial.map_or_else(Default::default, |partial| *partial), at)
}

/// Adds the argument as JSON; nothing, where the type writes nothing (`None`).
pub fn encode<P: Parameter<At>, At>(value: &P::Value, name: &str, object: &mut Map<String, Value>) {
    let value = value.encode();
    if !value.is_null() {
        object.insert(name.to_owned(), value);
    }
}

/// Adds the arguments of a flattened struct as JSON.
pub fn encode_group<P: Group<At>, At>(value: &P::Value, object: &mut Map<String, Value>) {
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
#[track_caller]
pub const fn assert_reachable<P: Parameter<At>, At>(name: &str) {
    assert_reachable_headers::<P::Value>(name);
}

/// GR-44 and GR-45: also [`assert_no_nested_header`] for the argument at a position.
///
/// # Panics
/// In const evaluation, when a mirrored parameter is repeated or nested.
#[track_caller]
pub const fn assert_flat<P: Parameter<At>, At>(name: &str) {
    assert_reachable_headers::<P::Value>(name);
    assert_no_nested_header::<P::Value>(name);
}

/// GR-62 for bounds and defaults that are named constants.
///
/// # Panics
/// In const evaluation, when `low` is above `high`.
#[track_caller]
pub const fn assert_ordered(low: f64, high: f64, message: &'static str) {
    assert!(low <= high, "{}", message);
}

/// GR-11 and GR-18 for a description that is a constant expression.
///
/// # Panics
/// In const evaluation, when the description is empty.
#[track_caller]
pub const fn assert_described(description: &str, message: &'static str) {
    assert!(!description.trim_ascii().is_empty(), "{}", message);
}

/// What is inside a struct of one unnamed field.
pub trait Newtype {
    /// Its type. No bound stands here, because the implementation of [`Argument`] asks the same of it.
    type Inner;
}
