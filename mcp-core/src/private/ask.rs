//! What expansions of forms and of destructive tools call.

use serde_json::{Map, Value};

use crate::ask::{self, FormLength, FormRange, FormText, Format};
use crate::{Context, DryRun, Elicit, Form, FormAnswers, FormChoice, FormField, FormPart, GuardedReply};

/// The constraints on a field.
pub type FormRule<P, At> = <<P as FormPart<At>>::Value as FormField>::Rule;

/// Adds the field's property.
pub fn form_describe<P: FormPart<At>, At>(form: &mut Form) {
    form.field::<P, At>();
}

/// Reads the field.
pub fn form_take<P: FormPart<At>, At>(answers: &mut FormAnswers<'_>) -> Option<P::Value> {
    answers.take::<P, At>()
}

/// Puts the bounds of `#[arg(min, max)]` into a rule.
pub fn form_range<T: FormRange>(rule: &mut T::Rule, min: Option<T::Bound>, max: Option<T::Bound>) {
    T::range(rule, min, max);
}

/// Puts the bounds of `#[arg(min_len, max_len)]` into a rule.
pub fn form_measure<T: FormLength>(rule: &mut T::Rule, min: Option<usize>, max: Option<usize>) {
    T::measure(rule, min, max);
}

/// Puts `#[arg(format)]` into a rule.
pub fn form_format<T: FormText>(rule: &mut T::Rule, format: Format) {
    T::format(rule, format);
}

/// The property of one of a set of words.
#[must_use]
pub fn form_choice<T: FormChoice>() -> Map<String, Value> {
    ask::choice_property::<T>()
}

/// Reads one of a set of words.
///
/// # Errors
/// What would be acceptable.
pub fn form_choose<T: FormChoice>(value: &Value) -> Result<T, String> {
    ask::read_choice(value)
}

/// What `#[elicit(enum_names)]` says of an enum.
#[deprecated(
    note = "`enumNames` is deprecated since 2025-11-25; remove `#[elicit(enum_names)]`: titles go out in `oneOf`"
)]
pub const ENUM_NAMES: bool = true;

/// The word of a choice.
pub fn form_word<T: FormChoice>(value: &T) -> Value {
    ask::show_choice(value)
}

/// A dry run after all, when the tool falls back to it and the client cannot ask the user.
#[must_use]
pub fn settle(dry_run: DryRun, context: &Context) -> DryRun {
    dry_run.settled(context)
}

/// Proves at a type that it is a form.
pub const fn assert_elicit<T: Elicit>() {}

/// GR-27: a destructive tool has no success without a preview or the user's consent, by its return type, and takes a dry
/// run. One function, so that who has neither is told once: nothing is evaluated while the type does not fit.
///
/// # Panics
/// In const evaluation, when none of its parameters is a dry run.
#[track_caller]
pub const fn assert_guarded<T: GuardedReply>(parameters: &[bool], message: &'static str) {
    let (mut at, mut found) = (0, false);
    while at < parameters.len() {
        found |= parameters[at];
        at += 1;
    }
    assert!(found, "{}", message);
}
