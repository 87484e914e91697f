//! Resources: what a client reads by its URI (*Resources*).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::{
    Annotations, Cache, Capability, Completion, CompletionCall, Context, Icon, Identity, Reading, Source,
    TextArguments, Violations, Work,
};

/// A resource, or a family of resources under a template of URIs, that a server with state `S` can serve.
///
/// `#[resource]` writes it. Implementing it by hand is the way to serve a resource whose URI is only known at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be served as a resource with the state `{S}`",
    label = "not a resource for this server",
    note = "`resources![…]` takes functions that carry `#[resource]`; every `&T` that one borrows needs `{S}: Provides<T>`"
)]
pub trait Resource<S>: Send + Sync + 'static {
    /// Its definition. Asked once, when the server is assembled.
    fn definition(&self) -> ResourceDefinition;

    /// Reads the variables of the URI and starts to read the resource.
    ///
    /// # Errors
    /// All variables that are not acceptable, together. The function has not run then.
    fn read<'a>(&'a self, call: ResourceCall<'a, S>) -> Result<Work<'a, Reading>, Violations>;

    /// Starts to complete a variable of the template; `None` when that has no suggestions.
    fn complete<'a>(&'a self, variable: &str, call: CompletionCall<'a, S>) -> Option<Work<'a, Completion>> {
        let (_, _) = (variable, call);
        None
    }
}

/// A resource that was asked for.
#[derive(Debug)]
pub struct ResourceCall<'a, S> {
    /// The server's state.
    pub state: &'a S,
    /// The request.
    pub context: &'a Context,
    /// The URI that was asked for, a valid one.
    pub uri: &'a str,
    /// The variables of the template, decoded once. Nothing else about them was checked.
    pub variables: &'a TextArguments<'a>,
}

impl<S> Clone for ResourceCall<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for ResourceCall<'_, S> {}

/// What `resources/list` or `resources/templates/list` says of a resource, and what the server needs to know before it reads.
#[derive(Clone, Debug)]
pub struct ResourceDefinition {
    /// The URI, or the template of URIs if it has variables. See [`UriTemplate`](crate::uri::UriTemplate).
    pub uri: Cow<'static, str>,
    /// The name for programs.
    pub name: Cow<'static, str>,
    /// The title for people.
    pub title: Cow<'static, str>,
    /// What it is.
    pub description: Cow<'static, str>,
    /// What it holds, if that is known; of a template, only if it is the same for all.
    pub mime_type: Option<Cow<'static, str>>,
    /// For whom it is, how important, and how old.
    pub annotations: Annotations,
    /// How many bytes it holds, before any encoding. Templates have none.
    pub size: Option<u64>,
    /// Pictures of it, for people.
    pub icons: Cow<'static, [Icon]>,
    /// How long clients may keep what it holds; [`Cache::NONE`] unless its author knows better.
    pub cache: Cache,
    /// The URIs and templates that are asked before this one where both match.
    pub after: Cow<'static, [Cow<'static, str>]>,
    /// The variables for which there are suggestions.
    pub completes: Cow<'static, [Cow<'static, str>]>,
    /// Client capabilities without which it cannot be read.
    pub needs: Cow<'static, [Capability]>,
    /// Scopes that a caller must hold.
    pub scopes: Cow<'static, [&'static str]>,
    /// Its own limit on time.
    pub timeout: Option<Duration>,
    /// Where it stands, if a macro wrote it.
    pub source: Option<Source>,
}

impl ResourceDefinition {
    /// A definition by URI, or by a template with variables; the other members can be set afterwards.
    ///
    /// ```
    /// use taffrail::ResourceDefinition;
    ///
    /// let mut definition = ResourceDefinition::new("notes://{id}", "note", "One note, as its author wrote it.");
    /// definition.mime_type = Some("text/markdown".into());
    /// assert!(definition.is_template());
    /// ```
    #[must_use]
    pub fn new(
        uri: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
    ) -> Self {
        let name = name.into();
        Self {
            uri: uri.into(),
            title: Cow::Owned(crate::description::in_words(&name)),
            name,
            description: description.into(),
            mime_type: None,
            annotations: Annotations::default(),
            size: None,
            icons: Cow::Borrowed(&[]),
            cache: Cache::NONE,
            after: Cow::Borrowed(&[]),
            completes: Cow::Borrowed(&[]),
            needs: Cow::Borrowed(&[]),
            scopes: Cow::Borrowed(&[]),
            timeout: None,
            source: None,
        }
    }

    /// Whether the URI has variables.
    #[must_use]
    pub fn is_template(&self) -> bool {
        self.uri.contains('{')
    }
}

/// Resources for a server with state `S`, in the order in which they were named. `resources![…]` makes it.
pub struct Resources<S> {
    identity: Identity,
    resources: Vec<Box<dyn Resource<S>>>,
}

impl<S> Resources<S> {
    /// No resources yet, declared by a crate.
    #[must_use]
    pub fn new(identity: Identity) -> Self {
        Self { identity, resources: Vec::new() }
    }

    /// Adds a resource. Resources made at run time are added this way; overlaps are found when the server is assembled.
    #[must_use]
    pub fn with(mut self, resource: impl Resource<S>) -> Self {
        self.resources.push(Box::new(resource));
        self
    }

    /// Whether there is no resource.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// The crate that declared the resources.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The same resources, each with the state that it borrows from: what a server of any state is made of.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use taffrail::Resources;
    /// # fn of_an_application(resources: Resources<String>) {
    /// let resources: Resources<()> = resources.with_state(&Arc::new("the state".to_owned()));
    /// # }
    /// ```
    #[must_use]
    pub fn with_state(self, state: &Arc<S>) -> Resources<()>
    where
        S: Send + Sync + 'static,
    {
        let with_state = |resource| -> Box<dyn Resource<()>> {
            Box::new(WithState { state: Arc::clone(state), resource })
        };
        Resources { identity: self.identity, resources: self.resources.into_iter().map(with_state).collect() }
    }

    /// The resources, in their order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Box<dyn Resource<S>>> {
        self.resources
    }
}

/// A resource and the state that it borrows from.
struct WithState<S> {
    state: Arc<S>,
    resource: Box<dyn Resource<S>>,
}

impl<S: Send + Sync + 'static> Resource<()> for WithState<S> {
    fn definition(&self) -> ResourceDefinition {
        self.resource.definition()
    }

    fn read<'a>(&'a self, call: ResourceCall<'a, ()>) -> Result<Work<'a, Reading>, Violations> {
        let ResourceCall { context, uri, variables, .. } = call;
        self.resource.read(ResourceCall { state: &*self.state, context, uri, variables })
    }

    fn complete<'a>(&'a self, variable: &str, call: CompletionCall<'a, ()>) -> Option<Work<'a, Completion>> {
        self.resource.complete(variable, call.with_state(&self.state))
    }
}

impl<S> fmt::Debug for Resources<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources")
            .field("identity", &self.identity)
            .field("count", &self.resources.len())
            .finish()
    }
}
