//! Which members a schema has as JSON. They are told one after another, for whoever writes them: lists are written as text,
//! everything else goes through `serde`.

use std::borrow::Cow;
use std::convert::Infallible;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{Kind, Property, Schema, Text};
use crate::argument::Length;
use crate::protocol::json::{
    ObjectWriter, sorted, write_list, write_object, write_string, write_value, write_word,
};

/// What stands in a member of a schema.
enum Part<'a> {
    /// A word of JSON Schema, which needs no escapes.
    Word(&'static str),
    Text(&'a str),
    Value(Cow<'a, Value>),
    Values(&'a [Value]),
    Words(&'static [(&'static str, &'static str)]),
    Properties(&'a [Property]),
    /// The names of those that must be given.
    Required(&'a [Property]),
    Schema(&'a Schema),
    Schemas(&'a [Schema]),
}

/// Takes the members of a schema in their order.
type Take<'a, E> = dyn FnMut(&'static str, Part<'_>) -> Result<(), E> + 'a;

impl Schema {
    /// Appends it as text.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        if let Kind::Verbatim(schema) = &self.kind {
            return write_value(out, schema);
        }
        let mut object = ObjectWriter::open(out);
        let Ok(()) = self.members(&mut |name, part| {
            part.write(object.member(name));
            Ok::<_, Infallible>(())
        });
        object.close();
    }

    fn members<E>(&self, take: &mut Take<'_, E>) -> Result<(), E> {
        if let Some(name) = self.kind.type_name() {
            take("type", Part::Word(name))?;
        }
        let description = self.whole_description();
        if !description.is_empty() {
            take("description", Part::Text(&description))?;
        }
        self.kind.members(take)?;
        if let Some(default) = self.default_value() {
            take("default", Part::Value(Cow::Borrowed(default)))?;
        }
        if !self.examples().is_empty() {
            take("examples", Part::Values(self.examples()))?;
        }
        if self.secret {
            take("writeOnly", scalar(true))?;
        }
        self.header().map_or(Ok(()), |header| take("x-mcp-header", Part::Text(header)))
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

impl Kind {
    fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::Boolean => "boolean",
            Self::Integer(_) => "integer",
            Self::Number(_) => "number",
            Self::String(_) | Self::Choice { .. } => "string",
            Self::List(_) => "array",
            Self::Map { .. } | Self::Object { .. } | Self::OneOf { .. } => "object",
            Self::Any | Self::Verbatim(_) => return None,
        })
    }

    fn members<E>(&self, take: &mut Take<'_, E>) -> Result<(), E> {
        match self {
            Self::Any | Self::Boolean | Self::Verbatim(_) => Ok(()),
            Self::Integer(range) => {
                bound("minimum", range.0, take)?;
                bound("maximum", range.1, take)
            }
            Self::Number(range) => {
                optional("minimum", range.0, take)?;
                optional("maximum", range.1, take)
            }
            Self::String(text) => {
                let text = Text::of(text.as_deref());
                length("minLength", "maxLength", text.length, take)?;
                text.pattern.map_or(Ok(()), |pattern| take("pattern", Part::Text(pattern.source())))?;
                text.format.map_or(Ok(()), |format| take("format", Part::Text(format)))
            }
            Self::Choice { words } => take("enum", Part::Words(words)),
            Self::List(list) => {
                take("items", Part::Schema(&list.items))?;
                length("minItems", "maxItems", list.length, take)
            }
            Self::Map { values } => take("additionalProperties", Part::Schema(values)),
            Self::Object { properties } => {
                if !properties.is_empty() {
                    take("properties", Part::Properties(properties))?;
                }
                if properties.iter().any(|property| property.required) {
                    take("required", Part::Required(properties))?;
                }
                take("additionalProperties", scalar(false))
            }
            Self::OneOf { variants } => take("oneOf", Part::Schemas(variants)),
        }
    }
}

fn scalar(value: impl Into<Value>) -> Part<'static> {
    Part::Value(Cow::Owned(value.into()))
}

fn optional<E>(name: &'static str, value: Option<impl Into<Value>>, take: &mut Take<'_, E>) -> Result<(), E> {
    value.map_or(Ok(()), |value| take(name, scalar(value)))
}

fn length<E>(
    least: &'static str,
    most: &'static str,
    length: Length,
    take: &mut Take<'_, E>,
) -> Result<(), E> {
    optional(least, length.min, take)?;
    optional(most, length.max, take)
}

/// Bounds fit into 64 bits, because no wider integer is an argument.
fn bound<E>(name: &'static str, bound: i128, take: &mut Take<'_, E>) -> Result<(), E> {
    match (i64::try_from(bound), u64::try_from(bound)) {
        (Ok(bound), _) => take(name, scalar(bound)),
        (_, Ok(bound)) => take(name, scalar(bound)),
        _ => Ok(()),
    }
}

fn required(properties: &[Property]) -> impl Iterator<Item = &str> {
    properties.iter().filter(|property| property.required).map(|property| &*property.name)
}

fn named(properties: &[Property]) -> impl Iterator<Item = (&str, &Schema)> {
    properties.iter().map(|property| (&*property.name, &property.schema))
}

impl Part<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Word(word) => write_word(out, word),
            Self::Text(text) => write_string(out, text),
            Self::Value(value) => write_value(out, value),
            Self::Values(values) => write_list(out, *values, write_value),
            Self::Words(words) => write_list(out, *words, |out, (word, _)| write_string(out, word)),
            Self::Properties(properties) => {
                write_object(out, named(properties), |out, schema| schema.write(out));
            }
            Self::Required(properties) => write_list(out, required(properties), write_string),
            Self::Schema(schema) => schema.write(out),
            Self::Schemas(schemas) => write_list(out, *schemas, |out, schema| schema.write(out)),
        }
    }
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Word(word) => serializer.serialize_str(word),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Value(value) => Sorted(value).serialize(serializer),
            Self::Values(values) => serializer.collect_seq(values.iter().map(Sorted)),
            Self::Words(words) => serializer.collect_seq(words.iter().map(|(word, _)| word)),
            Self::Properties(properties) => serializer.collect_map(named(properties)),
            Self::Required(properties) => serializer.collect_seq(required(properties)),
            Self::Schema(schema) => schema.serialize(serializer),
            Self::Schemas(schemas) => serializer.collect_seq(*schemas),
        }
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Kind::Verbatim(schema) = &self.kind {
            return Sorted(schema).serialize(serializer);
        }
        let mut members = serializer.serialize_map(None)?;
        self.members(&mut |name, part| members.serialize_entry(name, &part))?;
        members.end()
    }
}

/// As [`write_value`], for `serde`.
struct Sorted<'a>(&'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(members) => serializer
                .collect_map(sorted(members).into_iter().map(|(name, member)| (name, Sorted(member)))),
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            scalar => scalar.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of_every_kind() -> Vec<Schema> {
        static DIGITS: crate::Pattern = crate::Pattern::new(r"^\d+$");
        const WORDS: &[(&str, &str)] = &[("up", "To the \"north\"."), ("down", "")];
        let length = Length { min: Some(1), max: Some(9) };
        let text = || Schema::string(length, Some(&DIGITS), Some("date"));
        let property =
            |name: &'static str, schema, required| Property { name: name.into(), schema, required };
        vec![
            Schema::any(),
            Schema::boolean().with_default(Some(json!(true))),
            Schema::integer(i128::from(i64::MIN), i128::from(u64::MAX)).described("a \\ b"),
            Schema::integer(i128::MIN, i128::MAX).with_header(Some("Region")),
            Schema::number(Some(0.0), Some(1e300))
                .with_examples(vec![json!(0.5), json!({"b": 1, "a": [null]})]),
            Schema::number(Some(f64::NAN), None),
            text().with_secret(true),
            Schema::choice(WORDS).described("Where to."),
            Schema::choice(WORDS),
            Schema::list(text(), length),
            Schema::map(Schema::boolean()),
            Schema::no_arguments(),
            Schema::object(vec![property("a", text(), false)]),
            Schema::object(vec![property("a\n", text(), true), property("b", Schema::any(), true)]),
            Schema::one_of(vec![Schema::no_arguments(), Schema::object(vec![property("a", text(), true)])]),
            Schema::verbatim(json!({"type": "object", "b": [1, {"d": 1, "c": -1}], "a": "\u{1}"})),
        ]
    }

    #[test]
    fn text_and_serde_say_the_same() {
        for schema in of_every_kind() {
            let mut text = Vec::new();
            schema.write(&mut text);
            assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&schema).unwrap());
        }
    }
}
