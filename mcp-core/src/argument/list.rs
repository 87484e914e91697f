//! Lists and maps as parameters.

use std::collections::BTreeMap;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess};
use serde_json::Value;

use super::found::{Found, Reader, read};
use super::text::Length;
use super::{Argument, HeaderTree, Measured, Place};
use crate::schema::Schema;

/// The constraint on a list: how many items it may have.
pub type Items = Length;

impl<T: Argument> Argument for Vec<T> {
    type Rule = Items;

    const HEADERS: HeaderTree = T::HEADERS.repeated();

    fn schema(rule: &Items) -> Schema {
        Schema::list(T::schema(&T::Rule::default()), *rule)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &Items,
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        read(input, ListReader { rule: *rule, at, item: std::marker::PhantomData })
    }

    fn encode(&self) -> Value {
        self.iter().map(T::encode).collect()
    }
}

impl<T: Argument> Measured for Vec<T> {
    fn measure(rule: &mut Items, min: Option<usize>, max: Option<usize>) {
        rule.narrow(min, max);
    }
}

struct ListReader<'a, T> {
    rule: Items,
    at: Place<'a>,
    item: std::marker::PhantomData<T>,
}

impl<'de, T: Argument> Reader<'de> for ListReader<'_, T> {
    type Value = Option<Vec<T>>;

    fn found(mut self, found: Found<'de>) -> Option<Vec<T>> {
        self.at.refuse(format!("must be a list, is {found}"));
        None
    }

    fn list<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Option<Vec<T>>, A::Error> {
        let (mut list, mut count) = (Vec::new(), 0);
        let rule = T::Rule::default();
        while let Some(item) = items.next_element_seed(Seed::<T> { rule: &rule, at: self.at.item(count) })? {
            list.extend(item);
            count += 1;
        }
        if let Some(refusal) = self.rule.refusal(count, "items") {
            self.at.refuse(refusal);
            return Ok(None);
        }
        Ok((list.len() == count).then_some(list))
    }
}

/// A map with keys of the model's choice.
impl<T: Argument> Argument for BTreeMap<String, T> {
    type Rule = ();

    const HEADERS: HeaderTree = T::HEADERS.repeated();

    fn schema((): &()) -> Schema {
        Schema::map(T::schema(&T::Rule::default()))
    }

    fn decode<'de, D: Deserializer<'de>>(input: D, (): &(), at: Place<'_>) -> Result<Option<Self>, D::Error> {
        read(input, MapReader { at, value: std::marker::PhantomData })
    }

    fn encode(&self) -> Value {
        self.iter().map(|(key, value)| (key.clone(), value.encode())).collect()
    }
}

struct MapReader<'a, T> {
    at: Place<'a>,
    value: std::marker::PhantomData<T>,
}

impl<'de, T: Argument> Reader<'de> for MapReader<'_, T> {
    type Value = Option<BTreeMap<String, T>>;

    fn found(mut self, found: Found<'de>) -> Self::Value {
        self.at.refuse(format!("must be an object, is {found}"));
        None
    }

    fn object<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Self::Value, A::Error> {
        let (mut map, mut complete) = (BTreeMap::new(), true);
        let rule = T::Rule::default();
        while let Some(key) = members.next_key::<String>()? {
            match members.next_value_seed(Seed::<T> { rule: &rule, at: self.at.field(&key) })? {
                Some(_) if map.contains_key(&key) => {
                    self.at.field(&key).refuse("is given twice");
                    complete = false;
                }
                Some(value) => {
                    map.insert(key, value);
                }
                None => complete = false,
            }
        }
        Ok(complete.then_some(map))
    }
}

/// Reads one value in place of a list item or a member.
pub(super) struct Seed<'a, 'r, T: Argument> {
    pub(super) rule: &'r T::Rule,
    pub(super) at: Place<'a>,
}

impl<'de, T: Argument> DeserializeSeed<'de> for Seed<'_, '_, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Option<T>, D::Error> {
        T::decode(input, self.rule, self.at)
    }
}
