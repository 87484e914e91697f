//! What the model gives to a tool: one trait from which the schema, the reading and the checking of a
//! parameter all come, so that they cannot disagree.

pub(crate) mod choice;
pub(crate) mod erased;
#[cfg(any(feature = "chrono", feature = "url", feature = "uuid"))]
mod external;
pub(crate) mod fault;
pub(crate) mod found;
pub(crate) mod from_text;
pub(crate) mod header;
mod list;
mod number;
pub(crate) mod object;
mod secret;
mod text;

use serde::de::Deserializer;
use serde_json::Value;

pub use choice::Choice;
pub use fault::{Faults, Place, Violation, Violations};
pub use from_text::{FromText, TextArguments};
pub use header::{HeaderParam, HeaderTree};
pub use list::Items;
pub use number::Range;
pub use object::{Entry, Field, ObjectSchema, Slot, ToolInput};
pub use secret::Secret;
pub use text::{Length, Pattern, TextRule};

use crate::schema::Schema;

/// A type that an owned parameter of a tool may have.
///
/// Implemented for strings, booleans, numbers up to 64 bits, `Option`, `Vec`, `BTreeMap` with string keys,
/// [`Secret`], and every type with `#[derive(ToolInput)]`; behind features for `chrono`, `uuid` and `url`
/// types. Exactly what [`schema`](Self::schema) says is what [`decode`](Self::decode) accepts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool",
    label = "the model cannot fill this",
    note = "what is owned comes from the model: `String`, `bool`, numbers of at most 64 bits, `Option`, `Vec`, `BTreeMap<String, _>`, or a type with `#[derive(ToolInput)]`, which is a struct with named fields or a fieldless enum",
    note = "for a map there is `BTreeMap`, for a path `SafePath`, for a tuple a struct with named fields; where anything is accepted, say why: `#[arg(allow(untyped_argument, reason = \"…\"))]`",
    note = "types of `chrono`, `url` and `uuid` need taffrail's feature of that name: `cargo add taffrail --features chrono`",
    note = "what comes from the server is borrowed: `db: &Db`, `ctx: &Context`; `PageRequest` and other groups of parameters are flattened: `#[arg(flatten)]`"
)]
pub trait Argument: Sized {
    /// The constraints that apply to this type: a range, a length, or `()`.
    type Rule: Default;

    /// The mirrored parameters inside this type.
    const HEADERS: HeaderTree = HeaderTree::NONE;

    /// Whether this is [`DryRun`](crate::DryRun).
    const DRY_RUN: bool = false;

    /// The schema under a rule.
    fn schema(rule: &Self::Rule) -> Schema;

    /// Reads a value. What is wrong with it is recorded at its place, and `None` returned.
    ///
    /// The input is no deserializer of `serde_json`'s own: everything that describes itself can be read from it; `RawValue`, and keys
    /// of maps that are no strings, cannot.
    ///
    /// # Errors
    /// Those of the JSON reader alone, for example a number too large for it.
    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &Self::Rule,
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error>;

    /// The value when the argument is left out; `None` when it must not be.
    fn absent() -> Option<Self> {
        None
    }

    /// The value as JSON, for defaults and examples in the schema.
    fn encode(&self) -> Value;
}

/// A parameter type that has an order: `min` and `max` apply to it.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` do not apply to `{Self}`",
    label = "not a number",
    note = "`min` and `max` bound numbers; write `min_len` and `max_len` for the length of strings and lists"
)]
pub trait Ranged: Argument {
    /// The type of a bound.
    type Bound;
    /// Narrows the rule.
    fn range(rule: &mut Self::Rule, min: Option<Self::Bound>, max: Option<Self::Bound>);
}

/// A parameter type that has a length: `min_len` and `max_len` apply to it.
#[diagnostic::on_unimplemented(
    message = "`min_len` and `max_len` do not apply to `{Self}`",
    label = "has no length",
    note = "`min_len` and `max_len` bound strings (in characters) and lists (in items); write `min` and `max` for numbers"
)]
pub trait Measured: Argument {
    /// Narrows the rule.
    fn measure(rule: &mut Self::Rule, min: Option<usize>, max: Option<usize>);
}

/// A parameter type that is text: `pattern` applies to it.
#[diagnostic::on_unimplemented(
    message = "`pattern` does not apply to `{Self}`",
    label = "not a string",
    note = "`pattern` constrains strings; remove it, or take a `String`"
)]
pub trait Textual: Argument {
    /// Narrows the rule.
    fn pattern(rule: &mut Self::Rule, pattern: &'static Pattern);
}

impl Argument for bool {
    type Rule = ();

    fn schema((): &()) -> Schema {
        Schema::boolean()
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        (): &(),
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        Ok(match found::scalar(input)? {
            found::Found::Bool(value) => Some(value),
            other => {
                at.refuse(format!("must be true or false, is {other}"));
                None
            }
        })
    }

    fn encode(&self) -> Value {
        Value::Bool(*self)
    }
}

impl HeaderParam for bool {}

/// An optional argument. Left out is `None`; a `null` is refused, because the schema does not allow it.
impl<T: Argument> Argument for Option<T> {
    type Rule = T::Rule;

    const HEADERS: HeaderTree = T::HEADERS;

    fn schema(rule: &Self::Rule) -> Schema {
        T::schema(rule)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &Self::Rule,
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        Ok(T::decode(input, rule, at)?.map(Some))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn encode(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::encode)
    }
}

impl<T: HeaderParam> HeaderParam for Option<T> {
    const MIN: i128 = T::MIN;
    const MAX: i128 = T::MAX;
}

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;

    fn range(rule: &mut Self::Rule, min: Option<Self::Bound>, max: Option<Self::Bound>) {
        T::range(rule, min, max);
    }
}

impl<T: Measured> Measured for Option<T> {
    fn measure(rule: &mut Self::Rule, min: Option<usize>, max: Option<usize>) {
        T::measure(rule, min, max);
    }
}

impl<T: Textual> Textual for Option<T> {
    fn pattern(rule: &mut Self::Rule, pattern: &'static Pattern) {
        T::pattern(rule, pattern);
    }
}
