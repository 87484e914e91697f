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

    /// Puts what stands in for the fields that were left out in their slots; what is missing is recorded.
    fn settle(partial: &mut Self::Partial, at: &mut Place<'_>);

    /// Makes the struct when every slot has a value.
    fn finish(partial: Self::Partial) -> Option<Self>;

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
    /// Puts what stands in for an argument that was left out in its place; where nothing does, it is missing.
    pub fn settle(&mut self, name: &str, at: &mut Place<'_>) {
        if let Self::Absent = self {
            match T::absent() {
                Some(value) => *self = Self::Given(value),
                None => at.missing(name),
            }
        }
    }

    /// The value, if one was given or stands in for it.
    pub fn given(self) -> Option<T> {
        match self {
            Self::Given(value) => Some(value),
            Self::Absent | Self::Refused => None,
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
    // A tool has one call of it for each argument, so it is nowhere copied to.
    #[inline(never)]
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
    schema_of(T::describe)
}

/// Not generic, because it would be compiled again for every tool.
pub(crate) fn schema_of(describe: fn(&mut ObjectSchema)) -> Schema {
    // Few objects have more; what fewer leave over is given back, because a schema is kept for as long as the server.
    const USUAL: usize = 8;
    let mut object = ObjectSchema { properties: Vec::with_capacity(USUAL) };
    describe(&mut object);
    object.properties.shrink_to_fit();
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
    let mut slots = Slots::<T>::default();
    let complete = walk(input, &mut slots, at)?;
    Ok(if complete { T::finish(slots.partial) } else { None })
}

/// The slots of an object, whatever its type.
pub(crate) trait Object {
    /// As [`ToolInput::accept`].
    fn accept(&mut self, entry: &mut Entry<'_, '_>) -> bool;

    /// As [`ToolInput::settle`].
    fn settle(&mut self, at: &mut Place<'_>);

    /// As [`ToolInput::describe`].
    fn describe(&self, object: &mut ObjectSchema);
}

/// The slots of an object of one type.
pub(crate) struct Slots<T: ToolInput> {
    pub(crate) partial: T::Partial,
}

impl<T: ToolInput> Default for Slots<T> {
    fn default() -> Self {
        Self { partial: T::Partial::default() }
    }
}

impl<T: ToolInput> Object for Slots<T> {
    fn accept(&mut self, entry: &mut Entry<'_, '_>) -> bool {
        T::accept(&mut self.partial, entry)
    }

    fn settle(&mut self, at: &mut Place<'_>) {
        T::settle(&mut self.partial, at);
    }

    fn describe(&self, object: &mut ObjectSchema) {
        T::describe(object);
    }
}

/// Fills the slots of an object, and says whether it was one of which every member is known. What is wrong is recorded.
///
/// Not generic over what is read, because it would be compiled again for every tool.
///
/// # Errors
/// Those of the JSON reader.
pub(crate) fn walk<'de, D: Deserializer<'de>>(
    input: D,
    object: &mut dyn Object,
    at: Place<'_>,
) -> Result<bool, D::Error> {
    read(input, ObjectReader { object, at })
}

/// The arguments as JSON.
pub fn encode<T: ToolInput>(value: &T) -> Value {
    let mut object = Map::new();
    value.encode_into(&mut object);
    Value::Object(object)
}

struct ObjectReader<'a> {
    object: &'a mut dyn Object,
    at: Place<'a>,
}

impl<'de> Reader<'de> for ObjectReader<'_> {
    type Value = bool;

    fn found(mut self, found: Found<'de>) -> bool {
        self.at.refuse(format!("must be an object, is {found}"));
        false
    }

    fn object<A: MapAccess<'de>>(self, members: A) -> Result<bool, A::Error> {
        let mut members = Open::new(members);
        self.members(&mut members).map_err(|stopped| members.fault(stopped))
    }
}

impl ObjectReader<'_> {
    fn members<'de>(self, members: &mut dyn Members<'de>) -> Result<bool, Stopped> {
        let (Self { object, at }, mut known) = (self, true);
        let mut entry = Entry { name: Cow::Borrowed(""), members, at, read: Ok(()) };
        while let Some(name) = entry.members.name()? {
            entry.name = name;
            let accepted = object.accept(&mut entry);
            entry.read?;
            if !accepted {
                entry.members.skip()?;
                refuse_unknown(&entry.name, object, &mut entry.at);
                known = false;
            }
        }
        object.settle(&mut entry.at);
        Ok(known)
    }
}

/// GR-57: a misspelt argument is told, with the nearest right name.
fn refuse_unknown(name: &str, object: &dyn Object, at: &mut Place<'_>) {
    let mut schema = ObjectSchema::default();
    object.describe(&mut schema);
    let names = || schema.properties.iter().map(|property| &*property.name);
    let problem = if schema.properties.is_empty() {
        String::from("is not an argument; there are none")
    } else {
        match nearest(name, names()) {
            hint if hint.is_empty() => format!("is not an argument; accepted: {}", listed(names())),
            hint => format!("is not an argument{hint} Accepted: {}", listed(names())),
        }
    };
    at.field(shortened(name)).refuse(problem);
}
