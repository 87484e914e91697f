//! How an expansion tells what completes an argument, and what a completer takes.

use std::future::Future;

use super::text::Text;
use super::text::same;
use crate::argument::FromText;
use crate::{Completer, Completion, CompletionCall, Faults, IntoCompletion, Work};

/// A type that `#[completer]` made.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a completer",
    label = "not a `#[completer]` function",
    note = "write `#[completer] async fn {Self}(typed: String) -> Vec<String>`; `complete(argument = path)` takes paths to such functions"
)]
pub trait DeclaredCompleter: Sized + 'static {
    /// The arguments that it looks at beside the one that it completes.
    const CONTEXT: &'static [&'static str];
    /// The only value.
    const IT: &'static Self;
}

/// What completes the argument at a position.
pub trait Completed<At> {
    /// The completer.
    type By: DeclaredCompleter;
}

/// Starts the completer of an argument.
pub fn complete_with<'a, P, At, S>(call: CompletionCall<'a, S>) -> Option<Work<'a, Completion>>
where
    P: Completed<At>,
    P::By: Completer<S>,
    S: 'static,
{
    Some(<P::By as DeclaredCompleter>::IT.complete(call))
}

/// GR-133: what a completer looks at are arguments of what it completes.
///
/// # Panics
/// In const evaluation, when one is not.
#[track_caller]
pub const fn assert_context<P: Completed<At>, At>(owner: &str, arguments: &[&str]) {
    let context = <P::By as DeclaredCompleter>::CONTEXT;
    let mut at = 0;
    while at < context.len() {
        if !contains(arguments, context[at]) {
            let text = Text::new()
                .push("the completer looks at `")
                .push(context[at])
                .push("`, and ")
                .push(owner)
                .push(" has no such argument")
                .push("\nnote: after the first, each owned parameter of a completer is an argument that was filled in before")
                .push("\nhelp: in the completer, remove `")
                .push(context[at])
                .push("` or rename it to one of ");
            listed(text, arguments).fail();
        }
        at += 1;
    }
}

const fn listed(mut text: Text, names: &[&str]) -> Text {
    let mut at = 0;
    while at < names.len() {
        text = text.push(if at == 0 { "`" } else { ", `" }).push(names[at]).push("`");
        at += 1;
    }
    text
}

const fn contains(all: &[&str], one: &str) -> bool {
    let mut at = 0;
    while at < all.len() {
        if same(all[at], one) {
            return true;
        }
        at += 1;
    }
    false
}

/// What a completer takes and gives back.
pub trait CompleterSignature {
    /// The type of its first parameter.
    type Typed: TypedText;
    /// Its return type.
    type Reply: IntoCompletion;
}

/// What was typed so far, as a completer takes it.
#[diagnostic::on_unimplemented(
    message = "what was typed so far is text, and `{Self}` is not `String`",
    label = "take `String`",
    note = "the first owned parameter of a completer is what was typed; it is rarely a whole value yet"
)]
pub trait TypedText {
    /// From what was typed.
    fn typed(text: &str) -> Self;
}

impl TypedText for String {
    fn typed(text: &str) -> Self {
        text.to_owned()
    }
}

/// An argument that was filled in before, as a completer takes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no value for an argument that is not filled in yet",
    label = "take `Option<…>`",
    note = "after the first, each owned parameter of a completer is an argument that may have been filled in before"
)]
pub trait ContextValue {
    /// From what was filled in, if it was, and rightly.
    fn filled_in(text: Option<&str>) -> Self;
}

impl<T: FromText> ContextValue for Option<T> {
    fn filled_in(text: Option<&str>) -> Self {
        let mut unheard = Faults::default();
        text.and_then(|text| T::from_text(text, &T::Rule::default(), unheard.root()))
    }
}

/// What was typed, as the completer takes it.
pub fn typed<P: CompleterSignature, S>(call: &CompletionCall<'_, S>) -> P::Typed {
    P::Typed::typed(call.value)
}

/// An argument that was filled in before, as the completer takes it.
pub fn filled_in<T: ContextValue, S>(call: &CompletionCall<'_, S>, name: &str) -> T {
    T::filled_in(call.arguments.get(name))
}

/// Starts a completer: what the function returns becomes the suggestions.
pub fn start_completion<'a, P, F>(suggestions: F) -> Work<'a, Completion>
where
    P: CompleterSignature,
    P::Reply: 'a,
    F: Future<Output = P::Reply> + Send + 'a,
{
    Box::pin(async move { suggestions.await.into_completion() })
}
