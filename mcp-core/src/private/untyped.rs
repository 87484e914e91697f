//! `allow(untyped_argument, reason = "…")`: an argument of a type that says nothing about what is accepted.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};

use crate::schema::Schema;
use crate::{Argument, Place};

/// A value that is read as serde reads it, under a schema that accepts anything.
#[derive(Debug)]
pub struct Untyped<T>(T);

impl<T> Untyped<T> {
    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T: DeserializeOwned> Argument for Untyped<T> {
    type Rule = ();

    fn schema((): &()) -> Schema {
        Schema::any()
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        (): &(),
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        let value = Value::deserialize(input)?;
        Ok(match serde_json::from_value(value) {
            Ok(value) => Some(Self(value)),
            Err(error) => {
                at.refuse(format!("is not acceptable: {error}"));
                None
            }
        })
    }

    fn encode(&self) -> Value {
        Value::Null
    }
}

/// Adds an untyped argument as JSON, if serde can write it.
pub fn encode_untyped(value: &impl serde::Serialize, name: &str, object: &mut Map<String, Value>) {
    if let Ok(value) = serde_json::to_value(value)
        && !value.is_null()
    {
        object.insert(name.to_owned(), value);
    }
}
