//! Text as a parameter, and its constraints.

use std::fmt;
use std::sync::OnceLock;

use regex_lite::Regex;
use serde::de::Deserializer;
use serde_json::Value;

use super::found::{Found, scalar};
use super::{Argument, HeaderParam, Measured, Place, Textual};
use crate::schema::Schema;

/// How long something may be, both bounds inclusive: characters of a string, items of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Length {
    pub(crate) min: Option<usize>,
    pub(crate) max: Option<usize>,
}

impl Length {
    pub(crate) fn narrow(&mut self, min: Option<usize>, max: Option<usize>) {
        self.min = min.or(self.min);
        self.max = max.or(self.max);
    }

    /// What is wrong with a length, in the given unit.
    pub(crate) fn refusal(self, length: usize, unit: &str) -> Option<String> {
        match (self.min, self.max) {
            (Some(min), _) if length < min => Some(format!("must have at least {min} {unit}, has {length}")),
            (_, Some(max)) if length > max => Some(format!("must have at most {max} {unit}, has {length}")),
            _ => None,
        }
    }
}

/// The constraint on a string.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextRule {
    pub(crate) length: Length,
    pub(crate) pattern: Option<&'static Pattern>,
}

/// A regular expression that a string must match somewhere, as JSON Schema's `pattern` does. `#[arg(pattern = "…")]` has
/// checked at compile time that it is valid.
pub struct Pattern {
    source: &'static str,
    /// Comes with the pattern, so that a program without one has no regular expressions in it.
    compile: fn(&str) -> Option<Matcher>,
    matcher: OnceLock<Option<Matcher>>,
}

/// Whether a text matches.
type Matcher = Box<dyn Fn(&str) -> bool + Send + Sync>;

fn compile(source: &str) -> Option<Matcher> {
    let regex = Regex::new(source).ok()?;
    Some(Box::new(move |text| regex.is_match(text)))
}

impl Pattern {
    /// A pattern that is compiled when it is first needed.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self { source, compile, matcher: OnceLock::new() }
    }

    /// The expression.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Whether `text` matches. A pattern that is no regular expression matches nothing.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let matcher = self.matcher.get_or_init(|| (self.compile)(self.source));
        matcher.as_ref().is_some_and(|matches| matches(text))
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}

impl TextRule {
    fn refusal(self, text: &str) -> Option<String> {
        // Counting characters is only worth it where a bound needs the count.
        if self.length.min.is_some() || self.length.max.is_some() {
            let refusal = self.length.refusal(text.chars().count(), "characters");
            if refusal.is_some() {
                return refusal;
            }
        }
        let pattern = self.pattern.filter(|pattern| !pattern.matches(text))?;
        Some(format!("must match the pattern `{}`", pattern.source()))
    }
}

impl Argument for String {
    type Rule = TextRule;

    fn schema(rule: &TextRule) -> Schema {
        Schema::string(rule.length, rule.pattern, None)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &TextRule,
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        let text = match scalar(input)? {
            Found::Text(text) => text,
            other => {
                at.refuse(format!("must be a string, is {other}"));
                return Ok(None);
            }
        };
        if let Some(refusal) = rule.refusal(&text) {
            at.refuse(refusal);
            return Ok(None);
        }
        Ok(Some(text.into_owned()))
    }

    fn encode(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl HeaderParam for String {}

impl Measured for String {
    fn measure(rule: &mut TextRule, min: Option<usize>, max: Option<usize>) {
        rule.length.narrow(min, max);
    }
}

impl Textual for String {
    fn pattern(rule: &mut TextRule, pattern: &'static Pattern) {
        rule.pattern = Some(pattern);
    }
}

/// A single character.
impl Argument for char {
    type Rule = ();

    fn schema((): &()) -> Schema {
        Schema::string(Length { min: Some(1), max: Some(1) }, None, None)
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        (): &(),
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        if let Found::Text(text) = scalar(input)? {
            let mut characters = text.chars();
            if let (Some(only), None) = (characters.next(), characters.next()) {
                return Ok(Some(only));
            }
        }
        at.refuse("must be a string of exactly one character");
        Ok(None)
    }

    fn encode(&self) -> Value {
        Value::from(self.to_string())
    }
}
