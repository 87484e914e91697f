//! JSON behind a table of functions. What reads arguments is compiled once this way: a tool adds the choice of its slots,
//! and neither a reader of objects nor an error that has to be carried through it.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer as _, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::found::{Found, Name, Reader, read};

/// Reading came to an end before the value did. Why is kept where it was found, in an [`Open`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value could not be read to its end")
    }
}

impl std::error::Error for Stopped {}

impl Error for Stopped {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A value, known by its kind.
pub(crate) enum Input<'a, 'de> {
    Scalar(Found<'de>),
    List(&'a mut dyn Items<'de>),
    Object(&'a mut dyn Members<'de>),
}

/// What is done with a list or an object.
pub(crate) type Take<'a, 'de> = dyn FnMut(Input<'_, 'de>) -> Result<(), Stopped> + 'a;

/// The rest of a list.
pub(crate) trait Items<'de> {
    /// Reads the next item, if there is one more. A list or an object has been handed on then.
    fn item(&mut self, take: &mut Take<'_, 'de>) -> Result<Option<Found<'de>>, Stopped>;
}

/// The rest of an object.
pub(crate) trait Members<'de> {
    /// The next name; `None` at the end.
    fn name(&mut self) -> Result<Option<Cow<'de, str>>, Stopped>;

    /// Reads the value that belongs to the last name. A list or an object has been handed on then.
    fn value(&mut self, take: &mut Take<'_, 'de>) -> Result<Found<'de>, Stopped>;

    /// Passes over the value that belongs to the last name. It is nobody's, so nothing that is in it can be wrong.
    fn skip(&mut self) -> Result<(), Stopped>;
}

impl<'de> dyn Members<'de> + '_ {
    /// Hands on the value that belongs to the last name.
    pub(super) fn hand(
        &mut self,
        mut take: impl FnMut(Input<'_, 'de>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let found = self.value(&mut take)?;
        rest(found, take)
    }
}

/// Hands on what has not been yet. Most values are scalars, and come back instead of through a table of functions.
fn rest<'de>(
    found: Found<'de>,
    mut take: impl FnMut(Input<'_, 'de>) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    match found {
        Found::List | Found::Object => Ok(()),
        scalar => take(Input::Scalar(scalar)),
    }
}

/// A list or an object that is being read, and what stopped the reading.
pub(super) struct Open<A, E> {
    access: A,
    fault: Option<E>,
}

impl<A, E: Error> Open<A, E> {
    pub(super) fn new(access: A) -> Self {
        Self { access, fault: None }
    }

    /// The fault behind a [`Stopped`].
    pub(super) fn fault(self, stopped: Stopped) -> E {
        self.fault.unwrap_or_else(|| E::custom(stopped))
    }

    fn note<T>(&mut self, read: Result<T, E>) -> Result<T, Stopped> {
        read.map_err(|fault| {
            self.fault = Some(fault);
            Stopped
        })
    }
}

impl<'de, A: SeqAccess<'de>> Items<'de> for Open<A, A::Error> {
    fn item(&mut self, take: &mut Take<'_, 'de>) -> Result<Option<Found<'de>>, Stopped> {
        let read = self.access.next_element_seed(Handing { take });
        self.note(read)
    }
}

impl<'de, A: MapAccess<'de>> Members<'de> for Open<A, A::Error> {
    fn name(&mut self) -> Result<Option<Cow<'de, str>>, Stopped> {
        let read = self.access.next_key();
        Ok(self.note(read)?.map(|Name(name)| name))
    }

    fn value(&mut self, take: &mut Take<'_, 'de>) -> Result<Found<'de>, Stopped> {
        let read = self.access.next_value_seed(Handing { take });
        self.note(read)
    }

    fn skip(&mut self) -> Result<(), Stopped> {
        let read = self.access.next_value::<IgnoredAny>();
        self.note(read).map(drop)
    }
}

/// Hands lists and objects on as soon as they begin.
struct Handing<'a, 'b, 'de> {
    take: &'a mut Take<'b, 'de>,
}

impl<'de> DeserializeSeed<'de> for Handing<'_, '_, 'de> {
    type Value = Found<'de>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Found<'de>, D::Error> {
        read(input, self)
    }
}

impl<'de> Reader<'de> for Handing<'_, '_, 'de> {
    type Value = Found<'de>;

    fn found(self, found: Found<'de>) -> Found<'de> {
        found
    }

    fn list<A: SeqAccess<'de>>(self, items: A) -> Result<Found<'de>, A::Error> {
        let mut list = Open::new(items);
        match (self.take)(Input::List(&mut list)) {
            Ok(()) => Ok(Found::List),
            Err(stopped) => Err(list.fault(stopped)),
        }
    }

    fn object<A: MapAccess<'de>>(self, members: A) -> Result<Found<'de>, A::Error> {
        let mut object = Open::new(members);
        match (self.take)(Input::Object(&mut object)) {
            Ok(()) => Ok(Found::Object),
            Err(stopped) => Err(object.fault(stopped)),
        }
    }
}

impl<'de> Deserializer<'de> for Input<'_, 'de> {
    type Error = Stopped;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stopped> {
        match self {
            Self::Scalar(Found::Null) => visitor.visit_unit(),
            Self::Scalar(Found::Bool(value)) => visitor.visit_bool(value),
            Self::Scalar(Found::Unsigned(value)) => visitor.visit_u64(value),
            Self::Scalar(Found::Signed(value)) => visitor.visit_i64(value),
            Self::Scalar(Found::Float(value)) => visitor.visit_f64(value),
            Self::Scalar(Found::Text(Cow::Borrowed(text))) => visitor.visit_borrowed_str(text),
            Self::Scalar(Found::Text(Cow::Owned(text))) => visitor.visit_string(text),
            // Not made: what is in them could not be read any more.
            Self::Scalar(Found::List | Found::Object) => Err(Stopped),
            Self::List(items) => visitor.visit_seq(Rest(items)),
            Self::Object(members) => visitor.visit_map(Rest(members)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stopped> {
        match self {
            Self::Scalar(Found::Null) => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        match self {
            Self::Scalar(Found::Text(word)) => visitor.visit_enum(word.into_deserializer()),
            Self::Object(members) => visitor.visit_enum(MapAccessDeserializer::new(Rest(members))),
            _ => Err(Stopped),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The rest of a list or an object, as serde asks for it.
struct Rest<'a, T: ?Sized>(&'a mut T);

/// Lets a seed read a value when it is handed on.
struct Sown<S, V> {
    seed: Option<S>,
    value: Option<V>,
}

impl<'de, S: DeserializeSeed<'de>> Sown<S, S::Value> {
    fn new(seed: S) -> Self {
        Self { seed: Some(seed), value: None }
    }

    fn take(&mut self, input: Input<'_, 'de>) -> Result<(), Stopped> {
        // There is one value for each seed.
        if let Some(seed) = self.seed.take() {
            self.value = Some(seed.deserialize(input)?);
        }
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for Rest<'_, dyn Items<'de> + '_> {
    type Error = Stopped;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stopped> {
        let mut sown = Sown::new(seed);
        if let Some(found) = self.0.item(&mut |input| sown.take(input))? {
            rest(found, |input| sown.take(input))?;
        }
        Ok(sown.value)
    }
}

impl<'de> MapAccess<'de> for Rest<'_, dyn Members<'de> + '_> {
    type Error = Stopped;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stopped> {
        let Some(name) = self.0.name()? else { return Ok(None) };
        seed.deserialize(Input::Scalar(Found::Text(name))).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stopped> {
        let mut sown = Sown::new(seed);
        self.0.hand(|input| sown.take(input))?;
        sown.value.ok_or(Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    enum Shape {
        Point,
        Named(String),
        Circle { radius: f64 },
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Wrapped(Vec<Option<i8>>);

    fn read_through<T: DeserializeOwned>(json: &str) -> Result<T, String> {
        let mut value = None;
        let mut take = |input: Input<'_, '_>| {
            value = Some(T::deserialize(input)?);
            Ok(())
        };
        let seed = Handing { take: &mut take };
        let found =
            seed.deserialize(&mut serde_json::Deserializer::from_str(json)).map_err(|e| e.to_string())?;
        rest(found, take).map_err(|stopped| stopped.to_string())?;
        Ok(value.unwrap())
    }

    #[test]
    fn every_shape_is_read_as_without_the_table() {
        let shapes = r#"{"a":["Point",{"Named":"\u0062"}],"c":[{"Circle":{"radius":1.5}}],"d":[]}"#;
        type Shapes = BTreeMap<String, Vec<Shape>>;
        assert_eq!(read_through(shapes), Ok(serde_json::from_str::<Shapes>(shapes).unwrap()));
        assert_eq!(read_through(r#"[1,null,-3]"#), Ok(Wrapped(vec![Some(1), None, Some(-3)])));
        assert_eq!(read_through("null"), Ok(None::<Shape>));
        assert_eq!(read_through(r#""text""#), Ok(String::from("text")));
        assert!(read_through::<Shape>("7").is_err());
    }

    #[test]
    fn a_fault_is_told_where_it_was_found() {
        assert_eq!(
            read_through::<Vec<Vec<f64>>>("[[1e999]]").unwrap_err(),
            "number out of range at line 1 column 7"
        );
    }
}
