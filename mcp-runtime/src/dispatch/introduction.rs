//! What a server says of itself: who it is, what it can do, and the answer to `server/discover`.

use serde_json::Value;
use taffrail_core::protocol::{Change, key, object, supported_versions};
use taffrail_core::{Cache, Icon};

use super::assemble::Assembly;
use super::catalogue::Entry;
use super::prompts::PromptCatalogue;
use super::resources::ResourceCatalogue;

/// Who the server says it is.
#[derive(Clone, Debug)]
pub(crate) struct ServerIdentity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) instructions: Option<String>,
    pub(crate) icons: Vec<Icon>,
}

/// Capabilities are what is served (DISC-05).
pub(super) fn capabilities(
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

pub(super) fn completes(prompts: &PromptCatalogue, resources: &ResourceCatalogue) -> bool {
    prompts.definitions().flat_map(|prompt| &prompt.arguments).any(|argument| argument.completes)
        || resources.definitions().any(|resource| !resource.completes.is_empty())
}

/// The capabilities that clients of the current revision are told of: with extensions, which earlier ones know nothing of.
pub(super) fn with_extensions(mut served: Value, assembly: &Assembly) -> Value {
    if assembly.tasks.is_made() {
        served["extensions"] = object([(key::TASKS, object([]))]);
    }
    served
}

/// The members of the result of `server/discover`.
pub(super) fn discovery(
    identity: &ServerIdentity,
    capabilities: &Value,
    legacy: bool,
    cache: Cache,
) -> String {
    let instructions = match &identity.instructions {
        Some(instructions) => format!(",\"instructions\":{}", Value::from(instructions.as_str())),
        None => String::new(),
    };
    let (cache, versions) = (cache.members(), Value::from(supported_versions(legacy)));
    format!("\"supportedVersions\":{versions},\"capabilities\":{capabilities},{cache}{instructions}")
}
