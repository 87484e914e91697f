//! What a tool is to the runtime: a definition and a call.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::schema::Schema;
use crate::{
    Capability, Consequences, Context, Effect, Icon, Refusal, Remark, Reply, Source, TaskSupport, Violations,
    Waiver,
};

/// A tool that a server with state `S` can serve.
///
/// `#[tool]` writes it. Implementing it by hand is the way to serve a tool whose definition is only
/// known at run time, or whose schema is written by hand ([`Schema::verbatim`]); such a tool validates
/// its arguments itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be served with the state `{S}`",
    label = "not a tool for this server",
    note = "every `&T` that the tool borrows needs `{S}: Provides<T>`; see `#[derive(Provides)]`"
)]
pub trait Tool<S>: Send + Sync + 'static {
    /// Its definition. Asked once, when the server is assembled.
    fn definition(&self) -> Definition;

    /// Reads the arguments and starts the call.
    ///
    /// # Errors
    /// All arguments that are not acceptable, together. The function has not run then.
    fn call<'a>(&'a self, call: Call<'a, S>) -> Result<Running<'a>, Violations>;
}

/// A call that has been accepted and not yet run.
#[derive(Debug)]
pub struct Call<'a, S> {
    /// The server's state.
    pub state: &'a S,
    /// The request.
    pub context: &'a Context,
    /// The arguments: the text of one JSON object, syntactically valid.
    pub arguments: &'a str,
}

impl<S> Clone for Call<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Call<'_, S> {}

/// A call on its way to its outcome.
pub type Running<'a> = Work<'a, Reply>;

/// Something on its way to a result of a kind: the reply of a tool or prompt, what a resource holds, suggestions.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = Result<T, Refusal>> + Send + 'a>>;

/// What `tools/list` says of a tool, and what the server needs to know before it runs.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name on the wire: 1 to 128 of `A-Z a-z 0-9 _ - .`.
    pub name: Cow<'static, str>,
    /// The title for people.
    pub title: Cow<'static, str>,
    /// The whole description, at most 2,048 characters.
    pub description: Cow<'static, str>,
    /// What the arguments are; an object.
    pub input: Schema,
    /// What the structured result is, if there is one.
    pub output: Option<Schema>,
    /// What it does to the world.
    pub effect: Effect,
    /// Whether a second identical call changes nothing more.
    pub idempotent: bool,
    /// Whether it touches only what the server itself keeps.
    pub closed_world: bool,
    /// Client capabilities without which it cannot run.
    pub needs: Cow<'static, [Capability]>,
    /// Client capabilities that it asks through where the client has them.
    pub uses: Cow<'static, [Capability]>,
    /// What it leaves behind, and what it takes to let it.
    pub consequences: Consequences,
    /// Whether a call of it may become a task, and when.
    pub task: Option<TaskSupport>,
    /// Scopes that a caller must hold.
    pub scopes: Cow<'static, [&'static str]>,
    /// Its own limit on the time of one call.
    pub timeout: Option<Duration>,
    /// Guardrails that were waived on it.
    pub waivers: Cow<'static, [Waiver]>,
    /// Pictures of it, for people.
    pub icons: Cow<'static, [Icon]>,
    /// What its source could do better, as far as macros could see.
    pub remarks: Cow<'static, [Remark]>,
    /// Where it stands, if a macro wrote it.
    pub source: Option<Source>,
}

impl Definition {
    /// A definition with nothing but what every tool has; the other members have the protocol's
    /// cautious values and can be set afterwards.
    ///
    /// ```
    /// use taffrail::{Definition, Effect, schema::Schema};
    ///
    /// let definition = Definition::new("ping", "Answers, so that a client can see that it is up.", Effect::Readonly, Schema::no_arguments());
    /// assert_eq!(definition.title, "Ping");
    /// ```
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        effect: Effect,
        input: Schema,
    ) -> Self {
        let name = name.into();
        let title = Cow::Owned(crate::description::in_words(&name));
        Self {
            name,
            title,
            description: description.into(),
            input,
            output: None,
            effect,
            idempotent: false,
            closed_world: false,
            needs: Cow::Borrowed(&[]),
            uses: Cow::Borrowed(&[]),
            consequences: Consequences::NONE,
            task: None,
            scopes: Cow::Borrowed(&[]),
            timeout: None,
            waivers: Cow::Borrowed(&[]),
            icons: Cow::Borrowed(&[]),
            remarks: Cow::Borrowed(&[]),
            source: None,
        }
    }

    /// Whether it may ask something of the user or the client while it runs.
    #[must_use]
    pub fn asks(&self) -> bool {
        !self.needs.is_empty() || !self.uses.is_empty()
    }
}
