//! How an expansion tells what a prompt states, takes and gives, and what is then done with it.

use std::future::Future;
use std::time::Duration;

use super::text::{Seen, Text, same_ignoring_case};
use super::{Cow, Icon, Source, place};
use crate::{Capability, IntoPrompt, PromptArgument, PromptDefinition, PromptReply, Provides, Work};

/// A type that `#[prompt]` made.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "not a `#[prompt]` function",
    note = "`prompts![…]` takes paths to functions that carry `#[prompt]`; a tool goes into `tools![…]`, a resource into `resources![…]`"
)]
pub trait DeclaredPrompt {
    /// Everything that is known at compile time.
    const DECLARATION: PromptDeclaration;
}

/// Everything that `#[prompt(…)]` states.
#[derive(Clone, Copy, Debug)]
pub struct PromptDeclaration {
    /// The name on the wire.
    pub name: &'static str,
    /// The title for people; `None` means the name in words.
    pub title: Option<&'static str>,
    /// The doc comment.
    pub what: &'static str,
    /// Pictures of it.
    pub icons: &'static [Icon],
    /// Client capabilities without which it cannot run.
    pub needs: &'static [Capability],
    /// Scopes that a caller must hold.
    pub scopes: &'static [&'static str],
    /// Its own limit on time, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// Where it stands.
    pub source: Source,
}

/// What a prompt is and gives back.
pub trait PromptSignature {
    /// The prompt.
    type Prompt: DeclaredPrompt;
    /// Its return type.
    type Reply: IntoPrompt;
}

/// The definition of a prompt.
#[must_use]
pub fn define_prompt<P: PromptSignature>(arguments: Vec<PromptArgument>) -> PromptDefinition {
    let declaration = <P::Prompt as DeclaredPrompt>::DECLARATION;
    let mut definition = PromptDefinition::new(declaration.name, declaration.what);
    if let Some(title) = declaration.title {
        definition.title = Cow::Borrowed(title);
    }
    definition.arguments = arguments;
    definition.icons = Cow::Borrowed(declaration.icons);
    definition.needs = Cow::Borrowed(declaration.needs);
    definition.scopes = Cow::Borrowed(declaration.scopes);
    definition.timeout = declaration.timeout_ms.map(Duration::from_millis);
    definition.source = Some(declaration.source);
    definition
}

/// Starts a prompt: what the function returns becomes its messages.
pub fn start_prompt<'a, P, F>(messages: F) -> Work<'a, PromptReply>
where
    P: PromptSignature,
    P::Reply: 'a,
    F: Future<Output = P::Reply> + Send + 'a,
{
    Box::pin(async move { messages.await.into_prompt() })
}

/// Lends a borrowed parameter from the server's state.
pub fn lend<'a, T: ?Sized, S: Provides<T>>(state: &'a S, context: &'a crate::Context) -> &'a T {
    state.provide(context)
}

/// The declaration of a prompt that is at hand as a value, as `prompts![…]` has it.
pub const fn prompt_declaration<T: DeclaredPrompt>(_: &T) -> PromptDeclaration {
    T::DECLARATION
}

/// Checks the set of prompts of one `prompts![…]`: names are unique in a server, ignoring ASCII case.
///
/// # Panics
/// In const evaluation, when they are not.
#[track_caller]
pub const fn check_prompts(prompts: &[PromptDeclaration]) {
    let (mut at, mut seen) = (0, Seen::new());
    while at < prompts.len() {
        let mut earlier = if seen.note(prompts[at].name) { 0 } else { at };
        while earlier < at {
            let (a, b) = (&prompts[earlier], &prompts[at]);
            if same_ignoring_case(a.name, b.name) {
                let text = Text::new().push("duplicate prompt name `").push(b.name).push("`");
                let text = place(
                    place(text, "\nnote: one is in ", &a.source),
                    "\nnote: the other is in ",
                    &b.source,
                );
                text.push("\nhelp: give one of them another name: `#[prompt(name = \"…\")]`").fail();
            }
            earlier += 1;
        }
        at += 1;
    }
}

/// What stands in for the declaration of a prompt that has a fault, so that nothing else is reported about it.
#[must_use]
pub const fn recovered_prompt(name: &'static str) -> PromptDeclaration {
    PromptDeclaration {
        name,
        title: None,
        what: "",
        icons: &[],
        needs: &[],
        scopes: &[],
        timeout_ms: None,
        source: Source { module: "", file: "", line: 0 },
    }
}
