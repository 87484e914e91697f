//! Portable JSON Schema: flat objects, one scalar `type`, no `$ref`, no nullable unions, no numeric
//! `format`, enums as `enum`; so that no client drops a tool for the shape of its schema.

mod accepts;
mod handwritten;
mod portable;
mod shape;

use std::borrow::Cow;

use serde_json::Value;

use crate::argument::Length;
use crate::{Pattern, Waiver};

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
    /// What few arguments have; most schemas are small without it, and a server keeps those of all of its tools.
    notes: Option<Box<Notes>>,
    secret: bool,
    recursive: bool,
    clamped: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Boolean,
    Integer(Box<(i128, i128)>),
    Number(Box<(Option<f64>, Option<f64>)>),
    /// `None` is any text.
    String(Option<Box<Text>>),
    Choice {
        words: &'static [(&'static str, &'static str)],
    },
    List(Box<List>),
    Map {
        values: Box<Schema>,
    },
    Object {
        properties: Box<[Property]>,
    },
    OneOf {
        variants: Box<[Schema]>,
    },
    Any,
    Verbatim(Box<Value>),
}

#[derive(Clone, Debug)]
struct Text {
    length: Length,
    pattern: Option<&'static Pattern>,
    format: Option<&'static str>,
}

impl Text {
    const ANY: Self = Self { length: Length { min: None, max: None }, pattern: None, format: None };

    fn of(text: Option<&Self>) -> &Self {
        text.unwrap_or(&Self::ANY)
    }
}

#[derive(Clone, Debug)]
struct List {
    items: Schema,
    length: Length,
}

#[derive(Clone, Debug, Default)]
struct Notes {
    default: Option<Value>,
    examples: Vec<Value>,
    header: Option<&'static str>,
    waivers: &'static [Waiver],
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
            notes: None,
            secret: false,
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
        Self::new(Kind::Integer(Box::new((min, max))))
    }

    /// A number within bounds, both inclusive.
    #[must_use]
    pub fn number(min: Option<f64>, max: Option<f64>) -> Self {
        Self::new(Kind::Number(Box::new((min, max))))
    }

    /// A string of some length (in characters), matching a pattern, of a format.
    #[must_use]
    pub fn string(length: Length, pattern: Option<&'static Pattern>, format: Option<&'static str>) -> Self {
        let is_any = matches!((length.min, length.max, pattern, format), (None, None, None, None));
        Self::new(Kind::String((!is_any).then(|| Box::new(Text { length, pattern, format }))))
    }

    /// One of a set of words, each with what it means or an empty text.
    #[must_use]
    pub fn choice(words: &'static [(&'static str, &'static str)]) -> Self {
        Self::new(Kind::Choice { words })
    }

    /// A list of some length (in items).
    #[must_use]
    pub fn list(items: Self, length: Length) -> Self {
        Self::new(Kind::List(Box::new(List { items, length })))
    }

    /// An object with keys of the sender's choice.
    #[must_use]
    pub fn map(values: Self) -> Self {
        Self::new(Kind::Map { values: Box::new(values) })
    }

    /// An object with exactly these members.
    #[must_use]
    pub fn object(properties: Vec<Property>) -> Self {
        Self::new(Kind::Object { properties: properties.into() })
    }

    /// Anything at all, for arguments on which `untyped_argument` is waived.
    #[must_use]
    pub fn any() -> Self {
        Self::new(Kind::Any)
    }

    /// One of several objects.
    #[must_use]
    pub fn one_of(variants: Vec<Self>) -> Self {
        Self::new(Kind::OneOf { variants: variants.into() })
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
        Self::new(Kind::Verbatim(Box::new(schema)))
    }

    /// Adds a description; an empty one is none.
    #[must_use]
    pub fn described(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds the value that counts when the argument is left out.
    #[must_use]
    pub fn with_default(self, default: Option<Value>) -> Self {
        self.noted(default.is_some(), |notes| notes.default = default)
    }

    /// Adds values that show what is meant.
    #[must_use]
    pub fn with_examples(self, examples: Vec<Value>) -> Self {
        self.noted(!examples.is_empty(), |notes| notes.examples = examples)
    }

    /// Adds the header that mirrors the argument, without `Mcp-Param-`.
    #[must_use]
    pub fn with_header(self, header: Option<&'static str>) -> Self {
        self.noted(header.is_some(), |notes| notes.header = header)
    }

    /// Marks a value that is never shown: `writeOnly` in JSON Schema's words.
    #[must_use]
    pub fn with_secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// Keeps what was waived on the argument; it is not published.
    #[must_use]
    pub fn with_waivers(self, waivers: &'static [Waiver]) -> Self {
        self.noted(!waivers.is_empty(), |notes| notes.waivers = waivers)
    }

    /// Sets a note; to set what says nothing is only needed where there are notes already.
    fn noted(mut self, says_something: bool, set: impl FnOnce(&mut Notes)) -> Self {
        if says_something || self.notes.is_some() {
            set(self.notes.get_or_insert_default());
        }
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
        self.notes.as_ref().map_or(&[], |notes| notes.waivers)
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
        self.notes.as_ref()?.header
    }

    /// The description; empty when there is none.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The value that counts when the argument is left out.
    #[must_use]
    pub fn default_value(&self) -> Option<&Value> {
        self.notes.as_ref()?.default.as_ref()
    }

    /// The values that show what is meant.
    #[must_use]
    pub fn examples(&self) -> &[Value] {
        self.notes.as_ref().map_or(&[], |notes| &notes.examples)
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
            Kind::Integer(_) => Some(ScalarType::Integer),
            Kind::String(_) | Kind::Choice { .. } => Some(ScalarType::String),
            _ => None,
        }
    }

    /// The bounds of an integer, both inclusive; those of its type where none narrower were written.
    #[must_use]
    pub fn integer_range(&self) -> Option<(i128, i128)> {
        match &self.kind {
            Kind::Integer(range) => Some(**range),
            _ => None,
        }
    }

    /// Whether this is any text, with neither pattern nor format nor a set of words.
    #[must_use]
    pub fn is_free_text(&self) -> bool {
        self.text().is_some_and(|text| text.pattern.is_none() && text.format.is_none())
    }

    /// Whether this is a number that may have a fraction.
    #[must_use]
    pub fn is_fractional(&self) -> bool {
        matches!(&self.kind, Kind::Number(_))
    }

    /// Whether a string of any length is accepted.
    #[must_use]
    pub fn is_unbounded_text(&self) -> bool {
        self.text().is_some_and(|text| text.length.max.is_none() && text.format.is_none())
    }

    fn text(&self) -> Option<&Text> {
        match &self.kind {
            Kind::String(text) => Some(Text::of(text.as_deref())),
            _ => None,
        }
    }

    /// Whether every value that it accepts is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        match &self.kind {
            Kind::Map { .. } | Kind::Object { .. } | Kind::OneOf { .. } => true,
            Kind::Verbatim(schema) => schema.get("type").is_some_and(|name| name == "object"),
            _ => false,
        }
    }

    /// The items of a list, or the values of a map.
    #[must_use]
    pub fn items(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List(list) => Some(&list.items),
            Kind::Map { values } => Some(values),
            _ => None,
        }
    }
}
