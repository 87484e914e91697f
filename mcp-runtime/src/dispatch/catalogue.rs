//! What is served, ready to be asked quickly: everything that does not change between requests is made once; only the lists of tools
//! wait until somebody asks for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use taffrail_core::protocol::{Change, ResultWriter, object};
use taffrail_core::schema::Schema;
use taffrail_core::{Capability, Definition, Failure, Icon, Tool};

use super::assemble::Assembly;
use super::envelope::Envelope;
use super::introduction::{ServerIdentity, capabilities, completes, discovery, with_extensions};
use super::legacy::LegacyTexts;
use super::listing::Listing;
use super::mirror::MirroredParameter;
use super::prompts::PromptCatalogue;
use super::resources::ResourceCatalogue;
use super::tasks::is_task_only;
use super::tool_lists::ToolLists;
use crate::advice::{AdviceList, ServerWaiver, Subject, advise};
use crate::limit::{Gate, Limiter, Pass};
use crate::order::{positions, sort};

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

/// What a catalogue is made of.
pub(super) struct Parts {
    pub(super) entries: Vec<Entry>,
    pub(super) prompts: PromptCatalogue,
    pub(super) resources: ResourceCatalogue,
    pub(super) identity: ServerIdentity,
}

impl Entry {
    pub(super) fn new(tool: Box<dyn Tool<()>>) -> Self {
        let definition = tool.definition();
        let mirrored = MirroredParameter::all_of(&definition.input);
        let gives_object = definition.output.as_ref().is_some_and(Schema::is_object);
        let mut needs = definition.needs.to_vec();
        if is_task_only(&definition) {
            needs.push(Capability::Tasks);
        }
        Self { tool, definition, mirrored, gives_object, needs }
    }

    /// Whether it is for clients that take tasks, and for no others.
    pub(super) fn is_task_only(&self) -> bool {
        is_task_only(&self.definition)
    }
}

impl Catalogue {
    pub(super) fn new(parts: Parts, assembly: &Assembly) -> Self {
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

pub(super) fn definitions(entries: &[Entry]) -> Vec<&Definition> {
    entries.iter().map(|entry| &entry.definition).collect()
}

pub(super) fn subject<'a>(
    definitions: &'a [&'a Definition],
    identity: &'a ServerIdentity,
    waivers: &'a [ServerWaiver],
) -> Subject<'a> {
    Subject { definitions, instructions: identity.instructions.as_deref(), waivers }
}
