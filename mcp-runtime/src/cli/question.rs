//! What a server asks in the middle of a request, and what answers it.

use std::fmt;

use serde::Deserialize;
use serde_json::{Number, Value};
use taffrail_core::Format;

use super::client::{Refused, unreadable};
use super::in_order::InOrder;

/// A question to the user.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) key: String,
    pub(crate) message: String,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// Fields to fill in, in their order.
    Form(Vec<Field>),
    /// A page to open, at its address.
    Page(String),
}

/// A field of a form.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) required: bool,
    /// What it is filled in with.
    pub(crate) default: Option<Value>,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Text { length: Bounds<usize>, format: Option<Format> },
    Number { whole: bool, range: Bounds<f64> },
    YesOrNo,
    One(Vec<Choice>),
    Several { choices: Vec<Choice>, count: Bounds<usize> },
}

/// Both inclusive.
#[derive(Debug)]
struct Bounds<N> {
    min: Option<N>,
    max: Option<N>,
}

/// A word to choose, with its name for people.
#[derive(Debug, Deserialize)]
struct Choice {
    #[serde(rename = "const")]
    word: String,
    title: Option<String>,
}

/// What a result asks instead of ending the request.
#[derive(Debug)]
pub(crate) struct Asked {
    /// In their order.
    pub(crate) questions: Vec<Question>,
    /// What to bring back with the answers.
    pub(crate) state: Option<String>,
}

impl Asked {
    /// Reads a result; `None` when it asks nothing.
    pub(crate) fn by(result: &str) -> Result<Option<Self>, Refused> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Result {
            result_type: Option<String>,
            #[serde(default)]
            input_requests: Questions,
            request_state: Option<String>,
        }
        let result: Result = serde_json::from_str(result).map_err(unreadable)?;
        if result.result_type.as_deref() != Some("input_required") {
            return Ok(None);
        }
        Ok(Some(Self { questions: result.input_requests.into(), state: result.request_state }))
    }
}

/// The value of `inputRequests`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Questions(InOrder<Request>);

impl From<Questions> for Vec<Question> {
    fn from(questions: Questions) -> Self {
        let Questions(InOrder(requests)) = questions;
        requests.into_iter().map(|(key, request)| Question::new(key, request.params)).collect()
    }
}

impl Question {
    fn new(key: String, params: Params) -> Self {
        let Form { properties, required } = params.requested_schema;
        let field = |(name, property)| Field::new(required.contains(&name), name, property);
        let kind = match params.url {
            Some(url) => Kind::Page(url),
            None => Kind::Form(properties.0.into_iter().map(field).collect()),
        };
        Self { key, message: params.message, kind }
    }

    /// The field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<&Field> {
        self.fields().iter().find(|field| field.name == name)
    }

    pub(crate) fn fields(&self) -> &[Field] {
        match &self.kind {
            Kind::Form(fields) => fields,
            Kind::Page(_) => &[],
        }
    }
}

#[derive(Debug, Deserialize)]
struct Request {
    params: Params,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    message: String,
    url: Option<String>,
    #[serde(default)]
    requested_schema: Form,
}

#[derive(Debug, Deserialize, Default)]
struct Form {
    properties: InOrder<Property>,
    #[serde(default)]
    required: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    #[serde(rename = "type")]
    kind: String,
    title: Option<String>,
    description: Option<String>,
    default: Option<Value>,
    format: Option<String>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    min_items: Option<usize>,
    max_items: Option<usize>,
    items: Option<Choices>,
    #[serde(flatten)]
    choices: Choices,
}

/// A set of words, in any of the forms that a schema has for it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Choices {
    #[serde(rename = "enum")]
    words: Option<Vec<String>>,
    one_of: Option<Vec<Choice>>,
    any_of: Option<Vec<Choice>>,
}

impl Choices {
    fn list(self) -> Option<Vec<Choice>> {
        let plain = |words: Vec<String>| words.into_iter().map(|word| Choice { word, title: None }).collect();
        self.one_of.or(self.any_of).or_else(|| self.words.map(plain))
    }
}

impl Field {
    fn new(required: bool, name: String, property: Property) -> Self {
        const FORMATS: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];
        let range = Bounds { min: property.minimum, max: property.maximum };
        let shape = match (&*property.kind, property.choices.list()) {
            ("boolean", _) => Shape::YesOrNo,
            ("integer", _) => Shape::Number { whole: true, range },
            ("number", _) => Shape::Number { whole: false, range },
            ("array", _) => Shape::Several {
                choices: property.items.and_then(Choices::list).unwrap_or_default(),
                count: Bounds { min: property.min_items, max: property.max_items },
            },
            (_, Some(choices)) => Shape::One(choices),
            (_, None) => {
                let format = property.format.as_deref();
                Shape::Text {
                    length: Bounds { min: property.min_length, max: property.max_length },
                    format: FORMATS.into_iter().find(|known| Some(known.word()) == format),
                }
            }
        };
        let Property { title, description, default, .. } = property;
        Self { name, title, description, required, default, shape }
    }

    /// What it takes, in a few words.
    pub(crate) fn takes(&self) -> String {
        match &self.shape {
            Shape::Text { length, format } => {
                let kind = match format {
                    None => "text",
                    Some(Format::Email) => "an e-mail address",
                    Some(Format::Uri) => "a URI",
                    Some(Format::Date) => "a day, such as 2026-07-28",
                    Some(Format::DateTime) => "a moment, such as 2026-07-28T09:30:00Z",
                };
                format!("{kind}{}", length.suffix(" characters"))
            }
            Shape::Number { whole: true, range } => format!("a whole number{}", range.suffix("")),
            Shape::Number { whole: false, range } => format!("a number{}", range.suffix("")),
            Shape::YesOrNo => "yes or no".into(),
            Shape::One(choices) => format!("one of {}", listed(choices)),
            Shape::Several { choices, count } => {
                format!("any of {}, with commas{}", listed(choices), count.suffix(" choices"))
            }
        }
    }

    /// The value that somebody typed, or why it will not do.
    pub(crate) fn read(&self, typed: &str) -> Result<Value, String> {
        let unfit = || format!("`{}` takes {}, not `{typed}`", self.name, self.takes());
        let value = match &self.shape {
            Shape::Text { length, format } => {
                let fits =
                    length.hold(&typed.chars().count()) && format.is_none_or(|format| format.matches(typed));
                fits.then(|| Value::from(typed))
            }
            Shape::Number { whole, range } => {
                let number = serde_json::from_str::<Number>(typed.trim()).ok();
                let number = number.filter(|number| {
                    number
                        .as_f64()
                        .is_some_and(|value| range.hold(&value) && !(*whole && value.fract() != 0.0))
                });
                number.map(Value::Number)
            }
            Shape::YesOrNo => match &*typed.trim().to_lowercase() {
                "yes" | "y" | "true" => Some(true.into()),
                "no" | "n" | "false" => Some(false.into()),
                _ => None,
            },
            Shape::One(choices) => chosen(choices, typed),
            Shape::Several { choices, count } => {
                let words = typed.split(',').filter(|word| !word.trim().is_empty());
                let words: Option<Vec<_>> = words.map(|word| chosen(choices, word)).collect();
                words.filter(|words| count.hold(&words.len())).map(Value::Array)
            }
        };
        value.ok_or_else(unfit)
    }

    /// Whether it takes several words, one after the other.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.shape, Shape::Several { .. })
    }
}

/// A word is chosen by itself or by its name for people, in any case.
fn chosen(choices: &[Choice], typed: &str) -> Option<Value> {
    let typed = typed.trim().to_lowercase();
    let is = |text: &str| text.to_lowercase() == typed;
    let found = choices.iter().find(|choice| is(&choice.word));
    let found = found.or_else(|| choices.iter().find(|choice| choice.title.as_deref().is_some_and(is)));
    found.map(|choice| choice.word.as_str().into())
}

fn listed(choices: &[Choice]) -> String {
    let shown = choices.iter().map(|choice| match &choice.title {
        Some(title) => format!("{} ({title})", choice.word),
        None => choice.word.clone(),
    });
    shown.collect::<Vec<_>>().join(", ")
}

impl<N: PartialOrd + fmt::Display> Bounds<N> {
    fn hold(&self, value: &N) -> bool {
        self.min.as_ref().is_none_or(|min| value >= min) && self.max.as_ref().is_none_or(|max| value <= max)
    }

    fn suffix(&self, unit: &str) -> String {
        match (&self.min, &self.max) {
            (Some(min), Some(max)) => format!(" from {min} to {max}{unit}"),
            (Some(min), None) => format!(" from {min}{unit}"),
            (None, Some(max)) => format!(" of at most {max}{unit}"),
            (None, None) => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form() -> Question {
        let result = r#"{"resultType":"input_required","requestState":"s","inputRequests":{"elicit-1":{"method":"elicitation/create","params":{
            "mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{
                "name":{"type":"string","title":"Your name","minLength":2},
                "age":{"type":"integer","minimum":0,"maximum":150},
                "share":{"type":"number","default":0.5},
                "sure":{"type":"boolean"},
                "kind":{"type":"string","oneOf":[{"const":"a","title":"First one"},{"const":"b","title":"Second one"}]},
                "tags":{"type":"array","items":{"type":"string","enum":["x","y"]},"maxItems":1},
                "mail":{"type":"string","format":"email"}},"required":["name"]}}}}}"#;
        let mut asked = Asked::by(result).unwrap().unwrap();
        assert_eq!(asked.state.as_deref(), Some("s"));
        asked.questions.pop().unwrap()
    }

    #[test]
    fn fields_are_asked_in_the_order_of_the_form() {
        let question = form();
        let names: Vec<_> = question.fields().iter().map(|field| &*field.name).collect();
        assert_eq!(names, ["name", "age", "share", "sure", "kind", "tags", "mail"]);
        assert!(question.fields()[0].required && !question.fields()[1].required);
        assert!(Asked::by(r#"{"resultType":"complete","content":[]}"#).unwrap().is_none());
    }

    #[test]
    fn what_is_typed_takes_the_type_of_its_field() {
        let question = form();
        let read = |name: &str, typed: &str| question.field(name).unwrap().read(typed);
        assert_eq!(read("name", "Ada"), Ok(json!("Ada")));
        assert_eq!(read("age", " 36 "), Ok(json!(36)));
        assert_eq!(read("age", "36.0"), Ok(json!(36.0)));
        assert_eq!(read("share", "1e-2"), Ok(json!(0.01)));
        assert_eq!((read("sure", "Y"), read("sure", "false")), (Ok(json!(true)), Ok(json!(false))));
        assert_eq!((read("kind", "b"), read("kind", "first ONE")), (Ok(json!("b")), Ok(json!("a"))));
        assert_eq!((read("tags", "y"), read("tags", "")), (Ok(json!(["y"])), Ok(json!([]))));
    }

    #[test]
    fn what_does_not_fit_is_told_with_what_would() {
        let question = form();
        let read = |name: &str, typed: &str| question.field(name).unwrap().read(typed).unwrap_err();
        assert_eq!(read("name", "A"), "`name` takes text from 2 characters, not `A`");
        assert_eq!(read("age", "36.5"), "`age` takes a whole number from 0 to 150, not `36.5`");
        assert_eq!(read("age", "151"), "`age` takes a whole number from 0 to 150, not `151`");
        assert_eq!(read("sure", "perhaps"), "`sure` takes yes or no, not `perhaps`");
        assert_eq!(read("kind", "c"), "`kind` takes one of a (First one), b (Second one), not `c`");
        assert_eq!(
            read("tags", "x,y"),
            "`tags` takes any of x, y, with commas of at most 1 choices, not `x,y`"
        );
        assert_eq!(read("mail", "ada"), "`mail` takes an e-mail address, not `ada`");
    }
}
