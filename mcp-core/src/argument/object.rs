//! Named arguments: the parameters of a tool, and structs with `#[derive(ToolInput)]`. One implementation
//! serves both.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess};
use serde_json::{Map, Value};

use super::choice::{listed, nearest, shortened};
use super::found::{Found, Name, Reader, read};
use super::list::Seed;
use super::{Argument, Faults, HeaderTree, Place};
use crate::Waiver;
use crate::schema::{Property, Schema};

/// A struct whose fields are arguments. Written by `#[derive(ToolInput)]`, and by `#[tool]` for the
/// parameters of the function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of named arguments",
    label = "cannot be flattened",
    note = "`flatten` takes a struct with named fields and `#[derive(ToolInput)]`"
)]
pub trait ToolInput: Sized + 'static {
    /// One [`Slot`] for each field.
    type Partial: Default + 'static;

    /// The mirrored parameters of its fields.
    const HEADERS: HeaderTree;

    /// Adds a property for each field.
    fn describe(object: &mut ObjectSchema);

    /// Reads a member into its slot; `false` when the name is none of this struct's.
    ///
    /// # Errors
    /// Those of the JSON reader.
    fn accept<'de, M: MapAccess<'de>>(
        partial: &mut Self::Partial,
        entry: &mut Entry<'_, 'de, M>,
    ) -> Result<bool, M::Error>;

    /// Makes the struct when every field has a value; what is missing is recorded.
    fn finish(partial: Self::Partial, at: &mut Place<'_>) -> Option<Self>;

    /// Adds each field as JSON, for defaults and examples.
    ///
    /// The parameters of a tool leave it out: nobody shows the arguments of a whole call.
    fn encode_into(&self, object: &mut Map<String, Value>) {
        let _ = object;
    }
}

/// What became of an argument while reading.
#[derive(Debug, Default)]
pub enum Slot<T> {
    /// It was not given.
    #[default]
    Absent,
    /// It was given and is not acceptable; that is recorded already.
    Refused,
    /// It was given.
    Given(T),
}

impl<T: Argument> Slot<T> {
    /// The value; left out, it is missing unless the type has a value for that.
    pub fn or_missing(self, name: &str, at: &mut Place<'_>) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Refused => None,
            Self::Absent => {
                let absent = T::absent();
                if absent.is_none() {
                    at.field(name).refuse("is missing");
                }
                absent
            }
        }
    }

    /// The value; left out, it is the default.
    pub fn or_default(self, default: impl FnOnce() -> T) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Refused => None,
            Self::Absent => Some(default()),
        }
    }
}

/// One member of the arguments, its value still unread.
#[derive(Debug)]
pub struct Entry<'a, 'de, M> {
    name: Cow<'de, str>,
    members: &'a mut M,
    at: Place<'a>,
}

impl<'de, M: MapAccess<'de>> Entry<'_, 'de, M> {
    /// The member's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the value into its slot.
    ///
    /// # Errors
    /// Those of the JSON reader.
    pub fn read<T: Argument>(&mut self, slot: &mut Slot<T>, rule: &T::Rule) -> Result<(), M::Error> {
        let value = self.members.next_value_seed(Seed::<T> { rule, at: self.at.field(&self.name) })?;
        self.fill(slot, value);
        Ok(())
    }

    /// Reads a value that must not be shown: what is wrong with it is told without it.
    ///
    /// # Errors
    /// Those of the JSON reader.
    pub fn read_secret<T: Argument>(&mut self, slot: &mut Slot<T>, rule: &T::Rule) -> Result<(), M::Error> {
        // The type's own words might repeat what was sent, so they are not passed on.
        let mut unheard = Faults::default();
        let value = self.members.next_value_seed(Seed::<T> { rule, at: unheard.root() })?;
        if value.is_none() {
            self.at.field(&self.name).refuse("is not acceptable (its value is secret and not shown)");
        }
        self.fill(slot, value);
        Ok(())
    }

    fn fill<T>(&mut self, slot: &mut Slot<T>, value: Option<T>) {
        *slot = match (&slot, value) {
            (Slot::Absent, Some(value)) => Slot::Given(value),
            (Slot::Absent, None) => Slot::Refused,
            _ => {
                self.at.field(&self.name).refuse("is given twice");
                Slot::Refused
            }
        };
    }
}

/// Collects the properties of an object.
#[derive(Debug, Default)]
pub struct ObjectSchema {
    properties: Vec<Property>,
}

/// What is said of one parameter beside its type and rule.
#[derive(Debug, Default)]
pub struct Field {
    /// Its doc comment.
    pub description: &'static str,
    /// Its value when it is left out.
    pub default: Option<Value>,
    /// Values that show what is meant.
    pub examples: Vec<Value>,
    /// The header that mirrors it, without `Mcp-Param-`.
    pub header: Option<&'static str>,
    /// Whether its value must not be shown.
    pub secret: bool,
    /// What was waived on it.
    pub waivers: &'static [Waiver],
}

impl Field {
    /// What a doc comment says, and nothing else yet.
    #[must_use]
    pub const fn new(description: &'static str) -> Self {
        Self { description, default: None, examples: Vec::new(), header: None, secret: false, waivers: &[] }
    }

    /// With the header that mirrors it.
    #[must_use]
    pub fn mirrored(self, header: &'static str) -> Self {
        Self { header: Some(header), ..self }
    }

    /// With a value that must not be shown.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// With what was waived on it.
    #[must_use]
    pub fn waived(self, waivers: &'static [Waiver]) -> Self {
        Self { waivers, ..self }
    }
}

impl ObjectSchema {
    /// Adds a parameter.
    pub fn field<T: Argument>(&mut self, name: &'static str, field: Field, rule: &T::Rule) {
        let required = field.default.is_none() && T::absent().is_none();
        let mut schema = T::schema(rule);
        // A type that describes itself is left alone where its author says nothing more.
        if !field.description.is_empty() {
            schema = schema.described(field.description);
        }
        if field.default.is_some() {
            schema = schema.with_default(field.default);
        }
        let schema = schema
            .with_examples(field.examples)
            .with_header(field.header)
            .with_secret(field.secret)
            .with_waivers(field.waivers);
        self.properties.push(Property { name: Cow::Borrowed(name), schema, required });
    }

    /// Adds a parameter whose schema is made already.
    pub fn property(&mut self, property: Property) {
        self.properties.push(property);
    }

    /// Adds the parameters of a struct in its place.
    pub fn flatten<T: ToolInput>(&mut self) {
        T::describe(self);
    }
}

/// The schema of an object with these arguments and no others.
#[must_use]
pub fn schema<T: ToolInput>() -> Schema {
    let mut object = ObjectSchema::default();
    T::describe(&mut object);
    Schema::object(object.properties)
}

/// Reads an object.
///
/// # Errors
/// Those of the JSON reader.
pub fn decode<'de, T: ToolInput, D: Deserializer<'de>>(
    input: D,
    at: Place<'_>,
) -> Result<Option<T>, D::Error> {
    read(input, ObjectReader { at, object: PhantomData })
}

/// The arguments as JSON.
pub fn encode<T: ToolInput>(value: &T) -> Value {
    let mut object = Map::new();
    value.encode_into(&mut object);
    Value::Object(object)
}

struct ObjectReader<'a, T> {
    at: Place<'a>,
    object: PhantomData<T>,
}

impl<'de, T: ToolInput> Reader<'de> for ObjectReader<'_, T> {
    type Value = Option<T>;

    fn found(mut self, found: Found<'de>) -> Option<T> {
        self.at.refuse(format!("must be an object, is {found}"));
        None
    }

    fn object<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Option<T>, A::Error> {
        let (mut partial, mut known) = (T::Partial::default(), true);
        while let Some(Name(name)) = members.next_key::<Name<'de>>()? {
            let mut entry = Entry { name, members: &mut members, at: self.at.here() };
            if !T::accept(&mut partial, &mut entry)? {
                let name = entry.name;
                members.next_value::<serde::de::IgnoredAny>()?;
                refuse_unknown(&name, T::describe, &mut self.at);
                known = false;
            }
        }
        let finished = T::finish(partial, &mut self.at);
        Ok(if known { finished } else { None })
    }
}

/// GR-57: a misspelt argument is told, with the nearest right name.
///
/// Not generic, because it would be compiled again for every tool.
fn refuse_unknown(name: &str, describe: fn(&mut ObjectSchema), at: &mut Place<'_>) {
    let mut object = ObjectSchema::default();
    describe(&mut object);
    let names = || object.properties.iter().map(|property| &*property.name);
    let problem = if object.properties.is_empty() {
        String::from("is not an argument; there are none")
    } else {
        match nearest(name, names()) {
            hint if hint.is_empty() => format!("is not an argument; accepted: {}", listed(names())),
            hint => format!("is not an argument{hint} Accepted: {}", listed(names())),
        }
    };
    at.field(shortened(name)).refuse(problem);
}
