//! Values that must not be shown.

use std::fmt;

use serde::de::Deserializer;
use serde_json::Value;

use super::{Argument, Faults, HeaderTree, Place};
use crate::schema::Schema;

/// A value that is never shown: no `Display`, no `Serialize`, and `Debug` prints `[redacted]`. It cannot be
/// part of a result, nor be mirrored as a header.
///
/// ```
/// use taffrail::Secret;
///
/// let key = Secret::new("hunter2");
/// assert_eq!(format!("{key:?}"), "[redacted]");
/// assert_eq!(key.reveal(), &"hunter2");
/// ```
#[derive(Clone, Default)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Shows the value to code that needs it.
    pub const fn reveal(&self) -> &T {
        &self.0
    }

    /// Gives the value up.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

impl<T: Argument> Argument for Secret<T> {
    type Rule = T::Rule;

    const HEADERS: HeaderTree = T::HEADERS;

    fn schema(rule: &T::Rule) -> Schema {
        T::schema(rule)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &T::Rule,
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        // The inner type's own words might repeat what was sent, so they are not passed on.
        let mut unheard = Faults::default();
        let value = T::decode(input, rule, unheard.root())?;
        if value.is_none() {
            at.refuse("is not acceptable (its value is secret and not shown)");
        }
        Ok(value.map(Self))
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self)
    }

    fn encode(&self) -> Value {
        Value::Null
    }
}
