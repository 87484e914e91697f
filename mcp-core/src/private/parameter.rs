//! How an expansion tells what it knows of one argument, and what is then done with it.
//!
//! A type that a user wrote appears in an expansion in one bounded place only: as an associated type. A type that does
//! not fit is then one error, at the user's own token, however often the argument is used.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use serde_json::{Map, Value};

use super::{assert_no_nested_header, assert_reachable_headers};
use crate::{Argument, Entry, HeaderTree, ObjectSchema, Place, Ranged, Slot, ToolInput, Waiver};

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

/// Adds the argument's property. What else is said of it follows, each in a call of its own: an argument costs a program
/// what is said of it, and most have nothing but a description.
#[inline]
pub fn describe<P: Parameter<At>, At>(
    object: &mut ObjectSchema,
    name: &'static str,
    description: &'static str,
) {
    object.argument::<P::Value>(name, description, &P::rule());
}

/// Says what the argument is when it is left out.
#[inline]
pub fn describe_fallback<P: Parameter<At>, At>(object: &mut ObjectSchema) {
    // No closure: it would be one more function to compile for every argument.
    if let Some(fallback) = P::fallback() {
        object.fall_back(fallback.encode());
    }
}

/// Adds the argument's examples.
#[inline]
pub fn describe_examples<P: Parameter<At>, At>(object: &mut ObjectSchema) {
    object.amend(|schema| schema.with_examples(P::examples()));
}

/// Says which header mirrors the last argument.
pub fn describe_header(object: &mut ObjectSchema, header: &'static str) {
    object.amend(|schema| schema.with_header(Some(header)));
}

/// Says that the value of the last argument must not be shown.
pub fn describe_secret(object: &mut ObjectSchema) {
    object.amend(|schema| schema.with_secret(true));
}

/// Keeps what was waived on the last argument.
pub fn describe_waivers(object: &mut ObjectSchema, waivers: &'static [Waiver]) {
    object.amend(|schema| schema.with_waivers(waivers));
}

/// Adds the properties of a flattened struct.
pub fn describe_group<P: Group<At>, At>(object: &mut ObjectSchema) {
    object.flatten::<P::Value>();
}

/// Reads the argument into its slot; always `true`, because the name was its own.
#[inline]
pub fn read<P: Parameter<At>, At>(slot: &mut Slot<P::Value>, entry: &mut Entry<'_, '_>) -> bool {
    entry.read::<P::Value>(slot, &P::rule());
    true
}

/// Reads an argument whose value must not be shown; always `true`, because the name was its own.
#[inline]
pub fn read_secret<P: Parameter<At>, At>(slot: &mut Slot<P::Value>, entry: &mut Entry<'_, '_>) -> bool {
    entry.read_secret::<P::Value>(slot, &P::rule());
    true
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

impl<P: Group<At>, At> GroupSlot<P, At> {
    fn partial(&mut self) -> Option<&mut <P::Value as ToolInput>::Partial> {
        let partial = self.partial.get_or_insert_with(|| Box::<<P::Value as ToolInput>::Partial>::default());
        // Nobody else fills the slot, so there is nothing else in it.
        partial.downcast_mut()
    }
}

/// Lets a flattened struct read the argument, if it is one of its own.
pub fn read_group<P: Group<At>, At>(slot: &mut GroupSlot<P, At>, entry: &mut Entry<'_, '_>) -> bool {
    slot.partial().is_some_and(|partial| <P::Value as ToolInput>::accept(partial, entry))
}

/// Puts what stands in for the arguments of a flattened struct in their slots; missing ones are recorded.
pub fn settle_group<P: Group<At>, At>(slot: &mut GroupSlot<P, At>, at: &mut Place<'_>) {
    if let Some(partial) = slot.partial() {
        <P::Value as ToolInput>::settle(partial, at);
    }
}

/// Puts what stands in for the argument in its slot, if it was left out; a missing one is recorded.
#[inline]
pub fn settle_argument<P: Parameter<At>, At>(slot: &mut Slot<P::Value>, name: &str, at: &mut Place<'_>) {
    slot.settle(name, at);
}

/// Puts the argument's default in its slot, if it was left out.
#[inline]
pub fn fall_back<P: Parameter<At>, At>(slot: &mut Slot<P::Value>) {
    if let Slot::Absent = slot
        && let Some(fallback) = P::fallback()
    {
        *slot = Slot::Given(fallback);
    }
}

/// The flattened struct, unless something of it is missing.
pub fn finish_group<P: Group<At>, At>(slot: GroupSlot<P, At>) -> Option<P::Value> {
    <P::Value as ToolInput>::finish(*slot.partial?.downcast().ok()?)
}

/// Adds the argument as JSON; nothing, where the type writes nothing (`None`).
pub fn encode<P: Parameter<At>, At>(value: &P::Value, name: &str, object: &mut Map<String, Value>) {
    add(value.encode(), name, object);
}

/// Not generic, because it would bring a map of its own into every program.
fn add(value: Value, name: &str, object: &mut Map<String, Value>) {
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
