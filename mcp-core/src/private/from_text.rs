//! How an expansion tells what it knows of one argument that arrives as text, and what is then done with it.
//!
//! It has the names of `super::parameter`, so that one part of the macros writes both.

use crate::argument::FromText;
use crate::description::in_words;
use crate::{Completion, CompletionCall, ContainedPath, Faults, PromptArgument, Ranged, Violations, Work};

pub use super::{Pattern, Value, Vec, assert_ordered, examples, measure, pattern, position, range};
pub use crate::TextArguments;

/// The constraints on an argument.
pub type Rule<P, At> = <<P as Parameter<At>>::Value as FromText>::Rule;

/// The type of `min` and `max` of an argument.
pub type Bound<P, At> = <<P as Parameter<At>>::Value as Ranged>::Bound;

/// The argument at a position.
pub trait Parameter<At> {
    /// Its type.
    type Value: FromText;
    /// Its name on the wire.
    const NAME: &'static str;
    /// Its doc comment.
    const DESCRIPTION: &'static str;
    /// Whether its value must not be shown.
    const SECRET: bool = false;

    /// The constraints on it.
    fn rule() -> Rule<Self, At>
    where
        Self: Sized,
    {
        Rule::<Self, At>::default()
    }

    /// Its value when it is left out.
    fn fallback() -> Option<Self::Value> {
        None
    }

    /// Values that show what is meant.
    fn examples() -> Vec<Value> {
        Vec::new()
    }
}

/// An example as JSON.
pub fn example<T: FromText>(value: &T) -> Value {
    value.shown()
}

/// Takes arguments out of their texts, and keeps what is wrong with them.
#[derive(Debug)]
pub struct Texts<'a> {
    arguments: &'a TextArguments<'a>,
    faults: Faults,
}

impl<'a> Texts<'a> {
    /// Nothing taken yet.
    #[must_use]
    pub fn new(arguments: &'a TextArguments<'a>) -> Self {
        Self { arguments, faults: Faults::default() }
    }

    /// The argument at a position; `None` when it is missing or not acceptable, which is kept.
    pub fn take<P: Parameter<At>, At>(&mut self) -> Option<P::Value> {
        let mut at = self.faults.root();
        let mut at = at.field(P::NAME);
        let Some(text) = self.arguments.get(P::NAME) else {
            let value = P::fallback().or_else(P::Value::left_out);
            if value.is_none() {
                at.refuse("is missing");
            }
            return value;
        };
        if !P::SECRET {
            return P::Value::from_text(text, &P::rule(), at);
        }
        // The type's own words might repeat what was sent, so they are not passed on.
        let mut unheard = Faults::default();
        let value = P::Value::from_text(text, &P::rule(), unheard.root());
        if value.is_none() {
            at.refuse("is not acceptable (its value is secret and not shown)");
        }
        value
    }

    /// What was wrong.
    #[must_use]
    pub fn into_violations(self) -> Violations {
        // A value is missing only where a fault was recorded; should a hand-written type forget to, this says so.
        self.faults.into_result().err().unwrap_or_else(super::unacceptable)
    }
}

/// An argument as a prompt shows it. Constraints have no place of their own in the protocol, so the words that a value may be
/// and the value that stands in for it are part of the description.
#[must_use]
pub fn argument<P: Parameter<At>, At>(has_completer: bool) -> PromptArgument {
    let words = P::Value::words();
    let mut description = P::DESCRIPTION.to_owned();
    if !words.is_empty() {
        let listed = words.iter().map(|(word, meaning)| match *meaning {
            "" => format!("`{word}`"),
            meaning => format!("`{word}` ({})", meaning.trim_end_matches('.')),
        });
        sentence(&mut description, &format!("One of {}.", listed.collect::<Vec<_>>().join(", ")));
    }
    let fallback = P::fallback();
    if let Some(value) = fallback.as_ref().filter(|_| !P::SECRET).map(FromText::shown) {
        sentence(&mut description, &format!("Without it: {value}."));
    }
    PromptArgument {
        name: P::NAME.into(),
        title: Some(in_words(P::NAME).into()),
        description: description.into(),
        required: fallback.is_none() && P::Value::left_out().is_none(),
        completes: has_completer || !words.is_empty(),
    }
}

fn sentence(text: &mut String, sentence: &str) {
    if !text.ends_with(['.', '!', '?', ':']) {
        text.push('.');
    }
    text.push(' ');
    text.push_str(sentence);
}

/// A variable of a template of URIs.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment, perhaps none.
    pub description: &'static str,
    /// Whether there are suggestions for it.
    pub completes: bool,
}

/// The variable at a position.
#[must_use]
pub fn variable<P: Parameter<At>, At>(has_completer: bool) -> Variable {
    Variable {
        name: P::NAME,
        description: P::DESCRIPTION,
        completes: has_completer || !P::Value::words().is_empty(),
    }
}

/// The words of an argument's type that fit what was typed; `None` where the type has no words.
pub fn complete_words<'a, P: Parameter<At>, At, S>(
    call: CompletionCall<'a, S>,
) -> Option<Work<'a, Completion>> {
    let words = P::Value::words();
    let typed = call.value;
    (!words.is_empty()).then(|| {
        let words = words.iter().map(|(word, _)| *word);
        let completion = Completion::matching(words, typed);
        Box::pin(std::future::ready(Ok(completion))) as Work<'a, Completion>
    })
}

/// A struct of one unnamed field, from what is inside.
pub trait Wrap<Inner> {
    /// Becomes the struct.
    fn wrap(inner: Inner) -> Self;
    /// What is inside.
    fn inner(&self) -> &Inner;
}

/// GR-125: proves at a parameter's type that it cannot lead out of a directory.
pub const fn assert_contained<T: ContainedPath>() {}
