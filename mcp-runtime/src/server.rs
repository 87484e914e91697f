//! Assembling a server: its tools, its name, its bounds; all faults are found at once.

mod faults;

pub use faults::{AssemblyError, Fault};

use crate::dispatch::Service;
use crate::limit::{Limits, RateLimit};
#[cfg(feature = "http")]
use crate::transport::http::HttpConfig;
use std::borrow::Cow;
use std::time::Duration;
use taffrail_core::{Definition, Identity, Tool, Tools};

/// A server that is being put together.
///
/// ```
/// use taffrail_core::{Identity, Tools};
/// use taffrail_runtime::{Limits, Server};
///
/// let nothing = Tools::<()>::new(Identity { name: "example", version: "1.0.0" });
/// let error = Server::new(()).tools(nothing).limits(Limits::default().connections(0)).build().unwrap_err();
/// assert_eq!(error.faults().len(), 2, "{error}");
/// ```
#[derive(Debug)]
pub struct Server<S> {
    pub(crate) state: S,
    pub(crate) tools: Option<Tools<S>>,
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) version: Option<Cow<'static, str>>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) instructions: Option<Cow<'static, str>>,
    pub(crate) limits: Limits,
    pub(crate) rate: Rate,
    pub(crate) order: Order,
    pub(crate) cache: Cache,
    #[cfg(feature = "http")]
    pub(crate) http: HttpConfig,
}

/// Whether calls are spaced.
#[derive(Debug)]
pub(crate) enum Rate {
    Limited(RateLimit),
    Unlimited { reason: Cow<'static, str> },
}

/// The order of `tools/list`. Always the same for the same definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Order {
    /// By name, so that moving code does not change what clients see.
    #[default]
    Name,
    /// As in `tools![…]`: the first tools are the ones that a model should think of first.
    Declared,
}

/// How long, and by whom, lists may be kept (spec: server/utilities/caching).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cache {
    /// For how long a client need not ask again; whole milliseconds are sent.
    pub ttl: Duration,
    /// Who may keep it.
    pub scope: CacheScope,
}

/// Who may keep a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheScope {
    /// Any cache, for everybody.
    Public,
    /// Only a cache of the caller's own.
    Private,
}

impl Default for Cache {
    /// One minute, private.
    fn default() -> Self {
        Self { ttl: Duration::from_secs(60), scope: CacheScope::Private }
    }
}

/// A server whose parts have been checked.
pub(crate) struct Assembly<S> {
    pub(crate) state: S,
    /// In the order of `tools/list`.
    pub(crate) tools: Vec<(Definition, Box<dyn Tool<S>>)>,
    pub(crate) about: About,
    pub(crate) limits: Limits,
    pub(crate) rate: Option<RateLimit>,
    pub(crate) cache: Cache,
    #[cfg(feature = "http")]
    pub(crate) http: HttpConfig,
}

/// What a server says of itself.
#[derive(Debug, Clone)]
pub(crate) struct About {
    pub(crate) name: Cow<'static, str>,
    pub(crate) version: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) instructions: Option<Cow<'static, str>>,
}

impl<S: Send + Sync + 'static> Server<S> {
    /// A server around the state that its tools borrow from.
    pub fn new(state: S) -> Self {
        Self {
            state,
            tools: None,
            name: None,
            version: None,
            title: None,
            instructions: None,
            limits: Limits::default(),
            rate: Rate::Limited(RateLimit::default()),
            order: Order::default(),
            cache: Cache::default(),
            #[cfg(feature = "http")]
            http: HttpConfig::default(),
        }
    }

    /// The tools, from `tools![…]`. Called again, it adds more; the name and version are those of the first.
    #[must_use]
    pub fn tools(mut self, tools: Tools<S>) -> Self {
        self.tools = Some(match self.tools {
            None => tools,
            Some(first) => tools.into_vec().into_iter().fold(first, Tools::with_boxed),
        });
        self
    }

    /// The server's name. Default: that of the crate that wrote `tools![…]`.
    #[must_use]
    pub fn name(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The server's version. Default: that of the crate that wrote `tools![…]`.
    #[must_use]
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// The server's name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What a model should know about the server as a whole. What one tool does belongs into that tool's description.
    #[must_use]
    pub fn instructions(mut self, instructions: impl Into<Cow<'static, str>>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Other bounds than the default ones.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Another rate of calls than the default one (REQUIREMENTS TOOL-32).
    #[must_use]
    pub fn rate_limit(mut self, limit: RateLimit) -> Self {
        self.rate = Rate::Limited(limit);
        self
    }

    /// Lets tools be called as fast as a client can. The protocol wants calls to be limited, so this needs a reason; it is logged.
    #[must_use]
    pub fn no_rate_limit(mut self, reason: impl Into<Cow<'static, str>>) -> Self {
        self.rate = Rate::Unlimited { reason: reason.into() };
        self
    }

    /// The order of `tools/list`.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// How long clients may keep lists.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }

    /// Settings of the HTTP transport.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn http(mut self, config: HttpConfig) -> Self {
        self.http = config;
        self
    }

    /// Checks all parts and puts them together.
    ///
    /// # Errors
    /// All faults at once: those of run-time tools (macros have found theirs at compile time), of names, bounds and settings.
    pub fn build(self) -> Result<Service<S>, AssemblyError> {
        Ok(Service::assemble(self.checked()?))
    }

    fn checked(self) -> Result<Assembly<S>, AssemblyError> {
        let (identity, tools) = match self.tools {
            Some(tools) => (Some(tools.identity()), Some(tools.into_vec())),
            None => (None, None),
        };
        let mut faults = Vec::new();
        let about = About {
            name: named(self.name, identity, |identity| identity.name, Fault::NoName, &mut faults),
            version: named(self.version, identity, |identity| identity.version, Fault::NoVersion, &mut faults),
            title: self.title,
            instructions: self.instructions,
        };
        if tools.as_ref().is_some_and(Vec::is_empty) {
            faults.push(Fault::NoTools);
        }
        let mut tools: Vec<_> =
            tools.unwrap_or_default().into_iter().map(|tool| (tool.definition(), tool)).collect();
        faults::of_tools(tools.iter().map(|(definition, _)| definition), self.cache.scope, &mut faults);
        if self.order == Order::Name {
            tools.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        }
        faults.extend(self.limits.faults().map(Fault::ZeroLimit));
        let rate = faults::rate(self.rate, &mut faults);
        #[cfg(feature = "http")]
        faults.extend(self.http.faults().into_iter().map(Fault::Http));
        if !faults.is_empty() {
            return Err(AssemblyError::new(faults));
        }
        Ok(Assembly {
            state: self.state,
            tools,
            about,
            limits: self.limits,
            rate,
            cache: self.cache,
            #[cfg(feature = "http")]
            http: self.http,
        })
    }
}

/// What was said, or else what the crate is called; neither may be blank.
fn named(
    said: Option<Cow<'static, str>>,
    identity: Option<Identity>,
    of_crate: fn(Identity) -> &'static str,
    fault: Fault,
    faults: &mut Vec<Fault>,
) -> Cow<'static, str> {
    let name = said.or_else(|| identity.map(|identity| of_crate(identity).into())).unwrap_or_default();
    if name.trim().is_empty() {
        faults.push(fault);
    }
    name
}
