//! A server whose lists change: one generation of its catalogue after the other.
//!
//! A request takes the generation of the moment in which it comes, and keeps it to its end. Making the next one costs as much as
//! a start, and stops nobody; a server without a registry has one generation and pays nothing.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use taffrail_core::protocol::Change;

use super::Service;
use super::assemble::{Assembly, AssemblyError};
use super::catalogue::Catalogue;
use super::contents::Contents;
use super::introduction::ServerIdentity;
use crate::lock::lock;

/// A server that goes on to its next generation.
pub(crate) struct Live {
    /// Everything but the things that are served.
    assembly: Mutex<Assembly>,
    /// What the server began with, apart from the registry.
    fixed: Contents<()>,
    changing: Vec<Change>,
    now: RwLock<Service>,
    /// What the registry's next tools will borrow from: nothing else may hold it by then.
    _state: Arc<dyn Any + Send + Sync>,
}

impl Live {
    /// Puts the first generation together, of what is fixed and what the registry holds by then.
    pub(super) fn start(
        mut assembly: Assembly,
        identity: ServerIdentity,
        fixed: Contents<()>,
        held: &Contents<()>,
        state: Arc<dyn Any + Send + Sync>,
    ) -> Result<Service, AssemblyError> {
        let closed: Vec<_> = held.kinds().filter(|change| !assembly.changing.contains(change)).collect();
        assembly.faults.extend(closed.iter().map(closed_list));
        fixed.and(held).serve(&mut assembly);
        let (inner, assembly) = assembly.assemble_as(identity)?;
        let inner = Arc::new(inner);
        let live = Self {
            changing: assembly.changing.clone(),
            assembly: Mutex::new(assembly),
            fixed,
            now: RwLock::new(Service { inner: Arc::clone(&inner), live: None }),
            _state: state,
        };
        Ok(Service { inner, live: Some(Arc::new(live)) })
    }

    /// The newest generation.
    pub(super) fn now(&self) -> Service {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Goes on to the generation that serves `contents`, and tells those who listen.
    ///
    /// # Errors
    /// What keeps that from being served. The generation stays then.
    pub(crate) fn turn(&self, contents: &Contents<()>, touched: &[Change]) -> Result<(), Vec<String>> {
        let closed = touched.iter().filter(|change| !self.changing.contains(change));
        let mut faults: Vec<String> = closed.map(closed_list).collect();
        let mut assembly = lock(&self.assembly);
        let before = self.now();
        let catalogue = &before.inner.catalogue;
        self.fixed.and(contents).serve(&mut assembly);
        let mut next = assembly.catalogue(catalogue.identity().clone(), &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        next.follow(catalogue);
        let changed = next.changed_since(catalogue);
        let service = Service { inner: Arc::new(before.inner.followed_by(next)), live: None };
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = service;
        let changes = before.changes();
        for change in changed {
            match change {
                Change::Tools => changes.tools_changed(),
                Change::Prompts => changes.prompts_changed(),
                Change::Resources => changes.resources_changed(),
                Change::Contents => {}
            }
        }
        Ok(())
    }
}

/// What a registry holds of a kind that the server did not declare as changing.
fn closed_list(change: &Change) -> String {
    let what = match change {
        Change::Tools => "tools",
        Change::Prompts => "prompts",
        Change::Resources | Change::Contents => "resources",
    };
    format!("the server's {what} do not change; build it with `.changing_{what}(&registry)`")
}

impl Contents<()> {
    /// Takes what an assembly was given, for all its generations.
    pub(super) fn take(assembly: &mut Assembly) -> Self {
        let mut taken = Self::default();
        let tools = std::mem::take(&mut assembly.tools).into_iter();
        tools.for_each(|tools| drop(taken.tools.add(Self::of_tools(tools))));
        let prompts = std::mem::take(&mut assembly.prompts).into_iter();
        prompts.for_each(|prompts| drop(taken.prompts.add(Self::of_prompts(prompts))));
        let resources = std::mem::take(&mut assembly.resources).into_iter();
        resources.for_each(|resources| drop(taken.resources.add(Self::of_resources(resources))));
        taken
    }

    /// Gives everything to an assembly, for its next catalogue.
    pub(super) fn serve(self, assembly: &mut Assembly) {
        let (tools, prompts, resources) = self.into_sets();
        (assembly.tools, assembly.prompts, assembly.resources) =
            (vec![tools], vec![prompts], vec![resources]);
    }

    /// The kinds that there are any of.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Change> {
        let counts = [
            (Change::Tools, self.tools.0.len()),
            (Change::Prompts, self.prompts.0.len()),
            (Change::Resources, self.resources.0.len()),
        ];
        counts.into_iter().filter(|(_, count)| *count > 0).map(|(change, _)| change)
    }
}

impl Catalogue {
    /// The lists that are others than those of an earlier catalogue.
    fn changed_since(&self, before: &Self) -> Vec<Change> {
        let (resources, resources_before) = (self.resources(), before.resources());
        let same = [
            (Change::Tools, self.listing() == before.listing()),
            (Change::Prompts, self.prompts().listing() == before.prompts().listing()),
            (
                Change::Resources,
                resources.resources() == resources_before.resources()
                    && resources.templates() == resources_before.templates(),
            ),
        ];
        same.into_iter().filter(|(_, same)| !same).map(|(change, _)| change).collect()
    }
}
