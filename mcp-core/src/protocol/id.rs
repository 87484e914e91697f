//! Request ids (*Basic > Requests*).

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// The id of a request: a string or an integer, kept digit for digit.
///
/// Two ids are equal when they have the same JSON type and value, however they are written.
///
/// ```
/// use taffrail::protocol::Id;
///
/// let id = Id::parse("9007199254740993").unwrap();
/// assert_eq!(id.as_json(), "9007199254740993");
/// assert_ne!(Id::parse("1"), Id::parse("\"1\""));
/// assert_eq!(Id::parse(r#""\u0061""#), Id::parse(r#""a""#));
/// assert_eq!(Id::parse("1.5"), None);
/// assert_eq!(Id::parse("null"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Id<'a> {
    json: Cow<'a, str>,
}

impl<'a> Id<'a> {
    /// The id that a JSON value is; `None` unless it is a string or an integer.
    #[must_use]
    pub fn parse(json: &'a str) -> Option<Self> {
        let is_string = || json.starts_with('"') && serde_json::from_str::<Cow<'_, str>>(json).is_ok();
        (is_integer(json) || is_string()).then_some(Self { json: Cow::Borrowed(json) })
    }

    /// The id as it came.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// The id apart from the message that it came with.
    #[must_use]
    pub fn into_owned(self) -> Id<'static> {
        Id { json: Cow::Owned(self.json.into_owned()) }
    }

    /// One spelling for each value; the first character tells strings from integers.
    fn value(&self) -> Cow<'_, str> {
        if !self.json.starts_with('"') {
            return Cow::Borrowed(if self.json == "-0" { "0" } else { &self.json });
        }
        if !self.json.contains('\\') {
            return Cow::Borrowed(&self.json);
        }
        match serde_json::from_str::<String>(&self.json) {
            Ok(text) => Cow::Owned(format!("\"{text}\"")),
            Err(_) => Cow::Borrowed(&self.json),
        }
    }
}

/// JSON has no leading zeros and no plus sign, so digits with a sign are enough.
fn is_integer(json: &str) -> bool {
    let digits = json.strip_prefix('-').unwrap_or(json);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl PartialEq for Id<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Id<'_> {}

impl Hash for Id<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}
