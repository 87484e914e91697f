//! Whether a server offers tasks, as long as it is put together.

use crate::dispatch::catalogue::Entry;
use crate::tasks::{Desk, DeskHandle, Tasks};

use super::declared;

/// How calls become tasks, if any does.
pub(crate) struct Offer {
    settings: Option<Tasks>,
    /// A generation was put together, so that what is offered stays.
    made: bool,
}

impl Offer {
    /// As long as neither the server nor a tool says so, none does.
    pub(in crate::dispatch) fn none() -> Self {
        Self { settings: None, made: false }
    }

    /// Offers tasks of these settings; false when that was done before.
    pub(crate) fn set(&mut self, settings: Tasks) -> bool {
        self.settings.replace(settings).is_none()
    }

    pub(in crate::dispatch) fn is_made(&self) -> bool {
        self.settings.is_some()
    }

    /// What is wrong with the settings.
    pub(in crate::dispatch) fn faults(&self) -> impl Iterator<Item = String> {
        self.settings.iter().flat_map(Tasks::faults)
    }

    /// A tool that may run as a task is a decision to offer them. Later generations cannot decide it any more: what clients were
    /// told of the server stays.
    pub(in crate::dispatch) fn consider(&mut self, entries: &[Entry], faults: &mut Vec<String>) {
        let mut of_tasks = entries.iter().filter(|entry| declared(&entry.definition).is_some());
        if let (Some(entry), None) = (of_tasks.next(), &self.settings) {
            if self.made {
                let name = &entry.definition.name;
                faults.push(format!(
                    "tool `{name}` may run as a task, and the server was built without tasks; build it with `.tasks(Tasks::default())`"
                ));
            } else {
                self.settings = Some(Tasks::default());
            }
        }
        self.made = true;
    }

    /// Where the tasks of the server are looked after.
    pub(in crate::dispatch) fn desk(&self) -> Option<DeskHandle> {
        self.settings.clone().map(Desk::new)
    }
}
