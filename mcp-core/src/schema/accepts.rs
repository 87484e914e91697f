//! Whether a value satisfies a schema. Arguments are checked while they are read; this serves defaults,
//! examples and tests, which are values already.

use serde_json::Value;

use super::{Kind, Property, Schema, Text};
use crate::argument::Length;

impl Schema {
    /// Whether a value satisfies the schema. Formats, and schemas written by hand, are not judged: they accept
    /// every value.
    ///
    /// ```
    /// use serde_json::json;
    /// use taffrail::schema::Schema;
    ///
    /// let percent = Schema::integer(0, 100);
    /// assert!(percent.accepts(&json!(7)) && percent.accepts(&json!(7.0)));
    /// assert!(!percent.accepts(&json!(101)) && !percent.accepts(&json!("7")));
    /// ```
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        match &self.kind {
            Kind::Any | Kind::Verbatim(_) => true,
            Kind::Boolean => value.is_boolean(),
            Kind::Integer(range) => whole(value).is_some_and(|value| (range.0..=range.1).contains(&value)),
            Kind::Number(range) => value.as_f64().is_some_and(|value| {
                range.0.is_none_or(|min| value >= min) && range.1.is_none_or(|max| value <= max)
            }),
            Kind::String(rules) => value.as_str().is_some_and(|text| {
                let Text { length, pattern, .. } = Text::of(rules.as_deref());
                within(*length, text.chars().count()) && pattern.is_none_or(|pattern| pattern.matches(text))
            }),
            Kind::Choice { words } => {
                value.as_str().is_some_and(|text| words.iter().any(|(word, _)| *word == text))
            }
            Kind::List(list) => value.as_array().is_some_and(|items| {
                within(list.length, items.len()) && items.iter().all(|item| list.items.accepts(item))
            }),
            Kind::Map { values } => {
                value.as_object().is_some_and(|map| map.values().all(|value| values.accepts(value)))
            }
            Kind::Object { properties } => accepts_object(properties, value),
            Kind::OneOf { variants } => variants.iter().filter(|variant| variant.accepts(value)).count() == 1,
        }
    }
}

fn within(length: Length, actual: usize) -> bool {
    length.refusal(actual, "").is_none()
}

/// The integer that a value is; `5.0` is one.
fn whole(value: &Value) -> Option<i128> {
    let integer = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    #[expect(clippy::cast_possible_truncation, reason = "whole, and a value out of range only saturates")]
    integer.or_else(|| value.as_f64().filter(|value| value.fract() == 0.0).map(|value| value as i128))
}

fn accepts_object(properties: &[Property], value: &Value) -> bool {
    let Some(members) = value.as_object() else { return false };
    let known = members.keys().all(|name| properties.iter().any(|property| property.name == *name));
    known
        && properties.iter().all(|property| match members.get(&*property.name) {
            Some(value) => property.schema.accepts(value),
            None => !property.required,
        })
}
