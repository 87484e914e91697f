//! From tools to a catalogue that can be asked quickly: everything that does not change between requests is
//! written once, here.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use taffrail_core::protocol::{PROTOCOL_VERSION, ResultWriter, write_definition};
use taffrail_core::{Definition, Failure, Identity, Tool, Tools};

use super::advice::{Advice, advise};
use super::check;
use super::mirror::MirroredParameter;
use super::{Inner, Service};
use crate::limit::{Gate, Limiter, Limits, Pass, RateLimit};
use crate::transport::Settings;

/// In which order `tools/list` shows the tools. Either way it is the same in every run and on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name.
    #[default]
    Name,
    /// As `tools![…]` names them.
    Declared,
}

/// Who may keep a list for others (*Caching > Cache Scope Field*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheScope {
    /// Any cache, for anyone: the list is the same for every caller.
    Public,
    /// Only the client that asked.
    Private,
}

/// How long, and for whom, clients may keep what `server/discover` and the lists say (*Caching*).
///
/// The default is five minutes for anyone, since the tools of a process do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    ttl: Duration,
    scope: CacheScope,
}

impl Cache {
    /// For some time; what does not fit into 2^53-1 milliseconds is brought down to that.
    #[must_use]
    pub const fn new(scope: CacheScope, ttl: Duration) -> Self {
        Self { ttl, scope }
    }

    fn members(self) -> String {
        const MOST: u128 = (1 << 53) - 1;
        let scope = match self.scope {
            CacheScope::Public => "public",
            CacheScope::Private => "private",
        };
        format!("\"ttlMs\":{},\"cacheScope\":\"{scope}\"", self.ttl.as_millis().min(MOST))
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(CacheScope::Public, Duration::from_secs(300))
    }
}

/// Everything a server is made of, before it is checked.
pub(crate) struct Assembly<S> {
    pub(crate) state: S,
    pub(crate) tools: Vec<Tools<S>>,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
    pub(crate) order: Order,
    pub(crate) cache: Cache,
    pub(crate) limits: Limits,
    pub(crate) rate: Option<RateLimit>,
    pub(crate) transports: Settings,
    /// What was wrong with settings when they were made.
    pub(crate) faults: Vec<String>,
}

/// Everything that keeps a server from starting, at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssemblyError {
    faults: Vec<String>,
}

impl AssemblyError {
    /// The faults, each a sentence.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().map(String::as_str)
    }
}

impl fmt::Display for AssemblyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server cannot start")?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl std::error::Error for AssemblyError {}

/// The tools of a server and what is written once about them.
pub(super) struct Catalogue<S> {
    /// In the order of the list.
    entries: Vec<Entry<S>>,
    /// Positions in `entries`, sorted by name.
    by_name: Vec<usize>,
    listing: String,
    discovery: String,
    results: ResultWriter,
    identity: ServerIdentity,
    calls: Gate,
    rate: Option<Limiter>,
}

/// A tool with its definition.
pub(super) struct Entry<S> {
    pub(super) tool: Box<dyn Tool<S>>,
    pub(super) definition: Definition,
    pub(super) mirrored: Vec<MirroredParameter>,
}

/// Who the server says it is.
#[derive(Clone, Debug)]
pub(crate) struct ServerIdentity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
}

impl<S: Send + Sync + 'static> Assembly<S> {
    pub(crate) fn new(state: S) -> Self {
        Self {
            state,
            tools: Vec::new(),
            name: None,
            version: None,
            title: None,
            instructions: None,
            order: Order::default(),
            cache: Cache::default(),
            limits: Limits::default(),
            rate: Some(RateLimit::default()),
            transports: Settings::default(),
            faults: Vec::new(),
        }
    }

    /// Checks everything and puts the service together.
    pub(crate) fn assemble(mut self) -> Result<Service<S>, AssemblyError> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(check::settings(&self.limits, self.rate));
        faults.extend(self.transports.faults());
        let identity = self.identity();
        let mut entries: Vec<Entry<S>> =
            self.tools.into_iter().flat_map(Tools::into_vec).map(Entry::new).collect();
        faults.extend(check::definitions(entries.iter().map(|entry| &entry.definition)));
        if self.order == Order::Name {
            entries.sort_by(|a, b| a.definition.name.cmp(&b.definition.name));
        }
        let catalogue = Catalogue::new(entries, identity, self.cache, &self.limits, self.rate);
        let catalogue = catalogue
            .map_err(|error| faults.push(format!("a definition cannot be written as JSON: {error}")));
        match catalogue {
            Ok(catalogue) if faults.is_empty() => {
                let inner =
                    Inner { state: self.state, catalogue, limits: self.limits, transports: self.transports };
                Ok(Service { inner: Arc::new(inner) })
            }
            _ => Err(AssemblyError { faults }),
        }
    }

    /// The caller's crate is the server, unless it says otherwise.
    fn identity(&self) -> ServerIdentity {
        let declared = self.tools.first().map(Tools::identity);
        let declared = declared.unwrap_or(Identity { name: "server", version: "0.0.0" });
        ServerIdentity {
            name: self.name.clone().unwrap_or_else(|| declared.name.into()),
            version: self.version.clone().unwrap_or_else(|| declared.version.into()),
            title: self.title.clone(),
            instructions: self.instructions.clone(),
        }
    }
}

impl<S: 'static> Entry<S> {
    fn new(tool: Box<dyn Tool<S>>) -> Self {
        let definition = tool.definition();
        let mirrored = MirroredParameter::all_of(&definition.input);
        Self { tool, definition, mirrored }
    }
}

impl<S: 'static> Catalogue<S> {
    fn new(
        entries: Vec<Entry<S>>,
        identity: ServerIdentity,
        cache: Cache,
        limits: &Limits,
        rate: Option<RateLimit>,
    ) -> serde_json::Result<Self> {
        let mut by_name: Vec<usize> = (0..entries.len()).collect();
        by_name.sort_by(|a, b| entries[*a].definition.name.cmp(&entries[*b].definition.name));
        let mut info = json!({"name": identity.name, "version": identity.version});
        if let Some(title) = &identity.title {
            info["title"] = title.as_str().into();
        }
        Ok(Self {
            listing: listing(&entries, cache)?,
            discovery: discovery(&identity, !entries.is_empty(), cache)?,
            results: ResultWriter::new(&info),
            calls: Gate::new(limits.concurrent_calls),
            rate: rate.map(|rate| Limiter::new(rate, entries.len())),
            entries,
            by_name,
            identity,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn entries(&self) -> &[Entry<S>] {
        &self.entries
    }

    pub(super) fn listing(&self) -> &str {
        &self.listing
    }

    pub(super) fn discovery(&self) -> &str {
        &self.discovery
    }

    pub(super) fn results(&self) -> &ResultWriter {
        &self.results
    }

    pub(super) fn identity(&self) -> &ServerIdentity {
        &self.identity
    }

    pub(super) fn mirrored_headers(&self) -> impl Iterator<Item = &str> {
        let names = self.entries.iter().flat_map(|entry| &entry.mirrored).map(MirroredParameter::short_name);
        names.collect::<BTreeSet<_>>().into_iter()
    }

    /// The tool of a name, and its position. Names differ in case too (TOOL-08).
    pub(super) fn find(&self, name: &str) -> Option<(usize, &Entry<S>)> {
        let found = self.by_name.binary_search_by(|at| (*self.entries[*at].definition.name).cmp(name));
        let index = *self.by_name.get(found.ok()?)?;
        Some((index, self.entries.get(index)?))
    }

    /// Lets a call in, or says that and when to come again.
    pub(super) fn admit(&self, index: usize) -> Result<Pass<'_>, Failure> {
        const SOON: Duration = Duration::from_secs(1);
        if let Some(Err(wait)) = self.rate.as_ref().map(|rate| rate.admit(index)) {
            return Err(Failure::transient("this tool is called too often").retry_after(wait));
        }
        self.calls.enter().ok_or_else(|| {
            let problem = format!("the server already runs {} calls, its limit", self.calls.most());
            Failure::transient(problem).retry_after(SOON)
        })
    }

    pub(super) fn advice(&self) -> Vec<Advice> {
        advise(self.entries.iter().map(|entry| &entry.definition))
    }
}

/// The members of the result of `tools/list`.
fn listing<S>(entries: &[Entry<S>], cache: Cache) -> serde_json::Result<String> {
    let mut out = b"\"tools\":[".to_vec();
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_definition(&mut out, &entry.definition)?;
    }
    out.extend_from_slice(b"],");
    out.extend_from_slice(cache.members().as_bytes());
    // serde_json writes UTF-8 only.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The members of the result of `server/discover`. Capabilities are what is served (DISC-05).
fn discovery(identity: &ServerIdentity, has_tools: bool, cache: Cache) -> serde_json::Result<String> {
    let capabilities = if has_tools { json!({"tools": {}}) } else { json!({}) };
    let instructions = match &identity.instructions {
        Some(instructions) => format!(",\"instructions\":{}", serde_json::to_string(instructions)?),
        None => String::new(),
    };
    let cache = cache.members();
    Ok(format!(
        "\"supportedVersions\":[\"{PROTOCOL_VERSION}\"],\"capabilities\":{capabilities},{cache}{instructions}"
    ))
}

impl<S> fmt::Debug for Assembly<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembly")
            .field("tools", &self.tools)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
