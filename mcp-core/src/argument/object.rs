//! Named arguments: the parameters of a tool, and structs with `#[derive(ToolInput)]`. One implementation
//! serves both.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, MapAccess};
use serde_json::{Map, Value};

use super::choice::{listed, nearest, shortened};
use super::erased::{Members, Open, Stopped};
use super::found::{Found, Reader, read};
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
    fn accept(partial: &mut Self::Partial, entry: &mut Entry<'_, '_>) -> bool;

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

    /// Puts what stands in for an argument that was left out in its place; where nothing does, it is missing.
    pub(crate) fn finish(&mut self, name: &str, at: &mut Place<'_>) {
        if let Self::Absent = self {
            match T::absent() {
                Some(value) => *self = Self::Given(value),
                None => at.field(name).refuse("is missing"),
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
pub struct Entry<'a, 'de> {
    name: Cow<'de, str>,
    members: &'a mut (dyn Members<'de> + 'a),
    at: Place<'a>,
    read: Result<(), Stopped>,
}

impl fmt::Debug for Entry<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Entry<'_, '_> {
    /// The member's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the value into its slot.
    pub fn read<T: Argument>(&mut self, slot: &mut Slot<T>, rule: &T::Rule) {
        let (name, at, mut value) = (&self.name, &mut self.at, None);
        self.read = self.members.hand(|input| {
            value = T::decode(input, rule, at.field(name))?;
            Ok(())
        });
        self.fill(slot, value);
    }

    /// Reads a value that must not be shown: what is wrong with it is told without it.
    pub fn read_secret<T: Argument>(&mut self, slot: &mut Slot<T>, rule: &T::Rule) {
        // The type's own words might repeat what was sent, so they are not passed on.
        let (mut unheard, mut value) = (Faults::default(), None);
        self.read = self.members.hand(|input| {
            value = T::decode(input, rule, unheard.root())?;
            Ok(())
        });
        if value.is_none() && self.read.is_ok() {
            self.at.field(&self.name).refuse("is not acceptable (its value is secret and not shown)");
        }
        self.fill(slot, value);
    }

    fn fill<T>(&mut self, slot: &mut Slot<T>, value: Option<T>) {
        *slot = match (&slot, value) {
            (Slot::Absent, Some(value)) => Slot::Given(value),
            (Slot::Absent, None) => Slot::Refused,
            _ => {
                self.twice();
                Slot::Refused
            }
        };
    }

    fn twice(&mut self) {
        if self.read.is_ok() {
            self.at.field(&self.name).refuse("is given twice");
        }
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
        self.argument::<T>(name, field.description, rule);
        if let Some(default) = field.default {
            self.fall_back(default);
        }
        self.amend(|schema| {
            let schema = schema.with_examples(field.examples).with_header(field.header);
            schema.with_secret(field.secret).with_waivers(field.waivers)
        });
    }

    /// Adds a parameter of which nothing more is said yet than what it means.
    // Where a program starts, and not on the way of a call, so each type's is compiled once.
    #[inline(never)]
    pub(crate) fn argument<T: Argument>(
        &mut self,
        name: &'static str,
        description: &'static str,
        rule: &T::Rule,
    ) {
        let required = T::absent().is_none();
        self.described(name, description, T::schema(rule), required);
    }

    fn described(&mut self, name: &'static str, description: &'static str, schema: Schema, required: bool) {
        // A type that describes itself is left alone where its author says nothing more.
        let schema = if description.is_empty() { schema } else { schema.described(description) };
        self.properties.push(Property { name: Cow::Borrowed(name), schema, required });
    }

    /// Gives the last parameter a value that counts when it is left out.
    pub(crate) fn fall_back(&mut self, default: Value) {
        if let Some(last) = self.properties.last_mut() {
            last.required = false;
        }
        self.amend(|schema| schema.with_default(Some(default)));
    }

    /// Says more of the last parameter.
    pub(crate) fn amend(&mut self, more: impl FnOnce(Schema) -> Schema) {
        if let Some(last) = self.properties.last_mut() {
            last.schema = more(std::mem::replace(&mut last.schema, Schema::any()));
        }
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
    mut at: Place<'_>,
) -> Result<Option<T>, D::Error> {
    let mut partial = T::Partial::default();
    let seen = walk(input, &mut |entry| T::accept(&mut partial, entry), T::describe, at.here())?;
    if seen == Seen::Other {
        return Ok(None);
    }
    // Also asked where a name was unknown, because it says what is missing.
    let finished = T::finish(partial, &mut at);
    Ok(finished.filter(|_| seen == Seen::Object))
}

/// What a value turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// An object, all of whose members were accepted.
    Object,
    /// An object with members that nobody accepts.
    Stranger,
    /// No object.
    Other,
}

/// Reads a member into its slot, as [`ToolInput::accept`] does.
pub(crate) type Accept<'a, 'de> = dyn FnMut(&mut Entry<'_, 'de>) -> bool + 'a;

/// Offers each member of an object to `accept`; what is wrong with the object itself is recorded.
///
/// Not generic over what is read, because it would be compiled again for every tool.
///
/// # Errors
/// Those of the JSON reader.
pub(crate) fn walk<'de, D: Deserializer<'de>>(
    input: D,
    accept: &mut Accept<'_, 'de>,
    describe: fn(&mut ObjectSchema),
    at: Place<'_>,
) -> Result<Seen, D::Error> {
    read(input, ObjectReader { accept, describe, at })
}

/// The arguments as JSON.
pub fn encode<T: ToolInput>(value: &T) -> Value {
    let mut object = Map::new();
    value.encode_into(&mut object);
    Value::Object(object)
}

struct ObjectReader<'a, 'b, 'de> {
    accept: &'a mut Accept<'b, 'de>,
    describe: fn(&mut ObjectSchema),
    at: Place<'a>,
}

impl<'de> Reader<'de> for ObjectReader<'_, '_, 'de> {
    type Value = Seen;

    fn found(mut self, found: Found<'de>) -> Seen {
        self.at.refuse(format!("must be an object, is {found}"));
        Seen::Other
    }

    fn object<A: MapAccess<'de>>(self, members: A) -> Result<Seen, A::Error> {
        let mut object = Open::new(members);
        self.members(&mut object).map_err(|stopped| object.fault(stopped))
    }
}

impl<'de> ObjectReader<'_, '_, 'de> {
    fn members(self, members: &mut dyn Members<'de>) -> Result<Seen, Stopped> {
        let mut seen = Seen::Object;
        let mut entry = Entry { name: Cow::Borrowed(""), members, at: self.at, read: Ok(()) };
        while let Some(name) = entry.members.name()? {
            entry.name = name;
            let accepted = (self.accept)(&mut entry);
            entry.read?;
            if !accepted {
                entry.members.skip()?;
                refuse_unknown(&entry.name, self.describe, &mut entry.at);
                seen = Seen::Stranger;
            }
        }
        Ok(seen)
    }
}

/// GR-57: a misspelt argument is told, with the nearest right name.
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
