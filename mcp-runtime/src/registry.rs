//! Lists that change while the server runs.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use taffrail_core::protocol::Change;
use taffrail_core::{Prompts, Resources, Tools, WriteAccess};

use crate::dispatch::{Assembly, AssemblyError, Contents, Live, Service};
use crate::lock::lock;

/// Tools, prompts and resources that come and go while the server runs. Cheap to clone; it may be used from any thread.
///
/// What it holds is the same for every client of the server: there is nothing here that belongs to a connection or a call
/// (*Tools > Capabilities*). Where several instances serve one deployment, each has a registry, and the program makes the
/// same changes to all of them.
///
/// Give it to the server with [`Server::changing_tools`](crate::Server::changing_tools),
/// [`changing_prompts`](crate::Server::changing_prompts) or [`changing_resources`](crate::Server::changing_resources), which
/// declares `listChanged`. A change is checked as a whole server is at its start, then takes the place of what was served, at
/// once, and then those who listen are told. Calls that run go on with what they began with.
///
/// A registry that was given to no server takes changes as well: they are there when a server is built with it.
///
/// A definition does not change by itself: it is asked for once, when it is added. [`replace_tools`](Self::replace_tools) and
/// its siblings publish another one.
///
/// ```
/// use taffrail::{Registry, Server};
/// # use taffrail::Tools;
///
/// # fn server(fixed: Tools<()>, plugin: Tools<()>) -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::new();
/// let service = Server::new(()).tools(fixed).changing_tools(&registry).build()?;
/// registry.add_tools(plugin)?;
/// registry.edit().remove_tool("old").remove_tool("older").apply()?;
/// # Ok(())
/// # }
/// ```
pub struct Registry<S> {
    shelf: Arc<Mutex<Shelf<S>>>,
}

struct Shelf<S> {
    contents: Contents<S>,
    /// The server, once there is one.
    server: Option<Running<S>>,
}

/// A server that the registry belongs to. It may be gone before the registry; the state too, which often holds the registry itself.
struct Running<S> {
    live: Weak<Live>,
    state: Weak<S>,
}

impl<S> Running<S> {
    /// Both, as long as the server is there.
    fn upgrade(&self) -> Option<(Arc<Live>, Arc<S>)> {
        Some((self.live.upgrade()?, self.state.upgrade()?))
    }
}

/// Whoever borrows it can change what the server is.
impl<S> WriteAccess for Registry<S> {}

impl<S> Clone for Registry<S> {
    fn clone(&self) -> Self {
        Self { shelf: Arc::clone(&self.shelf) }
    }
}

impl<S> Default for Registry<S> {
    fn default() -> Self {
        Self { shelf: Arc::new(Mutex::new(Shelf { contents: Contents::default(), server: None })) }
    }
}

impl<S> fmt::Debug for Registry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("contents", &self.lock().contents).finish()
    }
}

impl<S> Registry<S> {
    /// An empty registry, to give to a server.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What tells it from other registries.
    pub(crate) fn shelf(&self) -> *const () {
        Arc::as_ptr(&self.shelf).cast()
    }

    fn lock(&self) -> MutexGuard<'_, Shelf<S>> {
        lock(&self.shelf)
    }
}

impl<S: Send + Sync + 'static> Registry<S> {
    /// Begins a change of several things at once: it is made whole or not at all, and told once.
    pub fn edit(&self) -> Edit<S> {
        Edit { registry: self.clone(), steps: Vec::new() }
    }

    /// Adds tools.
    ///
    /// # Errors
    /// What keeps the change from being made: a name that is taken, or a tool that cannot be published. Nothing is changed then.
    pub fn add_tools(&self, tools: Tools<S>) -> Result<(), RegistryError> {
        self.edit().add_tools(tools).apply()
    }

    /// Puts tools in the place of those of the same names.
    ///
    /// # Errors
    /// As [`add_tools`](Self::add_tools), and when there is none of a name.
    pub fn replace_tools(&self, tools: Tools<S>) -> Result<(), RegistryError> {
        self.edit().replace_tools(tools).apply()
    }

    /// Takes the tool of a name away. Only what the registry holds can be removed.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_tool(&self, name: &str) -> Result<(), RegistryError> {
        self.edit().remove_tool(name).apply()
    }

    /// Adds prompts.
    ///
    /// # Errors
    /// As [`add_tools`](Self::add_tools).
    pub fn add_prompts(&self, prompts: Prompts<S>) -> Result<(), RegistryError> {
        self.edit().add_prompts(prompts).apply()
    }

    /// Adds resources and templates.
    ///
    /// # Errors
    /// As [`add_tools`](Self::add_tools).
    pub fn add_resources(&self, resources: Resources<S>) -> Result<(), RegistryError> {
        self.edit().add_resources(resources).apply()
    }

    /// Ties the registry to the server that starts with what it holds by then.
    fn start(&self, assembly: Assembly, state: &Arc<S>) -> Result<Service, AssemblyError> {
        let mut shelf = self.lock();
        if shelf.server.as_ref().is_some_and(|server| server.live.strong_count() > 0) {
            return Err(AssemblyError::one("the registry belongs to another server; each has its own"));
        }
        let held = shelf.contents.with_state(state);
        let service = assembly.assemble_live(Arc::clone(state) as Arc<dyn Any + Send + Sync>, &held)?;
        let running = |live| Running { live: Arc::downgrade(live), state: Arc::downgrade(state) };
        shelf.server = service.live().map(running);
        Ok(service)
    }

    fn apply(&self, steps: Vec<Step<S>>) -> Result<(), RegistryError> {
        let mut shelf = self.lock();
        let (mut next, mut faults, mut touched) = (shelf.contents.clone(), Vec::new(), Vec::new());
        for Step { change, act } in steps {
            touched.push(change);
            faults.extend(act(&mut next));
        }
        if !faults.is_empty() {
            return Err(RegistryError { faults });
        }
        if let Some(server) = &shelf.server {
            let gone = || RegistryError { faults: vec!["the server is gone".into()] };
            let (live, state) = server.upgrade().ok_or_else(gone)?;
            live.turn(&next.with_state(&state), &touched).map_err(|faults| RegistryError { faults })?;
        }
        shelf.contents = next;
        Ok(())
    }
}

/// A registry together with the state that what it holds borrows from: all that a server knows of it while it is put together.
pub(crate) trait Changing: Send + Sync {
    /// Puts the server together with what the registry holds by now.
    fn start(&self, assembly: Assembly) -> Result<Service, AssemblyError>;

    /// Whether it is the registry of this shelf.
    fn has(&self, shelf: *const ()) -> bool;
}

impl<S: Send + Sync + 'static> Changing for (Registry<S>, Arc<S>) {
    fn start(&self, assembly: Assembly) -> Result<Service, AssemblyError> {
        self.0.start(assembly, &self.1)
    }

    fn has(&self, shelf: *const ()) -> bool {
        self.0.shelf() == shelf
    }
}

/// One step of a change; gives what is wrong with it.
type Act<S> = Box<dyn FnOnce(&mut Contents<S>) -> Vec<String> + Send>;

struct Step<S> {
    change: Change,
    act: Act<S>,
}

/// A change of a [`Registry`] that is being put together.
#[must_use = "nothing changes before `apply`"]
pub struct Edit<S> {
    registry: Registry<S>,
    steps: Vec<Step<S>>,
}

impl<S> fmt::Debug for Edit<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edit").field("steps", &self.steps.len()).finish_non_exhaustive()
    }
}

impl<S: Send + Sync + 'static> Edit<S> {
    fn step(
        mut self,
        change: Change,
        act: impl FnOnce(&mut Contents<S>) -> Vec<String> + Send + 'static,
    ) -> Self {
        self.steps.push(Step { change, act: Box::new(act) });
        self
    }

    /// Adds tools.
    pub fn add_tools(self, tools: Tools<S>) -> Self {
        let tools = Contents::of_tools(tools);
        self.step(Change::Tools, move |contents| contents.tools.add(tools))
    }

    /// Puts tools in the place of those of the same names.
    pub fn replace_tools(self, tools: Tools<S>) -> Self {
        let tools = Contents::of_tools(tools);
        self.step(Change::Tools, move |contents| contents.tools.replace(tools))
    }

    /// Takes the tool of a name away.
    pub fn remove_tool(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.step(Change::Tools, move |contents| contents.tools.remove(&name))
    }

    /// Adds prompts.
    pub fn add_prompts(self, prompts: Prompts<S>) -> Self {
        let prompts = Contents::of_prompts(prompts);
        self.step(Change::Prompts, move |contents| contents.prompts.add(prompts))
    }

    /// Puts prompts in the place of those of the same names.
    pub fn replace_prompts(self, prompts: Prompts<S>) -> Self {
        let prompts = Contents::of_prompts(prompts);
        self.step(Change::Prompts, move |contents| contents.prompts.replace(prompts))
    }

    /// Takes the prompt of a name away.
    pub fn remove_prompt(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.step(Change::Prompts, move |contents| contents.prompts.remove(&name))
    }

    /// Adds resources and templates.
    pub fn add_resources(self, resources: Resources<S>) -> Self {
        let resources = Contents::of_resources(resources);
        self.step(Change::Resources, move |contents| contents.resources.add(resources))
    }

    /// Puts resources and templates in the place of those of the same URIs.
    pub fn replace_resources(self, resources: Resources<S>) -> Self {
        let resources = Contents::of_resources(resources);
        self.step(Change::Resources, move |contents| contents.resources.replace(resources))
    }

    /// Takes the resource or template of a URI away.
    pub fn remove_resource(self, uri: impl Into<String>) -> Self {
        let uri = uri.into();
        self.step(Change::Resources, move |contents| contents.resources.remove(&uri))
    }

    /// Makes the change.
    ///
    /// # Errors
    /// Everything that keeps it from being made, at once. Nothing is changed then.
    pub fn apply(self) -> Result<(), RegistryError> {
        self.registry.apply(self.steps)
    }
}

/// Everything that keeps a change from being made, at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistryError {
    faults: Vec<String>,
}

impl RegistryError {
    /// The faults, each a sentence.
    pub fn faults(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().map(String::as_str)
    }
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing was changed in the registry")?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl std::error::Error for RegistryError {}
