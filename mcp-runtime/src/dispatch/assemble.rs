//! From tools to a catalogue that can be asked quickly: everything that does not change between requests is
//! made once, here; only the lists of tools wait until somebody asks for them.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use taffrail_core::protocol::{Change, ResultWriter, key, object, supported_versions};
use taffrail_core::schema::Schema;
use taffrail_core::{
    Cache, CacheScope, Capability, Definition, Failure, Icon, Identity, Prompts, Resources, Tool, Tools,
};

use super::check;
use super::contents::Contents;
use super::envelope::Envelope;
use super::legacy::LegacyTexts;
use super::listen::Listening;
use super::listing::{Listing, Paging};
use super::live::Live;
use super::mirror::MirroredParameter;
use super::prompts::PromptCatalogue;
use super::resources::ResourceCatalogue;
use super::tasks::{Offer, is_task_only};
use super::tool_lists::ToolLists;
use super::{Inner, Service};
use crate::advice::{AdviceList, ServerWaiver, Subject, advise, idle};
use crate::changes::Changes;
use crate::limit::{Gate, Limiter, Limits, Pass, RateLimit};
use crate::order::{positions, sort};
use crate::registry::Changing;
use crate::round::{InputSettings, Sealing};
use crate::transport::Settings;

/// In which order lists show tools, prompts and resources. Either way it is the same in every run and on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name; resources by URI.
    #[default]
    Name,
    /// As `tools![…]`, `prompts![…]` and `resources![…]` name them.
    Declared,
}

/// Everything a server is made of, before it is checked.
pub(crate) struct Assembly {
    pub(crate) tools: Vec<Tools<()>>,
    pub(crate) prompts: Vec<Prompts<()>>,
    pub(crate) resources: Vec<Resources<()>>,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
    pub(crate) order: Order,
    pub(crate) icons: Vec<Icon>,
    /// How long lists may be kept, if it was said.
    pub(crate) cache: Option<Cache>,
    pub(crate) paging: Paging,
    pub(crate) limits: Limits,
    pub(crate) rate: Option<RateLimit>,
    pub(crate) transports: Settings,
    /// What clients can listen for, once the server has been given something to announce it with.
    pub(crate) changes: Option<Changes>,
    pub(crate) announced: Vec<Change>,
    /// Guardrails that are waived for the server as a whole.
    pub(crate) waivers: Vec<ServerWaiver>,
    /// What comes and goes while the server runs, and of which kinds it may be.
    pub(crate) registry: Option<Box<dyn Changing>>,
    pub(crate) changing: Vec<Change>,
    pub(crate) legacy: bool,
    /// Log messages may go to clients.
    pub(crate) client_logging: bool,
    pub(crate) input: InputSettings,
    pub(crate) tasks: Offer,
    /// What was wrong with settings when they were made.
    pub(crate) faults: Vec<String>,
}

/// Everything that keeps a server from starting, at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssemblyError {
    faults: Vec<String>,
}

impl AssemblyError {
    pub(crate) fn one(fault: impl Into<String>) -> Self {
        Self { faults: vec![fault.into()] }
    }

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

/// The tools of a server and what is written once about them, with its prompts and resources.
pub(super) struct Catalogue {
    /// In the order of the list.
    entries: Vec<Entry>,
    /// Positions in `entries`, sorted by name.
    by_name: Vec<usize>,
    lists: ToolLists,
    prompts: PromptCatalogue,
    resources: ResourceCatalogue,
    discovery: String,
    results: ResultWriter,
    /// As `results`, with the server's icons, which would be too much for every answer.
    introduction: ResultWriter,
    identity: ServerIdentity,
    waivers: Vec<ServerWaiver>,
    calls: Arc<Gate>,
    announced: Vec<Change>,
    client_logging: bool,
    /// `None` when clients of earlier revisions are not served.
    legacy: Option<LegacyTexts>,
    rate: Option<Limiter>,
}

/// A tool with its definition.
pub(super) struct Entry {
    pub(super) tool: Box<dyn Tool<()>>,
    pub(super) definition: Definition,
    pub(super) mirrored: Vec<MirroredParameter>,
    /// Its structured result is an object, by its schema.
    pub(super) gives_object: bool,
    /// All that a client must declare to call it.
    pub(super) needs: Vec<Capability>,
}

/// Who the server says it is.
#[derive(Clone, Debug)]
pub(crate) struct ServerIdentity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
    pub(crate) icons: Vec<Icon>,
}

impl Assembly {
    pub(crate) fn new() -> Self {
        Self {
            tools: Vec::new(),
            prompts: Vec::new(),
            resources: Vec::new(),
            name: None,
            version: None,
            title: None,
            instructions: None,
            order: Order::default(),
            icons: Vec::new(),
            cache: None,
            paging: Paging::default(),
            limits: Limits::default(),
            rate: Some(RateLimit::default()),
            transports: Settings::default(),
            changes: None,
            announced: Vec::new(),
            waivers: Vec::new(),
            registry: None,
            changing: Vec::new(),
            legacy: true,
            client_logging: false,
            input: InputSettings::default(),
            tasks: Offer::none(),
            faults: Vec::new(),
        }
    }

    /// Checks everything and puts the service together.
    pub(crate) fn assemble(mut self) -> Result<Service, AssemblyError> {
        if let Some(registry) = self.registry.take() {
            return registry.start(self);
        }
        let identity = self.identity();
        let (inner, _) = self.assemble_as(identity)?;
        Ok(Service { inner: Arc::new(inner), live: None })
    }

    /// As [`assemble`](Self::assemble), for a server whose lists change, with what its registry holds by now. `state` is kept for what
    /// the registry adds later.
    pub(crate) fn assemble_live(
        mut self,
        state: Arc<dyn Any + Send + Sync>,
        held: &Contents<()>,
    ) -> Result<Service, AssemblyError> {
        let identity = self.identity();
        let fixed = Contents::take(&mut self);
        Live::start(self, identity, fixed, held, state)
    }

    /// Checks everything and puts the first generation together; gives what the next one is made with.
    pub(super) fn assemble_as(mut self, identity: ServerIdentity) -> Result<(Inner, Self), AssemblyError> {
        let mut faults = std::mem::take(&mut self.faults);
        faults.extend(check::settings(&self.limits, self.rate));
        faults.extend(check::paging(self.paging));
        faults.extend(self.transports.faults());
        faults.extend(self.input.faults());
        faults.extend(self.tasks.faults());
        faults.extend(self.icons.iter().filter_map(|icon| icon.check().err()));
        let catalogue = self.catalogue(identity, &mut faults);
        if !faults.is_empty() {
            return Err(AssemblyError { faults });
        }
        let listening = Listening {
            changes: self.changes.take().unwrap_or_default(),
            kinds: self.announced.clone(),
            gate: Arc::new(Gate::new(self.limits.subscriptions)),
        };
        let sealing = Sealing::new(self.input.clone());
        let inner = Inner {
            catalogue,
            listening: Arc::new(listening),
            limits: self.limits.clone(),
            sealing,
            desk: self.tasks.desk(),
            transports: Arc::new(std::mem::take(&mut self.transports)),
        };
        Ok((inner, self))
    }

    pub(super) fn catalogue(&mut self, identity: ServerIdentity, faults: &mut Vec<String>) -> Catalogue {
        let (order, paging) = (self.order, self.paging);
        let tools = std::mem::take(&mut self.tools).into_iter().flat_map(Tools::into_vec);
        let mut entries: Vec<Entry> = tools.map(Entry::new).collect();
        faults.extend(check::definitions(&definitions(&entries)));
        // What waives nothing among tools that come and go may waive something tomorrow.
        if self.changing.is_empty() {
            faults.extend(idle(subject(&definitions(&entries), &identity, &self.waivers)));
        }
        if order == Order::Name {
            sort(&mut entries, |entry| &entry.definition.name);
        }
        let prompts = std::mem::take(&mut self.prompts).into_iter().flat_map(Prompts::into_vec);
        let prompts = PromptCatalogue::new(prompts, order, paging, self.cache_of(Change::Prompts));
        faults.extend(prompts.faults());
        let resources = std::mem::take(&mut self.resources).into_iter().flat_map(Resources::into_vec);
        let resources = ResourceCatalogue::new(resources, order, paging, self.cache_of(Change::Resources));
        faults.extend(resources.faults());
        let served = [
            (Change::Tools, entries.len(), "tools"),
            (Change::Prompts, prompts.len(), "prompts"),
            (Change::Resources, resources.len(), "resources"),
            (Change::Contents, resources.len(), "resources"),
        ];
        for (change, count, what) in served {
            if count == 0 && self.announced.contains(&change) && !self.changing.contains(&change) {
                faults.push(format!("`Change::{change:?}` is announced, but the server has no {what}"));
            }
        }
        self.tasks.consider(&entries, faults);
        Catalogue::new(Parts { entries, prompts, resources, identity }, self)
    }

    /// The caller's crate is the server, unless it says otherwise.
    fn identity(&self) -> ServerIdentity {
        let declared = self.tools.first().map(Tools::identity);
        let declared = declared.or_else(|| self.prompts.first().map(Prompts::identity));
        let declared = declared.or_else(|| self.resources.first().map(Resources::identity));
        let declared = declared.unwrap_or(Identity { name: "server", version: "0.0.0" });
        ServerIdentity {
            name: self.name.clone().unwrap_or_else(|| declared.name.into()),
            version: self.version.clone().unwrap_or_else(|| declared.version.into()),
            title: self.title.clone(),
            instructions: self.instructions.clone(),
            icons: self.icons.clone(),
        }
    }
}

impl Assembly {
    /// How long a list may be kept (CACHE-08). One that may be another in a moment is not kept unless its author says so: only who
    /// listens is told of the change.
    fn cache_of(&self, change: Change) -> Cache {
        let by_itself = if self.changing.contains(&change) {
            Cache::new(CacheScope::Public, Duration::ZERO)
        } else {
            Cache::default()
        };
        self.cache.unwrap_or(by_itself)
    }
}

/// What a catalogue is made of.
struct Parts {
    entries: Vec<Entry>,
    prompts: PromptCatalogue,
    resources: ResourceCatalogue,
    identity: ServerIdentity,
}

impl Entry {
    /// Whether it is for clients that take tasks, and for no others.
    pub(super) fn is_task_only(&self) -> bool {
        is_task_only(&self.definition)
    }
}

impl Entry {
    fn new(tool: Box<dyn Tool<()>>) -> Self {
        let definition = tool.definition();
        let mirrored = MirroredParameter::all_of(&definition.input);
        let gives_object = definition.output.as_ref().is_some_and(Schema::is_object);
        let mut needs = definition.needs.to_vec();
        if is_task_only(&definition) {
            needs.push(Capability::Tasks);
        }
        Self { tool, definition, mirrored, gives_object, needs }
    }
}

impl Catalogue {
    fn new(parts: Parts, assembly: &Assembly) -> Self {
        let Parts { entries, prompts, resources, identity } = parts;
        let names: Vec<&str> = entries.iter().map(|entry| &*entry.definition.name).collect();
        let by_name = positions(&names);
        let mut info = object([("name", (*identity.name).into()), ("version", (*identity.version).into())]);
        if let Some(title) = &identity.title {
            info["title"] = title.as_str().into();
        }
        let results = ResultWriter::new(&info);
        if !identity.icons.is_empty() {
            info["icons"] = identity.icons.iter().map(Icon::to_value).collect();
        }
        let served = capabilities(&entries, &prompts, &resources, assembly);
        let legacy = assembly.legacy.then(|| LegacyTexts::new(&identity, &info, &served));
        // One place for each that can be asked for, and one for all completions.
        let rates = entries.len() + prompts.len() + resources.len() + 1;
        Self {
            lists: ToolLists::new(&definitions(&entries), assembly.paging, assembly.cache_of(Change::Tools)),
            discovery: discovery(
                &identity,
                &with_extensions(served, assembly),
                assembly.legacy,
                assembly.cache.unwrap_or_default(),
            ),
            results,
            legacy,
            introduction: ResultWriter::new(&info),
            calls: Arc::new(Gate::new(assembly.limits.concurrent_calls)),
            announced: assembly.announced.clone(),
            client_logging: assembly.client_logging,
            rate: assembly.rate.map(|rate| Limiter::new(rate, rates)),
            entries,
            by_name,
            prompts,
            resources,
            identity,
            waivers: assembly.waivers.clone(),
        }
    }

    /// Whether there is a kind of thing, or may be at another time.
    pub(super) fn serves(&self, change: Change) -> bool {
        let count = match change {
            Change::Tools => self.entries.len(),
            Change::Prompts => self.prompts.len(),
            Change::Resources | Change::Contents => self.resources.len(),
        };
        count > 0 || self.announced.contains(&change)
    }

    /// Counts on where an earlier catalogue stopped: what runs, and how often each thing was asked for.
    pub(super) fn follow(&mut self, before: &Self) {
        self.calls = Arc::clone(&before.calls);
        let (Some(rate), Some(counted)) = (&self.rate, &before.rate) else { return };
        let known: HashMap<String, usize> = before.rated().enumerate().map(|(at, name)| (name, at)).collect();
        for (at, name) in self.rated().enumerate() {
            if let Some(earlier) = known.get(&name) {
                rate.copy(at, counted, *earlier);
            }
        }
    }

    /// The names of all that is counted, in the order of their places; each kind has its own prefix.
    fn rated(&self) -> impl Iterator<Item = String> {
        let tools = self.entries.iter().map(|entry| format!("tool {}", entry.definition.name));
        let prompts = self.prompts.definitions().map(|prompt| format!("prompt {}", prompt.name));
        let resources = self.resources.definitions().map(|resource| format!("resource {}", resource.uri));
        tools.chain(prompts).chain(resources).chain([String::from("completions")])
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn listing(&self) -> &Listing {
        self.lists.current(self.entries.iter().map(|entry| &entry.definition))
    }

    pub(super) fn prompts(&self) -> &PromptCatalogue {
        &self.prompts
    }

    pub(super) fn resources(&self) -> &ResourceCatalogue {
        &self.resources
    }

    /// Whether anything completes an argument.
    pub(super) fn completes(&self) -> bool {
        completes(&self.prompts, &self.resources)
    }

    /// Whether log messages may go to clients.
    pub(super) fn logs_to_clients(&self) -> bool {
        self.client_logging
    }

    pub(super) fn introduction(&self) -> &ResultWriter {
        &self.introduction
    }

    pub(super) fn discovery(&self) -> &str {
        &self.discovery
    }

    /// What writes results for clients of the current revision.
    pub(super) fn results(&self) -> &ResultWriter {
        &self.results
    }

    /// What writes results for the client of a request.
    pub(super) fn writer(&self, envelope: &Envelope<'_>) -> &ResultWriter {
        match &self.legacy {
            Some(legacy) if envelope.is_legacy() => &legacy.results,
            _ => &self.results,
        }
    }

    /// The list of tools for the client of a request.
    pub(super) fn tools(&self, envelope: &Envelope<'_>) -> &Listing {
        match &self.legacy {
            Some(_) if envelope.is_legacy() => {
                self.lists.legacy(self.entries.iter().map(|entry| &entry.definition))
            }
            _ => self.listing(),
        }
    }

    pub(super) fn legacy(&self) -> Option<&LegacyTexts> {
        self.legacy.as_ref()
    }

    pub(super) fn identity(&self) -> &ServerIdentity {
        &self.identity
    }

    pub(super) fn mirrored_headers(&self) -> impl Iterator<Item = &str> {
        let names = self.entries.iter().flat_map(|entry| &entry.mirrored).map(MirroredParameter::short_name);
        let mut names: Vec<&str> = names.collect();
        sort(&mut names, |name| name);
        names.dedup();
        names.into_iter()
    }

    /// The tool of a name, and its position. Names differ in case too (TOOL-08).
    pub(super) fn find(&self, name: &str) -> Option<(usize, &Entry)> {
        let found = self.by_name.binary_search_by(|at| (*self.entries[*at].definition.name).cmp(name));
        let index = *self.by_name.get(found.ok()?)?;
        Some((index, self.entries.get(index)?))
    }

    /// Lets a call in, or says that and when to come again.
    pub(super) fn admit(&self, index: usize) -> Result<Pass<'_>, Failure> {
        self.admit_to(index, "this tool is called too often")
    }

    /// As [`admit`](Self::admit), for the prompt at a position.
    pub(super) fn admit_prompt(&self, index: usize) -> Result<Pass<'_>, Failure> {
        self.admit_to(self.entries.len() + index, "this prompt is asked for too often")
    }

    /// As [`admit`](Self::admit), for the resource at a position.
    pub(super) fn admit_resource(&self, index: usize) -> Result<Pass<'_>, Failure> {
        let index = self.entries.len() + self.prompts.len() + index;
        self.admit_to(index, "this resource is read too often")
    }

    /// As [`admit`](Self::admit), for a completion of any argument.
    pub(super) fn admit_completion(&self) -> Result<Pass<'_>, Failure> {
        let index = self.entries.len() + self.prompts.len() + self.resources.len();
        self.admit_to(index, "completions are asked for too often")
    }

    fn admit_to(&self, index: usize, too_often: &'static str) -> Result<Pass<'_>, Failure> {
        const SOON: Duration = Duration::from_secs(1);
        if let Some(Err(wait)) = self.rate.as_ref().map(|rate| rate.admit(index)) {
            return Err(Failure::transient(too_often).retry_after(wait));
        }
        self.calls.enter().ok_or_else(|| {
            let problem = format!("the server already runs {} calls, its limit", self.calls.most());
            Failure::transient(problem).retry_after(SOON)
        })
    }

    pub(super) fn advice(&self) -> AdviceList {
        advise(subject(&definitions(&self.entries), &self.identity, &self.waivers))
    }

    pub(super) fn waivers(&self) -> &[ServerWaiver] {
        &self.waivers
    }
}

fn definitions(entries: &[Entry]) -> Vec<&Definition> {
    entries.iter().map(|entry| &entry.definition).collect()
}

fn subject<'a>(
    definitions: &'a [&'a Definition],
    identity: &'a ServerIdentity,
    waivers: &'a [ServerWaiver],
) -> Subject<'a> {
    Subject { definitions, instructions: identity.instructions.as_deref(), waivers }
}

/// Capabilities are what is served (DISC-05).
fn capabilities(
    entries: &[Entry],
    prompts: &PromptCatalogue,
    resources: &ResourceCatalogue,
    Assembly { announced, client_logging, .. }: &Assembly,
) -> Value {
    let of = |announcements: &[(&str, Change)]| -> Value {
        let announced = announcements.iter().filter(|(_, change)| announced.contains(change));
        object(announced.map(|(name, _)| (*name, true.into())))
    };
    // What is announced may be there at another time.
    let serves = |change, count| count > 0 || announced.contains(&change);
    let changes = [("listChanged", Change::Resources), ("subscribe", Change::Contents)];
    let served = [
        ("completions", completes(prompts, resources), of(&[])),
        ("logging", *client_logging, of(&[])),
        ("prompts", serves(Change::Prompts, prompts.len()), of(&[("listChanged", Change::Prompts)])),
        ("resources", serves(Change::Resources, resources.len()), of(&changes)),
        ("tools", serves(Change::Tools, entries.len()), of(&[("listChanged", Change::Tools)])),
    ];
    let served = served.into_iter().filter(|(_, is_served, _)| *is_served);
    object(served.map(|(name, _, members)| (name, members)))
}

fn completes(prompts: &PromptCatalogue, resources: &ResourceCatalogue) -> bool {
    prompts.definitions().flat_map(|prompt| &prompt.arguments).any(|argument| argument.completes)
        || resources.definitions().any(|resource| !resource.completes.is_empty())
}

/// The capabilities that clients of the current revision are told of: with extensions, which earlier ones know nothing of.
fn with_extensions(mut served: Value, assembly: &Assembly) -> Value {
    if assembly.tasks.is_made() {
        served["extensions"] = object([(key::TASKS, object([]))]);
    }
    served
}

/// The members of the result of `server/discover`.
fn discovery(identity: &ServerIdentity, capabilities: &Value, legacy: bool, cache: Cache) -> String {
    let instructions = match &identity.instructions {
        Some(instructions) => format!(",\"instructions\":{}", Value::from(instructions.as_str())),
        None => String::new(),
    };
    let (cache, versions) = (cache.members(), Value::from(supported_versions(legacy)));
    format!("\"supportedVersions\":{versions},\"capabilities\":{capabilities},{cache}{instructions}")
}

impl fmt::Debug for Assembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembly")
            .field("tools", &self.tools)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
