//! Putting a server together: everything that is wrong with it is told at once, before it serves anybody.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use taffrail_core::protocol::Change;
use taffrail_core::{Cache, CacheScope, Icon, Identity, Prompts, Resources, Tools};

use super::catalogue::{Catalogue, Entry, Parts, definitions, subject};
use super::contents::Contents;
use super::introduction::ServerIdentity;
use super::listen::Listening;
use super::listing::Paging;
use super::live::Live;
use super::prompts::PromptCatalogue;
use super::resources::ResourceCatalogue;
use super::tasks::Offer;
use super::{Inner, Service, check};
use crate::advice::{ServerWaiver, idle};
use crate::changes::Changes;
use crate::limit::{Gate, Limits, RateLimit};
use crate::order::sort;
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

    /// How long a list may be kept (CACHE-08). One that may be another in a moment is not kept unless its author says so: only who
    /// listens is told of the change.
    pub(super) fn cache_of(&self, change: Change) -> Cache {
        let by_itself = if self.changing.contains(&change) {
            Cache::new(CacheScope::Public, Duration::ZERO)
        } else {
            Cache::default()
        };
        self.cache.unwrap_or(by_itself)
    }
}

impl fmt::Debug for Assembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembly")
            .field("tools", &self.tools)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
