//! Arguments that arrive as text: those of prompts, and the variables of a resource's URI.

use std::borrow::Cow;

use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde_json::Value;

use super::choice::shortened;
use super::found::{Found, Name, Reader, read};
use super::{Argument, Choice, Faults, Place, Secret, Violation, Violations};

/// A type that a prompt's argument or a variable of a resource's URI may have.
///
/// Implemented for strings, booleans, numbers, fieldless enums and structs of one unnamed field with `#[derive(ToolInput)]`,
/// [`SafePath`](crate::SafePath), `Option` and [`Secret`] of those; behind features for `chrono`, `uuid` and `url` types. The
/// constraints are those of the type as an argument of a tool.
#[diagnostic::on_unimplemented(
    message = "prompt arguments arrive as strings; `{Self}` cannot be parsed from one",
    label = "not readable from text",
    note = "arguments of prompts and variables of URIs are text: take `String`, `bool`, a number, a fieldless enum with `#[derive(ToolInput)]`, or an `Option` of those; for a list, take one `String` and split it",
    note = "what comes from the server is borrowed: `db: &Db`, `ctx: &Context`"
)]
pub trait FromText: Sized {
    /// The constraints that apply to this type: those that apply to it as an argument of a tool.
    ///
    /// `Argument` is no supertrait, so that a type that is neither is told of once.
    type Rule: Default;

    /// The words that a value may be, with what each means, where these are all.
    #[must_use]
    fn words() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Reads a value. What is wrong with it is recorded at its place, and `None` returned.
    fn from_text(text: &str, rule: &Self::Rule, at: Place<'_>) -> Option<Self>;

    /// The value when nothing is given; `None` when something must be.
    fn left_out() -> Option<Self> {
        None
    }

    /// The value as JSON, for defaults and examples in descriptions.
    fn shown(&self) -> Value;
}

/// Reads a type whose JSON is a string.
pub fn spelled<T: Argument>(text: &str, rule: &T::Rule, at: Place<'_>) -> Option<T> {
    let input: StrDeserializer<'_, Error> = text.into_deserializer();
    // Reading from text at hand has no errors of its own.
    T::decode(input, rule, at).ok().flatten()
}

fn number<T: Argument>(text: &str, rule: &T::Rule, mut at: Place<'_>, what: &str) -> Option<T> {
    match serde_json::from_str::<serde_json::Number>(text.trim()) {
        Ok(number) => T::decode(number, rule, at).ok().flatten(),
        Err(_) => {
            at.refuse(format!("must be {what}, is \"{}\"", shortened(text)));
            None
        }
    }
}

macro_rules! numbers {
    ($what:literal: $($number:ty)*) => {$(
        impl FromText for $number {
            type Rule = <Self as Argument>::Rule;

            fn from_text(text: &str, rule: &Self::Rule, at: Place<'_>) -> Option<Self> {
                number(text, rule, at, $what)
            }

            fn shown(&self) -> Value {
                self.encode()
            }
        }
    )*};
}

numbers!("an integer": i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
numbers!("a number": f32 f64);

macro_rules! spelled {
    ($($(#[$cfg:meta])? $text:ty),*) => {$(
        $(#[$cfg])?
        impl FromText for $text {
            type Rule = <Self as Argument>::Rule;

            fn from_text(text: &str, rule: &Self::Rule, at: Place<'_>) -> Option<Self> {
                spelled(text, rule, at)
            }

            fn shown(&self) -> Value {
                self.encode()
            }
        }
    )*};
}

spelled!(
    String,
    char,
    #[cfg(feature = "uuid")]
    uuid::Uuid,
    #[cfg(feature = "url")]
    url::Url,
    #[cfg(feature = "chrono")]
    chrono::NaiveDate,
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::Utc>,
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::FixedOffset>
);

impl FromText for bool {
    type Rule = ();

    fn words() -> &'static [(&'static str, &'static str)] {
        &[("true", ""), ("false", "")]
    }

    fn from_text(text: &str, (): &(), mut at: Place<'_>) -> Option<Self> {
        let value = text.parse().ok();
        if value.is_none() {
            at.refuse(format!("must be `true` or `false`, is \"{}\"", shortened(text)));
        }
        value
    }

    fn shown(&self) -> Value {
        Value::Bool(*self)
    }
}

impl<T: FromText> FromText for Option<T> {
    type Rule = T::Rule;

    fn words() -> &'static [(&'static str, &'static str)] {
        T::words()
    }

    fn from_text(text: &str, rule: &Self::Rule, at: Place<'_>) -> Option<Self> {
        T::from_text(text, rule, at).map(Some)
    }

    fn left_out() -> Option<Self> {
        Some(None)
    }

    fn shown(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::shown)
    }
}

impl<T: FromText> FromText for Secret<T> {
    type Rule = T::Rule;

    fn from_text(text: &str, rule: &Self::Rule, mut at: Place<'_>) -> Option<Self> {
        // The inner type's own words might repeat what was sent, so they are not passed on.
        let mut unheard = Faults::default();
        let value = T::from_text(text, rule, unheard.root());
        if value.is_none() {
            at.refuse("is not acceptable (its value is secret and not shown)");
        }
        value.map(Self::new)
    }

    fn left_out() -> Option<Self> {
        T::left_out().map(Self::new)
    }

    fn shown(&self) -> Value {
        Value::Null
    }
}

/// The words of a fieldless enum, for its derived [`FromText`].
#[must_use]
pub fn choice_words<T: Choice>() -> &'static [(&'static str, &'static str)] {
    T::WORDS
}

/// Named texts: the arguments of a prompt, the variables of a URI, what was filled in before a completion.
///
/// ```
/// use taffrail::TextArguments;
///
/// let arguments = TextArguments::parse(r#"{"language":"rust"}"#).unwrap();
/// assert_eq!(arguments.get("language"), Some("rust"));
/// assert_eq!(TextArguments::parse(r#"{"n":1}"#).unwrap_err().to_string(), "`n` must be a string, is an integer");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextArguments<'a> {
    pairs: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> TextArguments<'a> {
    /// From names and values that are at hand.
    #[must_use]
    pub fn from_pairs(pairs: Vec<(Cow<'a, str>, Cow<'a, str>)>) -> Self {
        Self { pairs }
    }

    /// Reads the text of a JSON object of strings.
    ///
    /// # Errors
    /// Every member that is no string, together.
    pub fn parse(json: &'a str) -> Result<Self, Violations> {
        let refused = |problem: &str| {
            Violations::from(vec![Violation { argument: String::new(), problem: problem.into() }])
        };
        let mut input = serde_json::Deserializer::from_str(json);
        match read(&mut input, PairsReader) {
            Ok(Some((pairs, violations))) if violations.is_empty() => Ok(Self { pairs }),
            Ok(Some((_, violations))) => Err(Violations::from(violations)),
            Ok(None) => Err(refused("must be an object of strings")),
            Err(_) => Err(refused("hold a number that is too large, or are nested too deeply")),
        }
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(given, _)| given == name).map(|(_, value)| &**value)
    }

    /// All names and values, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (&**name, &**value))
    }
}

struct PairsReader;

type Pairs<'de> = (Vec<(Cow<'de, str>, Cow<'de, str>)>, Vec<Violation>);

impl<'de> Reader<'de> for PairsReader {
    type Value = Option<Pairs<'de>>;

    fn found(self, _: Found<'de>) -> Self::Value {
        None
    }

    fn object<A: serde::de::MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let (mut pairs, mut violations): Pairs<'de> = (Vec::new(), Vec::new());
        let mut refuse = |name: &str, problem: String| {
            violations.push(Violation { argument: shortened(name).to_owned(), problem });
        };
        while let Some(Name(name)) = members.next_key()? {
            match members.next_value::<Any<'de>>()?.0 {
                Found::Text(_) if pairs.iter().any(|(earlier, _)| *earlier == name) => {
                    refuse(&name, String::from("is given twice"));
                }
                Found::Text(value) => pairs.push((name, value)),
                other => refuse(&name, format!("must be a string, is {other}")),
            }
        }
        Ok(Some((pairs, violations)))
    }
}

struct Any<'de>(Found<'de>);

impl<'de> serde::Deserialize<'de> for Any<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        super::found::scalar(input).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ranged as _;

    fn from_text<T: FromText>(text: &str, rule: &T::Rule) -> Result<T, String> {
        let mut faults = Faults::default();
        let mut root = faults.root();
        let value = T::from_text(text, rule, root.field("n"));
        match (value, faults.into_result()) {
            (Some(value), Ok(())) => Ok(value),
            (None, Err(violations)) => Err(violations.to_string()),
            _ => panic!("a value and a violation, or neither"),
        }
    }

    #[test]
    fn gr_126_values_are_read_from_their_text_under_their_constraints() {
        assert_eq!(from_text::<u8>("7", &Default::default()), Ok(7));
        assert_eq!(from_text::<i64>("-9223372036854775808", &Default::default()), Ok(i64::MIN));
        assert_eq!(from_text::<Option<f64>>("1.5", &Default::default()), Ok(Some(1.5)));
        assert_eq!(from_text::<bool>("true", &()), Ok(true));
        assert_eq!(from_text::<String>("007", &Default::default()), Ok("007".into()));
        let mut rule = Default::default();
        u8::range(&mut rule, None, Some(5));
        assert_eq!(from_text::<u8>("6", &rule), Err("`n` must be at most 5, is 6".into()));
        for (text, problem) in [
            ("abc", "`n` must be an integer, is \"abc\""),
            ("", "`n` must be an integer, is \"\""),
            ("007", "`n` must be an integer, is \"007\""),
            ("5.5", "`n` must be an integer, is 5.5"),
            ("1e400", "`n` must be an integer, is \"1e400\""),
            ("300", "`n` must be at most 255, is 300"),
        ] {
            assert_eq!(from_text::<u8>(text, &Default::default()), Err(problem.into()));
        }
        assert_eq!(from_text::<bool>("yes", &()), Err("`n` must be `true` or `false`, is \"yes\"".into()));
        let secret = from_text::<Secret<u8>>("hunter2", &Default::default()).unwrap_err();
        assert!(!secret.contains("hunter2"), "{secret}");
    }

    #[test]
    fn prompt_03_values_that_are_no_strings_are_told_together() {
        let violations = TextArguments::parse(r#"{"a":1,"b":"x","c":[2],"b":"y","d":null}"#).unwrap_err();
        let told: Vec<String> = violations.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "`a` must be a string, is an integer",
                "`c` must be a string, is a list",
                "`b` is given twice",
                "`d` must be a string, is null"
            ]
        );
        assert!(TextArguments::parse("[]").is_err());
        assert!(TextArguments::parse(r#"{"a":1e999}"#).is_err());
        assert_eq!(TextArguments::parse(r#"{"a":"\u00e4"}"#).unwrap().get("a"), Some("ä"));
    }
}
