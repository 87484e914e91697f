//! What a field of a form may be: text, numbers, yes or no, one or several of a set of words, and nothing else,
//! because clients can draw nothing else.

use serde_json::{Map, Value};

use super::Format;
use crate::argument::Length;
use crate::argument::choice::{listed, nearest, shortened};

/// A type that a field of a form may have.
///
/// Implemented for `String`, `bool`, numbers, fieldless enums with `#[derive(Elicit)]`, `Vec` of such enums, and
/// `Option` of all of these. What [`property`](Self::property) says is what [`read`](Self::read) accepts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may not appear in a form",
    label = "not a field that a client can draw",
    note = "a form is flat: text, numbers, booleans, fieldless enums with `#[derive(Elicit)]`, `Vec` of such enums, or `Option` of these",
    note = "passwords, keys and tokens never go through a form: remove the field, and send the user to a page: `ctx.elicit_url(message, url).await?`"
)]
pub trait FormField: Sized {
    /// The constraints that apply to this type.
    type Rule: Default;

    /// Its property in `requestedSchema`, without title, description and default.
    fn property(rule: &Self::Rule) -> Map<String, Value>;

    /// Reads an answer.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence that starts with the field.
    fn read(value: &Value, rule: &Self::Rule) -> Result<Self, String>;

    /// The value when the field is left empty; `None` when it must not be.
    fn absent() -> Option<Self> {
        None
    }

    /// The value as JSON, for defaults.
    fn show(&self) -> Value;

    /// Whether clients of 2025-11-25 get its titles in `enumNames`.
    fn has_enum_names() -> bool {
        false
    }
}

/// A field that has an order: `min` and `max` apply to it.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` do not apply to `{Self}`",
    label = "not a number",
    note = "`min` and `max` bound numbers; write `min_len` and `max_len` for the length of text and the number of choices"
)]
pub trait FormRange: FormField {
    /// The type of a bound.
    type Bound;
    /// Narrows the rule.
    fn range(rule: &mut Self::Rule, min: Option<Self::Bound>, max: Option<Self::Bound>);
}

/// A field that has a length: `min_len` and `max_len` apply to it.
#[diagnostic::on_unimplemented(
    message = "`min_len` and `max_len` do not apply to `{Self}`",
    label = "has no length",
    note = "`min_len` and `max_len` bound text (in characters) and several choices (their number); write `min` and `max` for numbers"
)]
pub trait FormLength: FormField {
    /// Narrows the rule.
    fn measure(rule: &mut Self::Rule, min: Option<usize>, max: Option<usize>);
}

/// A field that is text: `format` applies to it.
#[diagnostic::on_unimplemented(
    message = "`format` does not apply to `{Self}`",
    label = "not text",
    note = "`format` says what a text is: `email`, `uri`, `date` or `date-time`; remove it, or take a `String`"
)]
pub trait FormText: FormField {
    /// Narrows the rule.
    fn format(rule: &mut Self::Rule, format: Format);
}

/// A fieldless enum with `#[derive(Elicit)]`: a set of words to choose from.
#[diagnostic::on_unimplemented(
    message = "a form cannot offer a choice of several `{Self}`",
    label = "not a set of words",
    note = "a list in a form is a choice of several words: derive `Elicit` on a fieldless enum and use `Vec` of it"
)]
pub trait FormChoice: Sized {
    /// The words on the wire, in the order of the variants, each with its title (or an empty text).
    const WORDS: &'static [(&'static str, &'static str)];
    /// Whether clients of 2025-11-25 get the titles in `enumNames`, which the protocol has deprecated, where one word is to be chosen.
    const ENUM_NAMES: bool = false;
    /// The variant at a position of [`WORDS`](Self::WORDS); `None` past the end.
    fn at(index: usize) -> Option<Self>;
    /// The position of the variant.
    fn index(&self) -> usize;
}

/// The constraint on text in a form.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextRule {
    length: Length,
    format: Option<Format>,
}

impl FormField for String {
    type Rule = TextRule;

    fn property(rule: &TextRule) -> Map<String, Value> {
        let mut property = of_type("string");
        put(&mut property, "minLength", rule.length.min.map(Value::from));
        put(&mut property, "maxLength", rule.length.max.map(Value::from));
        put(&mut property, "format", rule.format.map(|format| format.word().into()));
        property
    }

    fn read(value: &Value, rule: &TextRule) -> Result<Self, String> {
        let text = value.as_str().ok_or("must be text")?;
        if let Some(refusal) = rule.length.refusal(text.chars().count(), "characters") {
            return Err(refusal);
        }
        match rule.format {
            Some(format) if !format.matches(text) => Err(format.expected().into()),
            _ => Ok(text.to_owned()),
        }
    }

    fn show(&self) -> Value {
        self.as_str().into()
    }
}

impl FormLength for String {
    fn measure(rule: &mut TextRule, min: Option<usize>, max: Option<usize>) {
        rule.length.narrow(min, max);
    }
}

impl FormText for String {
    fn format(rule: &mut TextRule, format: Format) {
        rule.format = Some(format);
    }
}

impl FormField for bool {
    type Rule = ();

    fn property((): &()) -> Map<String, Value> {
        of_type("boolean")
    }

    fn read(value: &Value, (): &()) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "must be true or false".into())
    }

    fn show(&self) -> Value {
        (*self).into()
    }
}

/// The constraint on a number in a form: both bounds inclusive.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<N> {
    min: Option<N>,
    max: Option<N>,
}

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        Self { min: None, max: None }
    }
}

/// Clients keep numbers as doubles, which carry integers exactly up to 2^53 - 1.
const MOST: i64 = (1 << 53) - 1;

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl FormField for $int {
            type Rule = Numbers<$int>;

            fn property(rule: &Self::Rule) -> Map<String, Value> {
                let (min, max) = bounds::<$int>(rule);
                let mut property = of_type("integer");
                put(&mut property, "minimum", Some(min.into()));
                put(&mut property, "maximum", Some(max.into()));
                property
            }

            fn read(value: &Value, rule: &Self::Rule) -> Result<Self, String> {
                let (min, max) = bounds::<$int>(rule);
                let number = whole(value).ok_or("must be a whole number")?;
                outside(number, min, max).map_or(Ok(()), Err)?;
                <$int>::try_from(number).map_err(|_| format!("must be from {min} to {max}"))
            }

            fn show(&self) -> Value {
                (*self).into()
            }
        }

        impl FormRange for $int {
            type Bound = $int;

            fn range(rule: &mut Self::Rule, min: Option<$int>, max: Option<$int>) {
                *rule = Numbers { min: min.or(rule.min), max: max.or(rule.max) };
            }
        }

        impl Whole for $int {
            const LEAST: Self = <$int>::MIN;
            const GREATEST: Self = <$int>::MAX;
        }
    )*};
}

/// An integer of at most 64 bits.
trait Whole: TryInto<i64> + Copy {
    const LEAST: Self;
    const GREATEST: Self;
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

fn bounds<N: Whole>(rule: &Numbers<N>) -> (i64, i64) {
    // What does not fit into an `i64` is above everything that a client can send exactly.
    let exact = |bound: N| bound.try_into().unwrap_or(MOST).clamp(-MOST, MOST);
    (exact(rule.min.unwrap_or(N::LEAST)), exact(rule.max.unwrap_or(N::GREATEST)))
}

/// `5.0` is a whole number, as in JSON Schema.
fn whole(value: &Value) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and within ±2^53, so the cast is exact")]
    #[expect(clippy::cast_precision_loss, reason = "2^53 - 1 is exact as a double")]
    let of_float = |float: f64| (float.fract() == 0.0 && float.abs() <= MOST as f64).then_some(float as i64);
    value.as_i64().or_else(|| value.as_f64().and_then(of_float))
}

fn outside<N: PartialOrd + std::fmt::Display>(value: N, min: N, max: N) -> Option<String> {
    if value < min {
        Some(format!("must be at least {min}"))
    } else if value > max {
        Some(format!("must be at most {max}"))
    } else {
        None
    }
}

/// AMB-08: fractions are allowed, whatever one of the published schemas says.
impl FormField for f64 {
    type Rule = Numbers<f64>;

    fn property(rule: &Self::Rule) -> Map<String, Value> {
        let mut property = of_type("number");
        put(&mut property, "minimum", rule.min.map(Value::from));
        put(&mut property, "maximum", rule.max.map(Value::from));
        property
    }

    fn read(value: &Value, rule: &Self::Rule) -> Result<Self, String> {
        let number = value.as_f64().ok_or("must be a number")?;
        let (min, max) = (rule.min.unwrap_or(Self::MIN), rule.max.unwrap_or(Self::MAX));
        outside(number, min, max).map_or(Ok(number), Err)
    }

    fn show(&self) -> Value {
        (*self).into()
    }
}

impl FormRange for f64 {
    type Bound = Self;

    fn range(rule: &mut Self::Rule, min: Option<Self>, max: Option<Self>) {
        *rule = Numbers { min: min.or(rule.min), max: max.or(rule.max) };
    }
}

/// A field that may be left empty.
impl<T: FormField> FormField for Option<T> {
    type Rule = T::Rule;

    fn property(rule: &Self::Rule) -> Map<String, Value> {
        T::property(rule)
    }

    fn read(value: &Value, rule: &Self::Rule) -> Result<Self, String> {
        // Some clients send what was left empty as null.
        if value.is_null() { Ok(None) } else { T::read(value, rule).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn show(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::show)
    }

    fn has_enum_names() -> bool {
        T::has_enum_names()
    }
}

impl<T: FormRange> FormRange for Option<T> {
    type Bound = T::Bound;

    fn range(rule: &mut Self::Rule, min: Option<Self::Bound>, max: Option<Self::Bound>) {
        T::range(rule, min, max);
    }
}

impl<T: FormLength> FormLength for Option<T> {
    fn measure(rule: &mut Self::Rule, min: Option<usize>, max: Option<usize>) {
        T::measure(rule, min, max);
    }
}

impl<T: FormText> FormText for Option<T> {
    fn format(rule: &mut Self::Rule, format: Format) {
        T::format(rule, format);
    }
}

/// Several of a set of words.
impl<T: FormChoice> FormField for Vec<T> {
    type Rule = Length;

    fn property(rule: &Length) -> Map<String, Value> {
        let mut property = of_type("array");
        put(&mut property, "minItems", rule.min.map(Value::from));
        put(&mut property, "maxItems", rule.max.map(Value::from));
        let items = match titled::<T>() {
            Some(options) => of_one("anyOf", options),
            None => untitled::<T>(),
        };
        property.insert("items".into(), items.into());
        property
    }

    fn read(value: &Value, rule: &Length) -> Result<Self, String> {
        let items = value.as_array().ok_or("must be a list of choices")?;
        if let Some(refusal) = rule.refusal(items.len(), "choices") {
            return Err(refusal);
        }
        items.iter().map(read_choice::<T>).collect()
    }

    fn show(&self) -> Value {
        self.iter().map(show_choice).collect()
    }
}

impl<T: FormChoice> FormLength for Vec<T> {
    fn measure(rule: &mut Length, min: Option<usize>, max: Option<usize>) {
        rule.narrow(min, max);
    }
}

/// One of a set of words.
pub(crate) fn choice_property<T: FormChoice>() -> Map<String, Value> {
    match titled::<T>() {
        Some(options) => {
            let mut property = of_type("string");
            property.insert("oneOf".into(), options);
            property
        }
        None => untitled::<T>(),
    }
}

pub(crate) fn read_choice<T: FormChoice>(value: &Value) -> Result<T, String> {
    let words = || T::WORDS.iter().map(|(word, _)| *word);
    let chosen = value.as_str();
    let found = chosen.and_then(|chosen| words().position(|word| word == chosen)).and_then(T::at);
    found.ok_or_else(|| {
        let hint = chosen.map_or_else(String::new, |chosen| nearest(shortened(chosen), words()));
        format!("must be one of {}{hint}", listed(words()))
    })
}

pub(crate) fn show_choice<T: FormChoice>(value: &T) -> Value {
    T::WORDS.get(value.index()).map_or(Value::Null, |(word, _)| Value::from(*word))
}

fn untitled<T: FormChoice>() -> Map<String, Value> {
    let mut property = of_type("string");
    property.insert("enum".into(), T::WORDS.iter().map(|(word, _)| Value::from(*word)).collect());
    property
}

/// The options with their titles, when at least one has a title.
fn titled<T: FormChoice>() -> Option<Value> {
    let has_titles = T::WORDS.iter().any(|(_, title)| !title.is_empty());
    has_titles.then(|| {
        let option = |(word, title): &(&str, &str)| {
            let title = if title.is_empty() { word } else { title };
            serde_json::json!({"const": word, "title": title})
        };
        T::WORDS.iter().map(option).collect()
    })
}

fn of_type(name: &str) -> Map<String, Value> {
    of_one("type", name.into())
}

fn of_one(name: &str, value: Value) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert(name.to_owned(), value);
    members
}

fn put(property: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        property.insert(name.into(), value);
    }
}
