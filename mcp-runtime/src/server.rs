//! Putting a server together: its tools, its name, its bounds.

use crate::advice::ServerWaiver;
use crate::changes::Changes;
use crate::consent::ConsentStore;
use crate::dispatch::{Assembly, AssemblyError, Order, Service};
use crate::limit::{Limits, RateLimit};
use crate::registry::Registry;
use crate::seal::StateKey;
#[cfg(feature = "http")]
use crate::transport::http::HttpConfig;
use std::sync::Arc;
use std::time::Duration;
use taffrail_core::protocol::Change;
use taffrail_core::{Cache, Icon, Prompts, Resources, Tools};

/// A server that is being put together.
///
/// ```
/// use taffrail::prelude::*;
///
/// /// Returns the greeting of this house.
/// #[tool(readonly, closed_world)]
/// async fn greeting() -> &'static str {
///     "welcome"
/// }
///
/// let service = Server::new(()).tools(tools![greeting]).title("The house").build()?;
/// assert_eq!(service.definitions().count(), 1);
/// # Ok::<(), taffrail::AssemblyError>(())
/// ```
///
/// Everything that is wrong is told at once:
///
/// ```
/// # use taffrail::prelude::*;
/// # use taffrail::Limits;
/// # /// Returns the greeting of this house.
/// # #[tool(readonly, closed_world)]
/// # async fn greeting() -> &'static str { "welcome" }
/// let limits = Limits::default().connections(0).concurrent_calls(0);
/// let error = Server::new(()).tools(tools![greeting]).limits(limits).build().unwrap_err();
/// assert_eq!(error.faults().count(), 2, "{error}");
/// ```
#[derive(Debug)]
pub struct Server<S> {
    state: Arc<S>,
    pub(crate) assembly: Assembly,
}

impl<S: Send + Sync + 'static> Server<S> {
    /// A server around the state that its tools borrow from.
    pub fn new(state: S) -> Self {
        Self { state: Arc::new(state), assembly: Assembly::new() }
    }

    /// The tools, from `tools![…]`. Called again, it adds more; the name and version are those of the first.
    #[must_use]
    pub fn tools(mut self, tools: Tools<S>) -> Self {
        if tools.is_empty() {
            self.assembly
                .faults
                .push("a set of tools is empty; name some in `tools![…]`, or leave `.tools(…)` out".into());
        }
        self.assembly.tools.push(tools.with_state(&self.state));
        self
    }

    /// The prompts, from `prompts![…]`. Called again, it adds more.
    #[must_use]
    pub fn prompts(mut self, prompts: Prompts<S>) -> Self {
        if prompts.is_empty() {
            self.assembly.faults.push(
                "a set of prompts is empty; name some in `prompts![…]`, or leave `.prompts(…)` out".into(),
            );
        }
        self.assembly.prompts.push(prompts.with_state(&self.state));
        self
    }

    /// The resources, from `resources![…]`. Called again, it adds more.
    #[must_use]
    pub fn resources(mut self, resources: Resources<S>) -> Self {
        if resources.is_empty() {
            self.assembly.faults.push(
                "a set of resources is empty; name some in `resources![…]`, or leave `.resources(…)` out"
                    .into(),
            );
        }
        self.assembly.resources.push(resources.with_state(&self.state));
        self
    }

    /// The server's name. Default: that of the crate that wrote `tools![…]`.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.assembly.name = self.not_blank("name", name.into());
        self
    }

    /// The server's version. Default: that of the crate that wrote `tools![…]`.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.assembly.version = self.not_blank("version", version.into());
        self
    }

    /// The server's name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.assembly.title = self.not_blank("title", title.into());
        self
    }

    /// A picture of the server, for people. Called again, it adds another, for example for dark backgrounds.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.assembly.icons.push(icon);
        self
    }

    /// What a model should know about the server as a whole. What one tool does belongs into that tool's description.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.assembly.instructions = self.not_blank("instructions", instructions.into());
        self
    }

    /// Other bounds than the default ones.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.assembly.limits = limits;
        self
    }

    /// Another rate of calls than the default one.
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.assembly.rate = Some(limit);
        self
    }

    /// Lets tools be called as fast as a client can. The protocol wants calls to be limited, so this needs a reason; it is logged.
    #[must_use]
    pub fn no_rate_limit(mut self, reason: impl AsRef<str>) -> Self {
        let reason = reason.as_ref();
        if reason.trim().is_empty() {
            self.assembly.faults.push("`no_rate_limit` needs a reason".into());
        }
        tracing::info!(reason, "calls are not rate limited");
        self.assembly.rate = None;
        self
    }

    /// Waives a guardrail for the server as a whole, with a reason that a reviewer can judge. What concerns one tool is better
    /// waived on that tool: `#[tool(allow(guardrail_name, reason = "…"))]`.
    ///
    /// A name that no guardrail has, a reason that is none and a waiver that waives nothing keep the server from starting.
    ///
    /// ```
    /// # use taffrail::Server;
    /// let server = Server::new(()).allow("too_many_tools", "every tool is one scenario of a test suite");
    /// assert!(server.build().unwrap_err().to_string().contains("waives nothing"));
    /// ```
    #[must_use]
    pub fn allow(mut self, guardrail: impl Into<String>, reason: impl Into<String>) -> Self {
        self.assembly.waivers.push(ServerWaiver::new(guardrail.into(), reason.into()));
        self
    }

    /// How many tools, prompts or resources a page of a list has at most. Default: all on one page, which not every client asks
    /// beyond.
    #[must_use]
    pub fn page_size(mut self, items: usize) -> Self {
        self.assembly.paging.items = items;
        self
    }

    /// How many bytes the items of a page of a list have at most. Default 1 MiB. One item that is larger has a page of its own.
    #[must_use]
    pub fn page_bytes(mut self, bytes: usize) -> Self {
        self.assembly.paging.bytes = bytes;
        self
    }

    /// Declares what clients may listen for, and with which handle the program tells them of it (*Subscriptions*).
    ///
    /// Only what is declared here is told, and `listChanged` and `subscribe` are declared for nothing else. Called again with
    /// the same handle, it declares more.
    ///
    /// ```
    /// use taffrail::{Change, Changes, Server};
    /// # use taffrail::{Identity, Resources};
    ///
    /// struct State {
    ///     changes: Changes,
    /// }
    ///
    /// # fn server(notes: Resources<State>) -> Server<State> {
    /// let changes = Changes::new();
    /// Server::new(State { changes: changes.clone() })
    ///     .resources(notes)
    ///     .notifies(&changes, [Change::Contents])
    /// # }
    /// ```
    #[must_use]
    pub fn notifies(mut self, changes: &Changes, what: impl IntoIterator<Item = Change>) -> Self {
        let known = self.assembly.changes.get_or_insert_with(|| changes.clone());
        if !known.is(changes) {
            self.assembly.faults.push("`notifies` was called with two handles; clone one of them".into());
        }
        self.assembly.announced.extend(what);
        self
    }

    /// The handle that tells clients of changes. What it may tell is declared with [`notifies`](Self::notifies).
    #[must_use]
    pub fn changes(&mut self) -> Changes {
        self.assembly.changes.get_or_insert_default().clone()
    }

    /// Lets tools come and go while the server runs: the registry's are served beside those of [`tools`](Self::tools). Declares
    /// `listChanged`.
    #[must_use]
    pub fn changing_tools(self, registry: &Registry<S>) -> Self {
        self.changing(registry, Change::Tools)
    }

    /// As [`changing_tools`](Self::changing_tools), for prompts.
    #[must_use]
    pub fn changing_prompts(self, registry: &Registry<S>) -> Self {
        self.changing(registry, Change::Prompts)
    }

    /// As [`changing_tools`](Self::changing_tools), for resources and templates.
    #[must_use]
    pub fn changing_resources(self, registry: &Registry<S>) -> Self {
        self.changing(registry, Change::Resources)
    }

    fn changing(mut self, registry: &Registry<S>, change: Change) -> Self {
        match &self.assembly.registry {
            Some(known) if !known.has(registry.shelf()) => {
                self.assembly.faults.push("the server was given two registries; one holds everything".into());
            }
            Some(_) => {}
            None => self.assembly.registry = Some(Box::new((registry.clone(), Arc::clone(&self.state)))),
        }
        self.assembly.changing.push(change);
        self.assembly.announced.push(change);
        self
    }

    /// Whether clients of earlier revisions (2025-11-25 and 2025-06-18), which begin with `initialize`, are served too. Default: they
    /// are, by the same tools, on the same process and endpoint, and clients of the current revision notice nothing of it.
    ///
    /// Over HTTP such a client has a session, which lives in this process: instances behind a balancer need to keep it where it
    /// began. [`Limits::sessions`] and [`Limits::session_idle`] bound them.
    ///
    /// ```
    /// # let server = taffrail::Server::new(());
    /// let service = server.legacy_clients(false).build()?;
    /// # Ok::<(), taffrail::AssemblyError>(())
    /// ```
    #[must_use]
    pub fn legacy_clients(mut self, served: bool) -> Self {
        self.assembly.legacy = served;
        self
    }

    /// Says that tools, prompts and resources may send log messages to clients, with `Context::log`: declares `logging`.
    ///
    /// Clients of the current revision get those that they ask for in each request, at most as many as [`Limits::log_rate`]
    /// says; earlier ones get those from `info` on until they ask for others.
    #[cfg(feature = "logging")]
    #[deprecated(
        note = "logging to clients is deprecated since 2026-07-28; log with `tracing`, which goes to stderr and wherever a subscriber sends it"
    )]
    #[must_use]
    pub fn client_logging(mut self) -> Self {
        self.assembly.client_logging = true;
        self
    }

    /// The order of lists.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.assembly.order = order;
        self
    }

    /// How long, and for whom, clients may keep lists. Default: five minutes, for anyone; those that a [`Registry`] changes are not kept
    /// at all.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.assembly.cache = Some(cache);
        self
    }

    /// The key that seals what clients keep between the rounds of a call that asks for input. All instances of a server
    /// have the same one, so that an answer is good wherever it arrives (*Multi Round-Trip Requests*).
    ///
    /// Without it each process makes its own, which is enough on stdio. Over HTTP a server whose tools ask does not start
    /// without a key, unless it is told that it is the [only instance](Self::single_instance).
    #[must_use]
    pub fn state_key(mut self, key: StateKey) -> Self {
        self.assembly.input.keys.insert(0, key);
        self
    }

    /// A key that was used before: what it has sealed is still accepted, nothing new is sealed with it. To change the key,
    /// make the old one this, and leave it for as long as [`state_ttl`](Self::state_ttl).
    #[must_use]
    pub fn previous_state_key(mut self, key: StateKey) -> Self {
        self.assembly.input.old_keys.push(key);
        self
    }

    /// Says that this process is the only instance of the server: no key and no store need to be shared.
    #[must_use]
    pub fn single_instance(mut self) -> Self {
        self.assembly.input.single_instance = true;
        self
    }

    /// How long an answer is good for after its question. Default 15 minutes, at most 24 hours.
    #[must_use]
    pub fn state_ttl(mut self, ttl: Duration) -> Self {
        self.assembly.input.ttl = ttl;
        self
    }

    /// Where instances share which confirmations were used, so that none is used twice.
    #[must_use]
    pub fn consent_store(mut self, store: impl ConsentStore) -> Self {
        self.assembly.input.store = Some(Arc::new(store));
        self
    }

    /// Settings of the HTTP transport.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn http(mut self, config: HttpConfig) -> Self {
        self.assembly.transports.http = config;
        self
    }

    /// Checks all parts and puts them together.
    ///
    /// # Errors
    /// All faults at once: those of run-time tools (macros have found theirs at compile time), of names, bounds and settings.
    pub fn build(self) -> Result<Service, AssemblyError> {
        self.into_assembly().assemble()
    }

    /// All its parts, which know their state, so that what follows is compiled once and not for each state.
    pub(crate) fn into_assembly(self) -> Assembly {
        self.assembly
    }

    fn not_blank(&mut self, what: &str, text: String) -> Option<String> {
        if text.trim().is_empty() {
            self.assembly.faults.push(format!("the server's {what} is blank"));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_are_told_at_once() {
        let server = Server::new(())
            .name(" ")
            .no_rate_limit("")
            .limits(Limits::default().call_time(std::time::Duration::ZERO));
        #[cfg(feature = "http")]
        let server = server.http(HttpConfig::default().allow_origin("example.com"));
        let error = server.build().unwrap_err();
        let faults = error.faults().collect::<Vec<_>>().join("\n");
        assert!(faults.contains("name is blank"), "{faults}");
        assert!(faults.contains("`no_rate_limit` needs a reason"), "{faults}");
        assert!(faults.contains("`call_time` is zero"), "{faults}");
        #[cfg(feature = "http")]
        assert!(faults.contains("`example.com` is not an origin"), "{faults}");
    }

    #[test]
    fn a_server_without_tools_is_a_server() {
        assert!(Server::new(()).build().is_ok());
    }
}
