//! A form: flat named fields, described and read by one declaration.

use serde_json::{Map, Value, json};

use super::{Elicit, FormField};
use crate::{Violation, Violations};

/// How an expansion tells what it knows of one field of a form.
pub trait FormPart<At> {
    /// Its type.
    type Value: FormField;
    /// Its name on the wire.
    const NAME: &'static str;
    /// Its name for people.
    const TITLE: &'static str;
    /// Its doc comment; empty when it has none.
    const DESCRIPTION: &'static str;

    /// The constraints on it.
    fn rule() -> <Self::Value as FormField>::Rule
    where
        Self: Sized,
    {
        Default::default()
    }

    /// What the form is filled in with, and what counts when the field is left empty.
    fn fallback() -> Option<Self::Value> {
        None
    }
}

/// Collects the properties of `requestedSchema`, in the order of the fields.
#[derive(Debug, Default)]
pub struct Form {
    properties: String,
    required: Vec<&'static str>,
    enum_names: Vec<&'static str>,
}

impl Form {
    /// The `requestedSchema` of a type.
    #[must_use]
    pub fn schema<T: Elicit>() -> String {
        Self::of::<T>().to_schema()
    }

    /// The fields of a type.
    pub(super) fn of<T: Elicit>() -> Self {
        let mut form = Self::default();
        T::describe(&mut form);
        form
    }

    /// The fields whose titles clients of 2025-11-25 get in `enumNames`.
    pub(super) fn enum_names(&self) -> &[&'static str] {
        &self.enum_names
    }

    pub(super) fn to_schema(&self) -> String {
        let required = match self.required.as_slice() {
            [] => String::new(),
            required => format!(",\"required\":{}", json!(required)),
        };
        format!("{{\"type\":\"object\",\"properties\":{{{}}}{required}}}", self.properties)
    }

    /// Adds a field.
    pub fn field<P: FormPart<At>, At>(&mut self) {
        let mut property = P::Value::property(&P::rule());
        property.insert("title".into(), P::TITLE.into());
        if !P::DESCRIPTION.is_empty() {
            property.insert("description".into(), P::DESCRIPTION.into());
        }
        if P::Value::has_enum_names() {
            self.enum_names.push(P::NAME);
        }
        let fallback = P::fallback();
        if fallback.is_none() && P::Value::absent().is_none() {
            self.required.push(P::NAME);
        }
        match fallback.map(|fallback| fallback.show()) {
            Some(shown) if P::Value::read(&shown, &P::rule()).is_ok() => {
                property.insert("default".into(), shown);
            }
            // The macro refuses such literals; a computed default is only known here.
            Some(_) => tracing::error!(
                field = P::NAME,
                "the default of a form's field is outside its own constraints and is not shown"
            ),
            None => {}
        }
        if !self.properties.is_empty() {
            self.properties.push(',');
        }
        self.properties.push_str(&format!("{}:{}", json!(P::NAME), Value::Object(property)));
    }
}

/// What the user put into a form, while it is read.
#[derive(Debug)]
pub struct FormAnswers<'a> {
    content: &'a Map<String, Value>,
    found: Vec<Violation>,
}

impl<'a> FormAnswers<'a> {
    /// Reads the content of an answer. Members that were not asked for are ignored.
    ///
    /// # Errors
    /// Every field that is not acceptable, together.
    pub fn read<T: Elicit>(content: &'a Map<String, Value>) -> Result<T, Violations> {
        let mut answers = Self { content, found: Vec::new() };
        match T::accept(&mut answers) {
            Some(form) if answers.found.is_empty() => Ok(form),
            _ => Err(Violations::from(answers.found)),
        }
    }

    /// The value of a field; what is wrong with it is recorded.
    pub fn take<P: FormPart<At>, At>(&mut self) -> Option<P::Value> {
        let read = match self.content.get(P::NAME) {
            Some(value) => P::Value::read(value, &P::rule()),
            None => P::fallback().or_else(P::Value::absent).ok_or_else(|| String::from("must be filled in")),
        };
        read.map_err(|problem| self.found.push(Violation { argument: P::NAME.into(), problem })).ok()
    }
}
