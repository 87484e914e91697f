//! Portable JSON Schema: flat objects, one scalar `type`, no `$ref`, no nullable unions, no numeric
//! `format`, enums as `enum`; so that no client drops a tool for the shape of its schema.

mod accepts;
mod handwritten;
mod portable;

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::Waiver;
use crate::argument::Length;

pub use handwritten::SchemaFault;
pub(crate) use portable::of_output;

/// The schema of an argument or a result. Members are written in a fixed order, so that equal definitions
/// are equal bytes.
///
/// ```
/// use taffrail::{Argument, schema::Schema};
///
/// let schema = bool::schema(&()).described("Whether archived projects count.");
/// assert_eq!(serde_json::to_string(&schema)?, r#"{"type":"boolean","description":"Whether archived projects count."}"#);
/// assert_eq!(serde_json::to_string(&Schema::no_arguments())?, r#"{"type":"object","additionalProperties":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schema {
    kind: Kind,
    description: Cow<'static, str>,
    default: Option<Value>,
    examples: Vec<Value>,
    header: Option<&'static str>,
    secret: bool,
    waivers: &'static [Waiver],
    recursive: bool,
    clamped: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Boolean,
    Integer { min: i128, max: i128 },
    Number { min: Option<f64>, max: Option<f64> },
    String { length: Length, pattern: Option<&'static str>, format: Option<&'static str> },
    Choice { words: &'static [(&'static str, &'static str)] },
    List { items: Box<Schema>, length: Length },
    Map { values: Box<Schema> },
    Object { properties: Vec<Property> },
    OneOf { variants: Vec<Schema> },
    Any,
    Verbatim(Value),
}

/// One named argument of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its schema.
    pub schema: Schema,
    /// Whether it must be given.
    pub required: bool,
}

/// The JSON type of a value that a header can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarType {
    /// `string`, also with `enum`.
    String,
    /// `integer`.
    Integer,
    /// `boolean`.
    Boolean,
}

impl Schema {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            description: Cow::Borrowed(""),
            default: None,
            examples: Vec::new(),
            header: None,
            secret: false,
            waivers: &[],
            recursive: false,
            clamped: false,
        }
    }

    /// A boolean.
    #[must_use]
    pub fn boolean() -> Self {
        Self::new(Kind::Boolean)
    }

    /// An integer within bounds, both inclusive.
    #[must_use]
    pub fn integer(min: i128, max: i128) -> Self {
        Self::new(Kind::Integer { min, max })
    }

    /// A number within bounds, both inclusive.
    #[must_use]
    pub fn number(min: Option<f64>, max: Option<f64>) -> Self {
        Self::new(Kind::Number { min, max })
    }

    /// A string of some length (in characters), matching a pattern, of a format.
    #[must_use]
    pub fn string(length: Length, pattern: Option<&'static str>, format: Option<&'static str>) -> Self {
        Self::new(Kind::String { length, pattern, format })
    }

    /// One of a set of words, each with what it means or an empty text.
    #[must_use]
    pub fn choice(words: &'static [(&'static str, &'static str)]) -> Self {
        Self::new(Kind::Choice { words })
    }

    /// A list of some length (in items).
    #[must_use]
    pub fn list(items: Self, length: Length) -> Self {
        Self::new(Kind::List { items: Box::new(items), length })
    }

    /// An object with keys of the sender's choice.
    #[must_use]
    pub fn map(values: Self) -> Self {
        Self::new(Kind::Map { values: Box::new(values) })
    }

    /// An object with exactly these members.
    #[must_use]
    pub fn object(properties: Vec<Property>) -> Self {
        Self::new(Kind::Object { properties })
    }

    /// Anything at all, for arguments on which `untyped_argument` is waived.
    #[must_use]
    pub fn any() -> Self {
        Self::new(Kind::Any)
    }

    /// One of several objects.
    #[must_use]
    pub fn one_of(variants: Vec<Self>) -> Self {
        Self::new(Kind::OneOf { variants })
    }

    /// The schema of a tool without parameters (*Tools > Tool*).
    #[must_use]
    pub fn no_arguments() -> Self {
        Self::object(Vec::new())
    }

    /// A schema written by hand, published with every keyword kept. The server checks when it is assembled
    /// that it is an object schema of dialect 2020-12 without external references.
    #[must_use]
    pub fn verbatim(schema: Value) -> Self {
        Self::new(Kind::Verbatim(schema))
    }

    /// Adds a description; an empty one is none.
    #[must_use]
    pub fn described(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds the value that counts when the argument is left out.
    #[must_use]
    pub fn with_default(mut self, default: Option<Value>) -> Self {
        self.default = default;
        self
    }

    /// Adds values that show what is meant.
    #[must_use]
    pub fn with_examples(mut self, examples: Vec<Value>) -> Self {
        self.examples = examples;
        self
    }

    /// Adds the header that mirrors the argument, without `Mcp-Param-`.
    #[must_use]
    pub fn with_header(mut self, header: Option<&'static str>) -> Self {
        self.header = header;
        self
    }

    /// Marks a value that is never shown: `writeOnly` in JSON Schema's words.
    #[must_use]
    pub fn with_secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// Keeps what was waived on the argument; it is not published.
    #[must_use]
    pub fn with_waivers(mut self, waivers: &'static [Waiver]) -> Self {
        self.waivers = waivers;
        self
    }

    /// Marks a number that is brought into its range instead of being refused, so that its bounds are not published.
    #[must_use]
    pub fn with_clamp(mut self, clamped: bool) -> Self {
        self.clamped = clamped;
        self
    }

    /// Whether a number outside of its range is brought into it, and not refused.
    #[must_use]
    pub fn is_clamped(&self) -> bool {
        self.clamped
    }

    /// What was waived on the argument.
    #[must_use]
    pub fn waivers(&self) -> &'static [Waiver] {
        self.waivers
    }

    /// The members of an object schema; empty for every other.
    #[must_use]
    pub fn properties(&self) -> &[Property] {
        match &self.kind {
            Kind::Object { properties } => properties,
            _ => &[],
        }
    }

    /// The header that mirrors this argument, without `Mcp-Param-`.
    #[must_use]
    pub fn header(&self) -> Option<&str> {
        self.header
    }

    /// The description; empty when there is none.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The value that counts when the argument is left out.
    #[must_use]
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref()
    }

    /// The values that show what is meant.
    #[must_use]
    pub fn examples(&self) -> &[Value] {
        &self.examples
    }

    /// Whether this is a hand-written schema.
    #[must_use]
    pub fn as_verbatim(&self) -> Option<&Value> {
        match &self.kind {
            Kind::Verbatim(schema) => Some(schema),
            _ => None,
        }
    }

    /// Whether this is the schema of a result type that contains itself, which needs references to be written.
    #[must_use]
    pub fn is_recursive(&self) -> bool {
        self.recursive
    }

    /// The type of a value that a header could carry.
    #[must_use]
    pub fn scalar_type(&self) -> Option<ScalarType> {
        match &self.kind {
            Kind::Boolean => Some(ScalarType::Boolean),
            Kind::Integer { .. } => Some(ScalarType::Integer),
            Kind::String { .. } | Kind::Choice { .. } => Some(ScalarType::String),
            _ => None,
        }
    }

    /// The bounds of an integer, both inclusive; those of its type where none narrower were written.
    #[must_use]
    pub fn integer_range(&self) -> Option<(i128, i128)> {
        match self.kind {
            Kind::Integer { min, max } => Some((min, max)),
            _ => None,
        }
    }

    /// Whether this is any text, with neither pattern nor format nor a set of words.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        matches!(&self.kind, Kind::String { pattern: None, format: None, .. })
    }

    /// Whether this is a number that may have a fraction.
    #[must_use]
    pub fn is_fractional(&self) -> bool {
        matches!(&self.kind, Kind::Number { .. })
    }

    /// Whether a string of any length is accepted.
    #[must_use]
    pub fn is_unbounded_text(&self) -> bool {
        matches!(&self.kind, Kind::String { length: Length { max: None, .. }, format: None, .. })
    }

    /// The items of a list, or the values of a map.
    #[must_use]
    pub fn items(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List { items, .. } => Some(items),
            Kind::Map { values } => Some(values),
            _ => None,
        }
    }

    /// What the words of a choice mean, as sentences after the description.
    fn whole_description(&self) -> Cow<'_, str> {
        let Kind::Choice { words } = &self.kind else { return Cow::Borrowed(&*self.description) };
        let meanings = words.iter().filter(|(_, meaning)| !meaning.is_empty());
        let meanings = meanings.map(|(word, meaning)| format!("`{word}`: {meaning}")).collect::<Vec<_>>();
        match (meanings.is_empty(), self.description.is_empty()) {
            (true, _) => Cow::Borrowed(&*self.description),
            (false, true) => Cow::Owned(meanings.join("\n")),
            (false, false) => Cow::Owned(format!("{}\n{}", self.description, meanings.join("\n"))),
        }
    }
}

/// JSON with the members of every object sorted by name, whichever order the map keeps: another crate's choice of
/// `serde_json`'s features must not change what is published.
struct Sorted<'a>(&'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                serializer.collect_map(members.into_iter().map(|(name, member)| (name, Sorted(member))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            scalar => scalar.serialize(serializer),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Kind::Verbatim(schema) = &self.kind {
            return Sorted(schema).serialize(serializer);
        }
        let mut members = serializer.serialize_map(None)?;
        if let Some(name) = self.kind.type_name() {
            members.serialize_entry("type", name)?;
        }
        let description = self.whole_description();
        if !description.is_empty() {
            members.serialize_entry("description", &description)?;
        }
        self.kind.write(&mut members)?;
        if let Some(default) = &self.default {
            members.serialize_entry("default", default)?;
        }
        if !self.examples.is_empty() {
            members.serialize_entry("examples", &self.examples)?;
        }
        if self.secret {
            members.serialize_entry("writeOnly", &true)?;
        }
        if let Some(header) = self.header {
            members.serialize_entry("x-mcp-header", header)?;
        }
        members.end()
    }
}

impl Kind {
    fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Boolean => "boolean",
            Self::Integer { .. } => "integer",
            Self::Number { .. } => "number",
            Self::String { .. } | Self::Choice { .. } => "string",
            Self::List { .. } => "array",
            Self::Map { .. } | Self::Object { .. } | Self::OneOf { .. } => "object",
            Self::Any | Self::Verbatim(_) => return None,
        })
    }

    fn write<M: SerializeMap>(&self, members: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Any | Self::Boolean | Self::Verbatim(_) => Ok(()),
            Self::Integer { min, max } => {
                write_integer(members, "minimum", *min)?;
                write_integer(members, "maximum", *max)
            }
            Self::Number { min, max } => {
                write_optional(members, "minimum", *min)?;
                write_optional(members, "maximum", *max)
            }
            Self::String { length, pattern, format } => {
                write_optional(members, "minLength", length.min)?;
                write_optional(members, "maxLength", length.max)?;
                write_optional(members, "pattern", *pattern)?;
                write_optional(members, "format", *format)
            }
            Self::Choice { words } => {
                members.serialize_entry("enum", &words.iter().map(|(word, _)| *word).collect::<Vec<_>>())
            }
            Self::List { items, length } => {
                members.serialize_entry("items", items)?;
                write_optional(members, "minItems", length.min)?;
                write_optional(members, "maxItems", length.max)
            }
            Self::Map { values } => members.serialize_entry("additionalProperties", values),
            Self::Object { properties } => write_object(members, properties),
            Self::OneOf { variants } => members.serialize_entry("oneOf", variants),
        }
    }
}

fn write_optional<M: SerializeMap, V: Serialize>(
    members: &mut M,
    name: &str,
    value: Option<V>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| members.serialize_entry(name, &value))
}

/// Bounds fit into 64 bits, because no wider integer is an argument.
fn write_integer<M: SerializeMap>(members: &mut M, name: &str, bound: i128) -> Result<(), M::Error> {
    match (i64::try_from(bound), u64::try_from(bound)) {
        (Ok(bound), _) => members.serialize_entry(name, &bound),
        (_, Ok(bound)) => members.serialize_entry(name, &bound),
        _ => Ok(()),
    }
}

fn write_object<M: SerializeMap>(members: &mut M, properties: &[Property]) -> Result<(), M::Error> {
    struct Properties<'a>(&'a [Property]);

    impl Serialize for Properties<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().map(|property| (&property.name, &property.schema)))
        }
    }

    if !properties.is_empty() {
        members.serialize_entry("properties", &Properties(properties))?;
    }
    let required: Vec<_> =
        properties.iter().filter(|property| property.required).map(|property| &*property.name).collect();
    if !required.is_empty() {
        members.serialize_entry("required", &required)?;
    }
    members.serialize_entry("additionalProperties", &false)
}
