//! The list of tools as clients of each era see it. It is written when the first of them asks: its text is most of what a server
//! would write at its start, and one process serves one era as a rule. What keeps a server from starting is in none of it.

use std::sync::OnceLock;

use taffrail_core::protocol::{write_definition, write_legacy_definition};
use taffrail_core::{Cache, Definition};

use super::listing::{Items, Listing, Paging};
use super::tasks::is_task_only;

pub(super) struct ToolLists {
    paging: Paging,
    cache: Cache,
    current: OnceLock<Listing>,
    /// `None` where earlier clients see the same.
    legacy: Option<OnceLock<Listing>>,
}

impl ToolLists {
    pub(super) fn new(definitions: &[&Definition], paging: Paging, cache: Cache) -> Self {
        let differs = definitions.iter().any(|definition| {
            is_task_only(definition) || definition.output.as_ref().is_some_and(|output| !output.is_object())
        });
        Self { paging, cache, current: OnceLock::new(), legacy: differs.then(OnceLock::new) }
    }

    /// For clients of the current revision. The definitions are always the same.
    pub(super) fn current<'d>(&self, definitions: impl Iterator<Item = &'d Definition>) -> &Listing {
        self.current.get_or_init(|| {
            let mut items = Items::new("tools", definitions.size_hint().0);
            definitions.for_each(|definition| items.add(|out| write_definition(out, definition)));
            Listing::new(items, self.paging, self.cache)
        })
    }

    /// For clients of earlier revisions, which know of structured results that are objects, and of no others (SEP-2106).
    pub(super) fn legacy<'d>(&self, definitions: impl Iterator<Item = &'d Definition>) -> &Listing {
        let Some(legacy) = &self.legacy else { return self.current(definitions) };
        legacy.get_or_init(|| {
            let mut items = Items::new("tools", definitions.size_hint().0);
            // A tool that is nothing but a task can never run for these clients (LEGACY-28), and a list shows what can be called.
            let callable = definitions.filter(|definition| !is_task_only(definition));
            callable.for_each(|definition| items.add(|out| write_legacy_definition(out, definition)));
            Listing::new(items, self.paging, Cache::NONE)
        })
    }
}
