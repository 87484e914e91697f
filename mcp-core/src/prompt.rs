//! Prompts: messages that a person picks by name (*Prompts*).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::{
    Capability, Completion, CompletionCall, Context, Icon, Identity, PromptReply, Source, TextArguments,
    Violations, Work,
};

/// A prompt that a server with state `S` can serve.
///
/// `#[prompt]` writes it. Implementing it by hand is the way to serve a prompt whose definition is only known at run time; such
/// a prompt reads its arguments itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be served as a prompt with the state `{S}`",
    label = "not a prompt for this server",
    note = "`prompts![…]` takes functions that carry `#[prompt]`; every `&T` that one borrows needs `{S}: Provides<T>`"
)]
pub trait Prompt<S>: Send + Sync + 'static {
    /// Its definition. Asked once, when the server is assembled.
    fn definition(&self) -> PromptDefinition;

    /// Reads the arguments and starts to write the messages.
    ///
    /// # Errors
    /// All arguments that are not acceptable, together. The function has not run then.
    fn get<'a>(&'a self, call: PromptCall<'a, S>) -> Result<Work<'a, PromptReply>, Violations>;

    /// Starts to complete an argument that the definition names; `None` when that has no suggestions.
    fn complete<'a>(&'a self, argument: &str, call: CompletionCall<'a, S>) -> Option<Work<'a, Completion>> {
        let (_, _) = (argument, call);
        None
    }
}

/// A prompt that was asked for.
#[derive(Debug)]
pub struct PromptCall<'a, S> {
    /// The server's state.
    pub state: &'a S,
    /// The request.
    pub context: &'a Context,
    /// The arguments. Their values are data: nothing in them is ever read as a template.
    pub arguments: &'a TextArguments<'a>,
}

impl<S> Clone for PromptCall<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for PromptCall<'_, S> {}

/// What `prompts/list` says of a prompt, and what the server needs to know before it runs.
#[derive(Clone, Debug)]
pub struct PromptDefinition {
    /// The name on the wire: 1 to 128 of `A-Z a-z 0-9 _ - .`.
    pub name: Cow<'static, str>,
    /// The title for people.
    pub title: Cow<'static, str>,
    /// What it is for.
    pub description: Cow<'static, str>,
    /// Its arguments, in order.
    pub arguments: Vec<PromptArgument>,
    /// Pictures of it, for people.
    pub icons: Cow<'static, [Icon]>,
    /// Client capabilities without which it cannot run.
    pub needs: Cow<'static, [Capability]>,
    /// Scopes that a caller must hold.
    pub scopes: Cow<'static, [&'static str]>,
    /// Its own limit on time.
    pub timeout: Option<Duration>,
    /// Where it stands, if a macro wrote it.
    pub source: Option<Source>,
}

/// An argument of a prompt. Its value is always text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArgument {
    /// The name on the wire.
    pub name: Cow<'static, str>,
    /// The title for people.
    pub title: Option<Cow<'static, str>>,
    /// What it is.
    pub description: Cow<'static, str>,
    /// Whether it must be given.
    pub required: bool,
    /// Whether the prompt has suggestions for it.
    pub completes: bool,
}

impl PromptDefinition {
    /// A definition of a prompt without arguments; the other members can be set afterwards.
    ///
    /// ```
    /// use taffrail::{PromptArgument, PromptDefinition};
    ///
    /// let mut definition = PromptDefinition::new("summarize_day", "Asks for a summary of one day.");
    /// definition.arguments.push(PromptArgument::new("day", "The day, for example \"2026-07-28\".").required());
    /// assert_eq!(definition.title, "Summarize day");
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        Self {
            title: Cow::Owned(crate::description::in_words(&name)),
            name,
            description: description.into(),
            arguments: Vec::new(),
            icons: Cow::Borrowed(&[]),
            needs: Cow::Borrowed(&[]),
            scopes: Cow::Borrowed(&[]),
            timeout: None,
            source: None,
        }
    }
}

impl PromptArgument {
    /// An argument that may be left out.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, description: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            required: false,
            completes: false,
        }
    }

    /// Says that it must be given.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Says that [`Prompt::complete`] has suggestions for it.
    #[must_use]
    pub fn completes(mut self) -> Self {
        self.completes = true;
        self
    }
}

/// Prompts for a server with state `S`, in the order in which they were named. `prompts![…]` makes it.
pub struct Prompts<S> {
    identity: Identity,
    prompts: Vec<Box<dyn Prompt<S>>>,
}

impl<S> Prompts<S> {
    /// No prompts yet, declared by a crate.
    #[must_use]
    pub fn new(identity: Identity) -> Self {
        Self { identity, prompts: Vec::new() }
    }

    /// Adds a prompt. Prompts made at run time are added this way; duplicates are found when the server is assembled.
    #[must_use]
    pub fn with(mut self, prompt: impl Prompt<S>) -> Self {
        self.prompts.push(Box::new(prompt));
        self
    }

    /// Whether there is no prompt.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty()
    }

    /// The crate that declared the prompts.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The same prompts, each with the state that it borrows from: what a server of any state is made of.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use taffrail::Prompts;
    /// # fn of_an_application(prompts: Prompts<String>) {
    /// let prompts: Prompts<()> = prompts.with_state(&Arc::new("the state".to_owned()));
    /// # }
    /// ```
    #[must_use]
    pub fn with_state(self, state: &Arc<S>) -> Prompts<()>
    where
        S: Send + Sync + 'static,
    {
        let with_state =
            |prompt| -> Box<dyn Prompt<()>> { Box::new(WithState { state: Arc::clone(state), prompt }) };
        Prompts { identity: self.identity, prompts: self.prompts.into_iter().map(with_state).collect() }
    }

    /// The prompts, in their order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Box<dyn Prompt<S>>> {
        self.prompts
    }
}

/// A prompt and the state that it borrows from.
struct WithState<S> {
    state: Arc<S>,
    prompt: Box<dyn Prompt<S>>,
}

impl<S: Send + Sync + 'static> Prompt<()> for WithState<S> {
    fn definition(&self) -> PromptDefinition {
        self.prompt.definition()
    }

    fn get<'a>(&'a self, call: PromptCall<'a, ()>) -> Result<Work<'a, PromptReply>, Violations> {
        let PromptCall { context, arguments, .. } = call;
        self.prompt.get(PromptCall { state: &*self.state, context, arguments })
    }

    fn complete<'a>(&'a self, argument: &str, call: CompletionCall<'a, ()>) -> Option<Work<'a, Completion>> {
        self.prompt.complete(argument, call.with_state(&self.state))
    }
}

impl<S> fmt::Debug for Prompts<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompts")
            .field("identity", &self.identity)
            .field("count", &self.prompts.len())
            .finish()
    }
}
