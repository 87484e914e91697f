//! Numbers as parameters: integers of up to 64 bits and floats.

use serde::de::Deserializer;
use serde_json::Value;

use super::found::{Found, scalar};
use super::{Argument, HeaderParam, Place, Ranged};
use crate::schema::Schema;

/// The constraint on a number: both bounds inclusive.
#[derive(Clone, Copy, Debug)]
pub struct Range<N> {
    min: Option<N>,
    max: Option<N>,
}

impl<N> Default for Range<N> {
    fn default() -> Self {
        Self { min: None, max: None }
    }
}

impl<N: Copy> Range<N> {
    fn narrow(&mut self, min: Option<N>, max: Option<N>) {
        self.min = min.or(self.min);
        self.max = max.or(self.max);
    }
}

/// Above this, a JSON number with a fraction or exponent is no exact integer any more.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The integer that a JSON value is, if it is within bounds.
fn integer_within(found: &Found<'_>, min: i128, max: i128, at: &mut Place<'_>) -> Option<i128> {
    let value = integer(found, at)?;
    if value < min || value > max {
        at.refuse(outside(value, min, max));
        return None;
    }
    Some(value)
}

/// The integer that a JSON value is. `5.0` is one (JSON Schema 2020-12, `integer`).
fn integer(found: &Found<'_>, at: &mut Place<'_>) -> Option<i128> {
    match *found {
        Found::Unsigned(value) => Some(value.into()),
        Found::Signed(value) => Some(value.into()),
        #[expect(clippy::cast_possible_truncation, reason = "whole and within ±2^53, so the cast is exact")]
        Found::Float(value) if value.fract() == 0.0 && value.abs() <= EXACT => Some(value as i128),
        Found::Float(value) if value.fract() == 0.0 => {
            at.refuse("is too large: write integers without fraction or exponent, within 64 bits");
            None
        }
        ref other => {
            at.refuse(format!("must be an integer, is {}", kind(other)));
            None
        }
    }
}

fn kind(found: &Found<'_>) -> String {
    match found {
        Found::Float(value) => value.to_string(),
        // A number in quotes is the most common slip, so it is shown.
        Found::Text(text) if text.parse::<f64>().is_ok() => format!("the string \"{text}\""),
        other => other.to_string(),
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Argument for $int {
            type Rule = Range<$int>;

            fn schema(rule: &Self::Rule) -> Schema {
                Schema::integer(
                    i128::from_int(rule.min.unwrap_or(<$int>::MIN)),
                    i128::from_int(rule.max.unwrap_or(<$int>::MAX)),
                )
            }

            fn decode<'de, D: Deserializer<'de>>(
                input: D,
                rule: &Self::Rule,
                mut at: Place<'_>,
            ) -> Result<Option<Self>, D::Error> {
                let min = i128::from_int(rule.min.unwrap_or(<$int>::MIN));
                let max = i128::from_int(rule.max.unwrap_or(<$int>::MAX));
                let value = integer_within(&scalar(input)?, min, max, &mut at);
                Ok(value.and_then(|value| <$int>::try_from(value).ok()))
            }

            fn encode(&self) -> Value {
                Value::from(*self)
            }
        }

        impl Ranged for $int {
            type Bound = $int;

            fn range(rule: &mut Self::Rule, min: Option<$int>, max: Option<$int>) {
                rule.narrow(min, max);
            }
        }

        impl HeaderParam for $int {
            const MIN: i128 = <$int>::MIN as i128;
            const MAX: i128 = <$int>::MAX as i128;
        }
    )*};
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// `i128::from` that also takes `isize` and `usize`, which are at most 64 bits wide here.
trait FromInt<N> {
    fn from_int(value: N) -> Self;
}

macro_rules! from_int {
    ($($int:ty)*) => {$(
        impl FromInt<$int> for i128 {
            fn from_int(value: $int) -> Self {
                value as i128
            }
        }
    )*};
}

from_int!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

fn outside<N: PartialOrd + std::fmt::Display>(value: N, min: N, max: N) -> String {
    if value < min {
        format!("must be at least {min}, is {value}")
    } else {
        format!("must be at most {max}, is {value}")
    }
}

impl Argument for f64 {
    type Rule = Range<f64>;

    fn schema(rule: &Self::Rule) -> Schema {
        Schema::number(rule.min, rule.max)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &Self::Rule,
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        let value = match scalar(input)? {
            Found::Float(value) => value,
            #[expect(
                clippy::cast_precision_loss,
                reason = "the parameter is a double, by its author's choice"
            )]
            Found::Unsigned(value) => value as f64,
            #[expect(
                clippy::cast_precision_loss,
                reason = "the parameter is a double, by its author's choice"
            )]
            Found::Signed(value) => value as f64,
            other => {
                at.refuse(format!("must be a number, is {}", kind(&other)));
                return Ok(None);
            }
        };
        let (min, max) = (rule.min.unwrap_or(Self::MIN), rule.max.unwrap_or(Self::MAX));
        if value < min || value > max {
            at.refuse(outside(value, min, max));
            return Ok(None);
        }
        Ok(Some(value))
    }

    fn encode(&self) -> Value {
        Value::from(*self)
    }
}

impl Ranged for f64 {
    type Bound = f64;

    fn range(rule: &mut Self::Rule, min: Option<f64>, max: Option<f64>) {
        rule.narrow(min, max);
    }
}

/// An `f32` is read as a double within its range, and then rounded.
impl Argument for f32 {
    type Rule = Range<f32>;

    fn schema(rule: &Self::Rule) -> Schema {
        Schema::number(Some(wide(rule.min.unwrap_or(Self::MIN))), Some(wide(rule.max.unwrap_or(Self::MAX))))
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &Self::Rule,
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        let range = Range {
            min: Some(wide(rule.min.unwrap_or(Self::MIN))),
            max: Some(wide(rule.max.unwrap_or(Self::MAX))),
        };
        #[expect(clippy::cast_possible_truncation, reason = "rounding is what the parameter's type asks for")]
        Ok(f64::decode(input, &range, at)?.map(|value| value as f32))
    }

    fn encode(&self) -> Value {
        Value::from(wide(*self))
    }
}

impl Ranged for f32 {
    type Bound = f32;

    fn range(rule: &mut Self::Rule, min: Option<f32>, max: Option<f32>) {
        rule.narrow(min, max);
    }
}

/// The double that is written with the same decimal digits: `0.1` stays `0.1` in the schema.
fn wide(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| value.into())
}
