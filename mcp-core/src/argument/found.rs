//! Reading one JSON value of unknown kind without failing, so that a wrong kind is one violation among
//! others and not the end of reading.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The kind of a JSON value, with its content where it is a scalar.
pub(crate) enum Found<'de> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(Cow<'de, str>),
    List,
    Object,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Unsigned(_) | Self::Signed(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        })
    }
}

/// What to do with each kind of value. Lists and objects are skipped unless the reader wants them.
pub(crate) trait Reader<'de>: Sized {
    type Value;

    fn found(self, found: Found<'de>) -> Self::Value;

    fn list<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(self.found(Found::List))
    }

    fn object<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(self.found(Found::Object))
    }
}

/// Reads a value of any kind with `reader`.
#[inline]
pub(crate) fn read<'de, D: Deserializer<'de>, R: Reader<'de>>(
    input: D,
    reader: R,
) -> Result<R::Value, D::Error> {
    input.deserialize_any(Any(reader, PhantomData))
}

/// Reads a scalar; lists and objects are skipped.
#[inline]
pub(crate) fn scalar<'de, D: Deserializer<'de>>(input: D) -> Result<Found<'de>, D::Error> {
    read(input, Scalar)
}

struct Scalar;

impl<'de> Reader<'de> for Scalar {
    type Value = Found<'de>;

    fn found(self, found: Found<'de>) -> Found<'de> {
        found
    }
}

struct Any<'de, R>(R, PhantomData<&'de ()>);

impl<'de, R: Reader<'de>> Visitor<'de> for Any<'de, R> {
    type Value = R::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Bool(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Unsigned(value)))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Signed(value)))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Float(value)))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Text(Cow::Borrowed(value))))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Text(Cow::Owned(value.to_owned()))))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<R::Value, E> {
        Ok(self.0.found(Found::Text(Cow::Owned(value))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<R::Value, A::Error> {
        self.0.list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<R::Value, A::Error> {
        self.0.object(members)
    }
}

/// A string such as a member's name, borrowed where it has no escapes.
pub(crate) struct Name<'de>(pub(crate) Cow<'de, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct NameVisitor;

        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(name)))
            }

            fn visit_str<E>(self, name: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }
        }

        input.deserialize_str(NameVisitor)
    }
}
