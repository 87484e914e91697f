//! What can be wrong with the parts of a server.

use super::{CacheScope, Rate};
use crate::limit::RateLimit;
use std::collections::HashMap;
use std::fmt;
use taffrail_core::schema::SchemaFault;
use taffrail_core::{Definition, MAX_DESCRIPTION};

/// A server cannot be put together. Holds every reason, not only the first.
pub struct AssemblyError {
    faults: Vec<Fault>,
}

impl AssemblyError {
    pub(super) fn new(faults: Vec<Fault>) -> Self {
        Self { faults }
    }

    /// The reasons, at least one.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.faults {
            [fault] => write!(f, "the server cannot be assembled: {fault}"),
            faults => {
                write!(f, "the server cannot be assembled, for {} reasons:", faults.len())?;
                faults.iter().try_for_each(|fault| write!(f, "\n- {fault}"))
            }
        }
    }
}

/// As [`Display`](fmt::Display), because `main` shows errors this way.
impl fmt::Debug for AssemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for AssemblyError {}

/// One reason why a server cannot be put together.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// No name was set, and no tools were given that would bring their crate's.
    NoName,
    /// No version was set, and no tools were given that would bring their crate's.
    NoVersion,
    /// The set of tools is empty.
    NoTools,
    /// A tool's name has a length or a character that the protocol does not allow.
    ToolName(String),
    /// Two tools have names that differ in nothing but case.
    DuplicateTool(String, String),
    /// A tool has no description, by which a model would choose it.
    NoDescription {
        /// Its name.
        tool: String,
    },
    /// A tool's description is longer than clients keep.
    LongDescription {
        /// Its name.
        tool: String,
        /// How many characters the description has.
        characters: usize,
    },
    /// A hand-written input schema cannot be published.
    InputSchema {
        /// The tool's name.
        tool: String,
        /// What is wrong with it.
        fault: SchemaFault,
    },
    /// A hand-written output schema cannot be published.
    OutputSchema {
        /// The tool's name.
        tool: String,
        /// What is wrong with it.
        fault: SchemaFault,
    },
    /// A tool may run for no time at all.
    ZeroTimeout {
        /// Its name.
        tool: String,
    },
    /// Lists are public, and a tool is for callers with a scope only.
    PublicScopes {
        /// The tool's name.
        tool: String,
    },
    /// A bound of [`Limits`](crate::Limits) is zero, which would refuse everything.
    ZeroLimit(&'static str),
    /// The rate limit is not a positive number of calls.
    RateLimit(RateLimit),
    /// The rate limit was removed and no reason given.
    NoReason,
    /// A setting of the HTTP transport cannot work.
    #[cfg(feature = "http")]
    Http(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("it has no name; give it `.tools(tools![…])` or `.name(\"…\")`"),
            Self::NoVersion => f.write_str("it has no version; give it `.tools(tools![…])` or `.version(\"…\")`"),
            Self::NoTools => f.write_str("its set of tools is empty; name some in `tools![…]`, or leave `.tools(…)` out"),
            Self::ToolName(name) => {
                write!(f, "`{name}` cannot be the name of a tool; use 1 to 128 of the characters A-Z a-z 0-9 _ - .")
            }
            Self::DuplicateTool(first, second) if first == second => {
                write!(f, "two tools are called `{first}`; rename one of them")
            }
            Self::DuplicateTool(first, second) => {
                write!(f, "the tools `{first}` and `{second}` differ in nothing but case; rename one of them")
            }
            Self::NoDescription { tool } => {
                write!(f, "the tool `{tool}` has no description; say what it does, so that a model can choose it")
            }
            Self::LongDescription { tool, characters } => write!(
                f,
                "the description of the tool `{tool}` has {characters} characters, and clients cut at {MAX_DESCRIPTION}"
            ),
            Self::InputSchema { tool, fault } => write!(f, "the input schema of the tool `{tool}`: {fault}"),
            Self::OutputSchema { tool, fault } => write!(f, "the output schema of the tool `{tool}`: {fault}"),
            Self::ZeroTimeout { tool } => write!(f, "the timeout of the tool `{tool}` is zero"),
            Self::PublicScopes { tool } => write!(
                f,
                "lists are cached for everybody, but the tool `{tool}` is only for callers with a scope; \
                 use `CacheScope::Private`"
            ),
            Self::ZeroLimit(name) => write!(f, "the limit `{name}` is zero, which would refuse everything"),
            Self::RateLimit(limit) => {
                write!(f, "{limit:?} is no rate; both numbers must be greater than zero")
            }
            Self::NoReason => f.write_str("`no_rate_limit` needs a reason"),
            #[cfg(feature = "http")]
            Self::Http(fault) => f.write_str(fault),
        }
    }
}

/// The faults of the tools, each alone and among each other.
pub(super) fn of_tools<'a>(
    definitions: impl Iterator<Item = &'a Definition>,
    scope: CacheScope,
    faults: &mut Vec<Fault>,
) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for definition in definitions {
        of_tool(definition, faults);
        if scope == CacheScope::Public && !definition.scopes.is_empty() {
            faults.push(Fault::PublicScopes { tool: definition.name.clone().into_owned() });
        }
        if let Some(first) = seen.insert(definition.name.to_ascii_lowercase(), &definition.name) {
            faults.push(Fault::DuplicateTool(first.into(), definition.name.clone().into_owned()));
        }
    }
}

fn of_tool(definition: &Definition, faults: &mut Vec<Fault>) {
    let tool = || definition.name.clone().into_owned();
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    if !(1..=128).contains(&definition.name.len()) || !definition.name.bytes().all(legal) {
        faults.push(Fault::ToolName(tool()));
    }
    let characters = definition.description.chars().count();
    if definition.description.trim().is_empty() {
        faults.push(Fault::NoDescription { tool: tool() });
    } else if characters > MAX_DESCRIPTION {
        faults.push(Fault::LongDescription { tool: tool(), characters });
    }
    if let Err(fault) = definition.input.check_input() {
        faults.push(Fault::InputSchema { tool: tool(), fault });
    }
    if let Some(Err(fault)) = definition.output.as_ref().map(taffrail_core::schema::Schema::check_output) {
        faults.push(Fault::OutputSchema { tool: tool(), fault });
    }
    if definition.timeout.is_some_and(|timeout| timeout.is_zero()) {
        faults.push(Fault::ZeroTimeout { tool: tool() });
    }
}

/// The rate limit to apply, if any.
pub(super) fn rate(rate: Rate, faults: &mut Vec<Fault>) -> Option<RateLimit> {
    match rate {
        Rate::Limited(limit) => {
            if !limit.is_usable() {
                faults.push(Fault::RateLimit(limit));
            }
            Some(limit)
        }
        Rate::Unlimited { reason } => {
            if reason.trim().is_empty() {
                faults.push(Fault::NoReason);
            } else {
                tracing::info!(%reason, "calls are not rate limited");
            }
            None
        }
    }
}
