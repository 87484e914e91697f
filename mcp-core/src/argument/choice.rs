//! Fieldless enums as parameters.

use serde::de::Deserializer;
use serde_json::Value;

use super::Place;
use super::found::{Found, scalar};
use crate::schema::Schema;

/// A fieldless enum with `#[derive(ToolInput)]`: a closed set of words.
pub trait Choice: Sized + 'static {
    /// The words on the wire, in the order of the variants, with what each means (or an empty text).
    const WORDS: &'static [(&'static str, &'static str)];
    /// The variant at a position of [`WORDS`](Self::WORDS); `None` past the end.
    fn at(index: usize) -> Option<Self>;
    /// The position of the variant.
    fn index(&self) -> usize;
}

/// The schema of a choice. What the variants mean goes into the description, because no portable keyword
/// carries it.
#[must_use]
pub fn schema<T: Choice>() -> Schema {
    Schema::choice(T::WORDS)
}

/// Reads a choice; a word that is not in the set is refused with the nearest that is.
///
/// # Errors
/// Those of the JSON reader.
pub fn decode<'de, T: Choice, D: Deserializer<'de>>(
    input: D,
    mut at: Place<'_>,
) -> Result<Option<T>, D::Error> {
    let words = || T::WORDS.iter().map(|(word, _)| *word);
    let found = scalar(input)?;
    if let Found::Text(text) = &found {
        if let Some(value) = words().position(|word| word == text).and_then(T::at) {
            return Ok(Some(value));
        }
        at.refuse(format!(
            "must be one of {}, is \"{}\"{}",
            listed(words()),
            shortened(text),
            nearest(text, words())
        ));
    } else {
        at.refuse(format!("must be one of {}, is {found}", listed(words())));
    }
    Ok(None)
}

/// The word of a choice as JSON.
#[must_use]
pub fn encode<T: Choice>(value: &T) -> Value {
    T::WORDS.get(value.index()).map_or(Value::Null, |(word, _)| Value::from(*word))
}

/// `` `a`, `b`, `c` ``
pub(crate) fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// A hint at the nearest word, when one is near enough to have been meant.
pub(crate) fn nearest<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> String {
    const NEAR: f64 = 0.75;
    let lower = shortened(text).to_lowercase();
    words
        .map(|word| (strsim::jaro_winkler(&lower, &word.to_lowercase()), word))
        .filter(|(score, _)| *score >= NEAR)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map_or_else(String::new, |(_, word)| format!("; did you mean `{word}`?"))
}

/// What a caller sent, short enough to be repeated to them.
pub(crate) fn shortened(text: &str) -> &str {
    const MOST: usize = 64;
    text.char_indices().nth(MOST).map_or(text, |(end, _)| &text[..end])
}
