//! What a registry holds: things to serve, each with the definition that it was added with.

use std::fmt;
use std::sync::Arc;

use taffrail_core::{
    Call, Completion, CompletionCall, Definition, Identity, Prompt, PromptCall, PromptDefinition,
    PromptReply, Prompts, Reading, Resource, ResourceCall, ResourceDefinition, Resources, Running, Tool,
    Tools, Violations, Work,
};

/// Tools, prompts and resources, in the order in which they were added.
pub(crate) struct Contents<S> {
    pub(crate) tools: Shelf<Kept<dyn Tool<S>, Definition>>,
    pub(crate) prompts: Shelf<Kept<dyn Prompt<S>, PromptDefinition>>,
    pub(crate) resources: Shelf<Kept<dyn Resource<S>, ResourceDefinition>>,
}

impl<S: 'static> Contents<S> {
    pub(crate) fn of_tools(tools: Tools<S>) -> Vec<Kept<dyn Tool<S>, Definition>> {
        let keep = |tool: Box<dyn Tool<S>>| Kept { definition: tool.definition(), item: Arc::from(tool) };
        tools.into_vec().into_iter().map(keep).collect()
    }

    pub(crate) fn of_prompts(prompts: Prompts<S>) -> Vec<Kept<dyn Prompt<S>, PromptDefinition>> {
        let keep =
            |prompt: Box<dyn Prompt<S>>| Kept { definition: prompt.definition(), item: Arc::from(prompt) };
        prompts.into_vec().into_iter().map(keep).collect()
    }

    pub(crate) fn of_resources(resources: Resources<S>) -> Vec<Kept<dyn Resource<S>, ResourceDefinition>> {
        let keep = |resource: Box<dyn Resource<S>>| Kept {
            definition: resource.definition(),
            item: Arc::from(resource),
        };
        resources.into_vec().into_iter().map(keep).collect()
    }

    /// All of it, as sets. Who the server is was decided by what it began with.
    pub(super) fn into_sets(self) -> (Tools<S>, Prompts<S>, Resources<S>) {
        const NOBODY: Identity = Identity { name: "server", version: "0.0.0" };
        let tools = self.tools.0.into_iter().fold(Tools::new(NOBODY), Tools::with);
        let prompts = self.prompts.0.into_iter().fold(Prompts::new(NOBODY), Prompts::with);
        let resources = self.resources.0.into_iter().fold(Resources::new(NOBODY), Resources::with);
        (tools, prompts, resources)
    }

    /// The same, borrowing from a state that is known now.
    pub(crate) fn with_state(&self, state: &Arc<S>) -> Contents<()>
    where
        S: Send + Sync,
    {
        let (tools, prompts, resources) = self.clone().into_sets();
        Contents {
            tools: Shelf(Contents::of_tools(tools.with_state(state))),
            prompts: Shelf(Contents::of_prompts(prompts.with_state(state))),
            resources: Shelf(Contents::of_resources(resources.with_state(state))),
        }
    }

    /// These and then others.
    pub(super) fn and(&self, others: &Self) -> Self {
        Self {
            tools: self.tools.and(&others.tools),
            prompts: self.prompts.and(&others.prompts),
            resources: self.resources.and(&others.resources),
        }
    }
}

impl<S> Clone for Contents<S> {
    fn clone(&self) -> Self {
        Self { tools: self.tools.clone(), prompts: self.prompts.clone(), resources: self.resources.clone() }
    }
}

impl<S> Default for Contents<S> {
    fn default() -> Self {
        Self { tools: Shelf(Vec::new()), prompts: Shelf(Vec::new()), resources: Shelf(Vec::new()) }
    }
}

impl<S> fmt::Debug for Contents<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contents")
            .field("tools", &self.tools.0.len())
            .field("prompts", &self.prompts.0.len())
            .field("resources", &self.resources.0.len())
            .finish()
    }
}

/// Things of one kind.
#[derive(Clone)]
pub(crate) struct Shelf<T>(pub(super) Vec<T>);

impl<T: Named + Clone> Shelf<T> {
    /// Adds some; whether names are free is for the check of the whole server to say.
    pub(crate) fn add(&mut self, items: Vec<T>) -> Vec<String> {
        self.0.extend(items);
        Vec::new()
    }

    /// Puts some in the place of those of their names.
    pub(crate) fn replace(&mut self, items: Vec<T>) -> Vec<String> {
        let mut faults = Vec::new();
        for item in items {
            match self.0.iter_mut().find(|old| old.key() == item.key()) {
                Some(old) => *old = item,
                None => faults.push(Self::unknown(item.key())),
            }
        }
        faults
    }

    /// Takes one away.
    pub(crate) fn remove(&mut self, name: &str) -> Vec<String> {
        let before = self.0.len();
        self.0.retain(|item| item.key() != name);
        if self.0.len() == before { vec![Self::unknown(name)] } else { Vec::new() }
    }

    fn unknown(name: &str) -> String {
        format!("the registry holds no {} `{name}`", T::KIND)
    }

    fn and(&self, others: &Self) -> Self {
        Self(self.0.iter().chain(&others.0).cloned().collect())
    }
}

/// Something that is told apart by a key.
pub(crate) trait Named {
    /// What it is.
    const KIND: &'static str;
    /// Its name; of a resource, its URI.
    fn key(&self) -> &str;
}

/// Something to serve, with the definition that it has for as long as it is kept.
pub(crate) struct Kept<T: ?Sized, D> {
    item: Arc<T>,
    pub(super) definition: D,
}

impl<T: ?Sized, D: Clone> Clone for Kept<T, D> {
    fn clone(&self) -> Self {
        Self { item: Arc::clone(&self.item), definition: self.definition.clone() }
    }
}

impl<S> Named for Kept<dyn Tool<S>, Definition> {
    const KIND: &'static str = "tool";

    fn key(&self) -> &str {
        &self.definition.name
    }
}

impl<S> Named for Kept<dyn Prompt<S>, PromptDefinition> {
    const KIND: &'static str = "prompt";

    fn key(&self) -> &str {
        &self.definition.name
    }
}

impl<S> Named for Kept<dyn Resource<S>, ResourceDefinition> {
    const KIND: &'static str = "resource";

    fn key(&self) -> &str {
        &self.definition.uri
    }
}

impl<S: 'static> Tool<S> for Kept<dyn Tool<S>, Definition> {
    fn definition(&self) -> Definition {
        self.definition.clone()
    }

    fn call<'a>(&'a self, call: Call<'a, S>) -> Result<Running<'a>, Violations> {
        self.item.call(call)
    }
}

impl<S: 'static> Prompt<S> for Kept<dyn Prompt<S>, PromptDefinition> {
    fn definition(&self) -> PromptDefinition {
        self.definition.clone()
    }

    fn get<'a>(&'a self, call: PromptCall<'a, S>) -> Result<Work<'a, PromptReply>, Violations> {
        self.item.get(call)
    }

    fn complete<'a>(&'a self, argument: &str, call: CompletionCall<'a, S>) -> Option<Work<'a, Completion>> {
        self.item.complete(argument, call)
    }
}

impl<S: 'static> Resource<S> for Kept<dyn Resource<S>, ResourceDefinition> {
    fn definition(&self) -> ResourceDefinition {
        self.definition.clone()
    }

    fn read<'a>(&'a self, call: ResourceCall<'a, S>) -> Result<Work<'a, Reading>, Violations> {
        self.item.read(call)
    }

    fn complete<'a>(&'a self, variable: &str, call: CompletionCall<'a, S>) -> Option<Work<'a, Completion>> {
        self.item.complete(variable, call)
    }
}
