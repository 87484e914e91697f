//! The prompts of a server: their list, and judging and answering `prompts/get` (*Prompts*).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::value::RawValue;
use taffrail_core::protocol::{Fault, Id, Request, object, write_prompt};
use taffrail_core::{
    Cache, Content, Prompt, PromptCall, PromptDefinition, PromptReply, Refusal, TextArguments,
};

use super::assemble::Order;
use super::call::panicked;
use super::check::{is_portable_name, place};
use super::envelope::Envelope;
use super::host::{CallGuard, CallTask};
use super::input::Asking;
use super::listing::{Items, Listing, Paging};
use super::mirror::{Mirrors, require};
use super::respond::{check_optional_meta, context, require_capabilities, text};
use super::{Answer, Outlet, Service, refusal};
use crate::order::sort;
use crate::round::Round;

/// The prompts, and what is written once about them.
pub(super) struct PromptCatalogue {
    /// In the order of the list.
    entries: Vec<PromptEntry>,
    listing: Listing,
}

/// A prompt with its definition.
pub(super) struct PromptEntry {
    pub(super) prompt: Box<dyn Prompt<()>>,
    pub(super) definition: PromptDefinition,
}

/// A request for a prompt whose target and envelope are in order; its arguments are not judged yet.
pub(super) struct AcceptedPrompt<'r> {
    index: usize,
    entry: &'r PromptEntry,
    arguments: &'r str,
    meta: Envelope<'r>,
    round: Option<Arc<Round>>,
}

impl PromptCatalogue {
    pub(super) fn new(
        prompts: impl Iterator<Item = Box<dyn Prompt<()>>>,
        order: Order,
        paging: Paging,
        cache: Cache,
    ) -> Self {
        let mut entries: Vec<PromptEntry> =
            prompts.map(|prompt| PromptEntry { definition: prompt.definition(), prompt }).collect();
        if order == Order::Name {
            sort(&mut entries, |entry| &entry.definition.name);
        }
        let mut items = Items::new("prompts", entries.len());
        for entry in &entries {
            items.add(|out| write_prompt(out, &entry.definition));
        }
        Self { listing: Listing::new(items, paging, cache), entries }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn listing(&self) -> &Listing {
        &self.listing
    }

    pub(super) fn definitions(&self) -> impl Iterator<Item = &PromptDefinition> {
        self.entries.iter().map(|entry| &entry.definition)
    }

    /// The prompt of a name, and its position. Names differ in case too.
    pub(super) fn find(&self, name: &str) -> Option<(usize, &PromptEntry)> {
        self.entries.iter().enumerate().find(|(_, entry)| entry.definition.name == name)
    }

    /// What keeps the prompts from being served.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            check_one(&entry.definition, &mut faults);
            let same =
                |earlier: &&PromptEntry| earlier.definition.name.eq_ignore_ascii_case(&entry.definition.name);
            if let Some(earlier) = self.entries[..at].iter().find(same) {
                faults.push(format!(
                    "prompt `{}` is registered twice: {} and {}",
                    entry.definition.name,
                    place(earlier.definition.source.as_ref()),
                    place(entry.definition.source.as_ref())
                ));
            }
        }
        faults
    }
}

fn check_one(definition: &PromptDefinition, faults: &mut Vec<String>) {
    let name = &definition.name;
    if !is_portable_name(name) {
        faults.push(format!("prompt name `{name}` must be 1 to 128 of `A-Z a-z 0-9 _ - .`"));
    }
    if definition.description.trim().is_empty() {
        faults.push(format!("prompt `{name}` has no description; say what it is for"));
    }
    if definition.timeout.is_some_and(|timeout| timeout.is_zero()) {
        faults.push(format!("prompt `{name}` has a time limit of zero"));
    }
    for (at, argument) in definition.arguments.iter().enumerate() {
        if argument.name.is_empty() {
            faults.push(format!("an argument of prompt `{name}` has no name"));
        }
        if definition.arguments[..at].iter().any(|earlier| earlier.name == argument.name) {
            faults.push(format!("two arguments of prompt `{name}` are named `{}`", argument.name));
        }
    }
    for icon in definition.icons.iter() {
        faults.extend(icon.check().err().map(|fault| format!("prompt `{name}`: {fault}")));
    }
}

impl Service {
    /// Steps 10, 12, 13, 16 and 17 for `prompts/get`.
    pub(super) fn judge_prompt<'r>(
        &'r self,
        request: &'r Request<'_>,
        meta: Envelope<'r>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<AcceptedPrompt<'r>, Fault> {
        let name = request.params.name.and_then(text);
        if let Some(mirrors) = mirrors {
            require(mirrors, "Mcp-Name", name.as_deref().unwrap_or_default(), true)?;
        }
        check_optional_meta(&meta)?;
        let name = name.ok_or_else(|| Fault::InvalidParams("`name` must be a string".into()))?;
        let arguments = request.params.arguments.map_or("{}", RawValue::get);
        if !arguments.starts_with('{') {
            return Err(Fault::InvalidParams("`arguments` must be an object".into()));
        }
        let found = self.inner.catalogue.prompts().find(&name);
        let (index, entry) = found.ok_or_else(|| Fault::InvalidParams(format!("Unknown prompt: {name}")))?;
        require_capabilities(&meta, &entry.definition.needs)?;
        let asking = Asking::for_any(&entry.definition.needs);
        let origin = ("prompts/get", &*name);
        let round = self.begin_round(asking, origin, arguments, &request.params, &meta)?;
        Ok(AcceptedPrompt { index, entry, arguments, meta, round })
    }

    /// Runs a prompt.
    pub(super) async fn get_prompt(
        &self,
        id: &Id<'_>,
        accepted: AcceptedPrompt<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let (envelope, name, round) =
            (accepted.meta, &*accepted.entry.definition.name, accepted.round.clone());
        match self.prompt_reply(accepted, outlet).await {
            Ok(None) => self
                .conclude(&envelope, id, name, round.as_deref())
                .unwrap_or_else(|failure| envelope.fault(&refusal::fault(failure.into(), name, None), id)),
            Ok(Some(reply)) => Answer::result(self.inner.catalogue.writer(&envelope).prompt(id, &reply)),
            Err(fault) => envelope.fault(&fault, id),
        }
    }

    /// The messages; `None` when the round is over without any.
    async fn prompt_reply(
        &self,
        accepted: AcceptedPrompt<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Result<Option<PromptReply>, Fault> {
        let definition = &accepted.entry.definition;
        let name = &*definition.name;
        let _pass = self
            .inner
            .catalogue
            .admit_prompt(accepted.index)
            .map_err(|busy| refusal::fault(busy.into(), name, None))?;
        let arguments = TextArguments::parse(accepted.arguments)
            .map_err(|violations| Fault::InvalidParams(violations.to_string()))?;
        for (given, _) in arguments.iter() {
            if !definition.arguments.iter().any(|argument| argument.name == given) {
                tracing::debug!(
                    prompt = name,
                    argument = given,
                    "an argument that the prompt does not have is ignored"
                );
            }
        }
        let host = self.host(&accepted.meta, outlet, accepted.round.clone(), CallTask::default());
        let guard = CallGuard::new(Arc::clone(&host));
        let context = context(&accepted.meta, &host);
        let call = PromptCall { state: &(), context: &context, arguments: &arguments };
        let outcome = match catch_unwind(AssertUnwindSafe(|| accepted.entry.prompt.get(call))) {
            Ok(Ok(work)) => {
                self.outcome("prompt", work, accepted.round.as_deref(), definition.timeout.into()).await
            }
            Ok(Err(violations)) => return Err(Fault::InvalidParams(violations.to_string())),
            Err(_) => Some(Err(panicked())),
        };
        guard.answered();
        let Some(outcome) = outcome else { return Ok(None) };
        let reply = outcome.and_then(|reply| self.sendable(reply));
        reply.map(Some).map_err(|refused| refusal::fault(refused, name, None))
    }

    /// A reply within the limit, whose blocks are what they say.
    fn sendable(&self, reply: PromptReply) -> Result<PromptReply, Refusal> {
        let blocks = || reply.messages().iter().map(taffrail_core::Message::content);
        let limit = self.inner.limits.result_bytes;
        if blocks().map(Content::size).sum::<usize>() > limit {
            return Err(Refusal::Internal(format!(
                "the messages are larger than the limit of {limit} bytes"
            )));
        }
        match blocks().find_map(Content::media_fault) {
            Some(fault) => Err(Refusal::Internal(fault)),
            None => Ok(reply),
        }
    }
}

impl PromptEntry {
    /// The data of a fault about an argument that the prompt does not have.
    pub(super) fn unknown_argument(&self, argument: &str) -> Fault {
        let names: Vec<&str> = self.definition.arguments.iter().map(|argument| &*argument.name).collect();
        Fault::Refused {
            message: format!("prompt `{}` has no argument `{argument}`", self.definition.name),
            data: object([("arguments", names.into())]),
        }
    }
}
