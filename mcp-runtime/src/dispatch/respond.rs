//! Judging a request: ORDER-01, steps 5 to 17. What passes is either answered at once or a call to run.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::value::RawValue;
use taffrail_core::protocol::{
    Change, ClientCapabilities, Fault, Id, LogLevel, Meta, PROTOCOL_VERSION, Request, is_traceparent, key,
    object,
};
use taffrail_core::{Capability, Context};

use super::catalogue::Entry;
use super::complete::AcceptedCompletion;
use super::envelope::Envelope;
use super::host::CallHost;
use super::input::Asking;
use super::listen::AcceptedListen;
use super::listing::Listing;
use super::mirror::{Mirrors, mismatch, require, text_of};
use super::prompts::AcceptedPrompt;
use super::resources::AcceptedRead;
use super::tasks::{self, AcceptedTask, TaskBegin};
use super::{Body, Exchange, Service};
use crate::round::Round;

/// What becomes of a request that is in order.
pub(super) enum Verdict<'r> {
    /// It is answered already.
    Answer(Body),
    /// It is a call of a tool.
    Call(Accepted<'r>),
    /// It asks for a prompt.
    Prompt(AcceptedPrompt<'r>),
    /// It reads a resource.
    Read(AcceptedRead<'r>),
    /// It asks for suggestions.
    Complete(AcceptedCompletion<'r>),
    /// It asks something about a task.
    Task(AcceptedTask),
    /// It subscribes to changes.
    Listen(AcceptedListen),
}

/// A call whose target and envelope are in order; its arguments are not read yet.
pub(super) struct Accepted<'r> {
    pub(super) index: usize,
    pub(super) entry: &'r Entry,
    pub(super) arguments: &'r str,
    pub(super) meta: Envelope<'r>,
    pub(super) round: Option<Arc<Round>>,
    /// From when on it is a task, if its tool may be one and its client takes one.
    pub(super) task: Option<TaskBegin>,
}

impl Service {
    pub(super) fn judge<'r>(
        &'r self,
        request: &'r Request<'_>,
        exchange: &Exchange<'_>,
    ) -> Result<Verdict<'r>, Fault> {
        self.judge_in_order(request, exchange).map_err(|fault| {
            if request.method == "initialize" { Fault::Initialize(Box::new(fault)) } else { fault }
        })
    }

    fn judge_in_order<'r>(
        &'r self,
        request: &'r Request<'_>,
        exchange: &Exchange<'_>,
    ) -> Result<Verdict<'r>, Fault> {
        let meta = check_envelope(request, exchange.mirrors, self.serves_legacy())?;
        self.route(request, Envelope::from(meta), exchange.mirrors)
    }

    /// Steps 10 to 16, by method. What the envelope had to hold was judged.
    pub(super) fn route<'r>(
        &'r self,
        request: &'r Request<'_>,
        meta: Envelope<'r>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<Verdict<'r>, Fault> {
        let catalogue = &self.inner.catalogue;
        let (has_prompts, has_resources) =
            (catalogue.serves(Change::Prompts), catalogue.serves(Change::Resources));
        match &*request.method {
            "tools/call" if self.has_tools() => {
                let name = request.params.name.and_then(text);
                if let Some(mirrors) = mirrors {
                    require(mirrors, "Mcp-Name", name.as_deref().unwrap_or_default(), true)?;
                }
                check_optional_meta(&meta)?;
                self.accept(request, name, meta, mirrors).map(Verdict::Call)
            }
            "tools/list" if self.has_tools() => self.page(request, &meta, catalogue.tools(&meta)),
            "prompts/list" if has_prompts => self.page(request, &meta, catalogue.prompts().listing()),
            "resources/list" if has_resources => self.page(request, &meta, catalogue.resources().resources()),
            "resources/templates/list" if has_resources => {
                self.page(request, &meta, catalogue.resources().templates())
            }
            "server/discover" if !meta.is_legacy() => {
                check_optional_meta(&meta)?;
                let answer = catalogue.introduction().complete(&request.id, catalogue.discovery());
                Ok(Verdict::Answer(answer.into()))
            }
            "prompts/get" if has_prompts => self.judge_prompt(request, meta, mirrors).map(Verdict::Prompt),
            "resources/read" if has_resources => self.judge_read(request, meta, mirrors).map(Verdict::Read),
            "completion/complete" if catalogue.completes() => {
                self.judge_completion(request, meta).map(Verdict::Complete)
            }
            "tasks/get" | "tasks/update" | "tasks/cancel" => {
                self.judge_task(request, &meta, mirrors).map(Verdict::Task)
            }
            // Always, even when there is nothing to listen for (SUB-01).
            "subscriptions/listen" if !meta.is_legacy() => {
                self.judge_listen(request, &meta).map(Verdict::Listen)
            }
            method => Err(Fault::MethodNotFound(method.into())),
        }
    }

    /// A page of a list.
    fn page<'r>(
        &self,
        request: &Request<'_>,
        meta: &Envelope<'_>,
        listing: &Listing,
    ) -> Result<Verdict<'r>, Fault> {
        check_optional_meta(meta)?;
        let page = listing.page(request.params.cursor)?;
        let results = self.inner.catalogue.writer(meta);
        Ok(Verdict::Answer(if meta.is_legacy() {
            results.complete(&request.id, page.without_hints()).into()
        } else {
            let (head, tail) = results.around(&request.id);
            Body::around(Arc::clone(page.members()), head, tail)
        }))
    }

    /// Steps 13 and 15 to 17: the target, its mirrored parameters, what it needs of the client, earlier rounds.
    fn accept<'r>(
        &'r self,
        request: &'r Request<'_>,
        name: Option<Cow<'r, str>>,
        meta: Envelope<'r>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<Accepted<'r>, Fault> {
        let name = name.ok_or_else(|| Fault::InvalidParams("`name` must be a string".into()))?;
        let arguments = request.params.arguments.map_or("{}", RawValue::get);
        if !arguments.starts_with('{') {
            return Err(Fault::InvalidParams("`arguments` must be an object".into()));
        }
        let found = self.inner.catalogue.find(&name);
        let (index, entry) = found.ok_or_else(|| Fault::InvalidParams(format!("Unknown tool: {name}")))?;
        if let Some(mirrors) = mirrors {
            entry.mirrored.iter().try_for_each(|parameter| parameter.check(mirrors, arguments))?;
        }
        require_capabilities(&meta, &entry.needs)?;
        if meta.is_legacy() && entry.is_task_only() {
            // Whatever such a client declares: there are no tasks of this kind in its revision (TASK-20).
            return Err(Fault::MissingCapability(object([(
                "extensions",
                object([(key::TASKS, object([]))]),
            )])));
        }
        let task = tasks::begins(entry, &meta);
        let asking = Asking::of(&entry.definition);
        let origin = ("tools/call", &*name);
        let round = self.begin_round(asking, origin, arguments, &request.params, &meta)?;
        Ok(Accepted { index, entry, arguments, meta, round, task })
    }

    fn has_tools(&self) -> bool {
        self.inner.catalogue.serves(Change::Tools)
    }
}

/// Steps 5 to 10: version, capabilities, method; in the headers where there are any, and in the body.
fn check_envelope<'r>(
    request: &'r Request<'_>,
    mirrors: Option<&dyn Mirrors>,
    legacy: bool,
) -> Result<Meta<'r>, Fault> {
    const VERSION_HEADER: &str = "MCP-Protocol-Version";
    let header = match mirrors {
        Some(mirrors) => {
            let header = text_of(mirrors, VERSION_HEADER)?;
            Some(header.ok_or_else(|| {
                mismatch(VERSION_HEADER, &format!("is missing; this server speaks {PROTOCOL_VERSION}"))
            })?)
        }
        None => None,
    };
    let meta = request.params.meta.ok_or(Fault::Meta(
        "`params._meta` must be an object with `io.modelcontextprotocol/protocolVersion` and `io.modelcontextprotocol/clientCapabilities`",
    ))?;
    let version = meta
        .protocol_version
        .and_then(text)
        .ok_or(Fault::Meta("`_meta` must hold `io.modelcontextprotocol/protocolVersion`, a string"))?;
    if header.is_some_and(|header| header != version) {
        return Err(mismatch(VERSION_HEADER, "differs from `_meta`"));
    }
    if version != PROTOCOL_VERSION {
        return Err(Fault::UnsupportedVersion { asked: version.into_owned(), legacy });
    }
    if !meta.client_capabilities.is_some_and(|capabilities| capabilities.get().starts_with('{')) {
        return Err(Fault::Meta("`_meta` must hold `io.modelcontextprotocol/clientCapabilities`, an object"));
    }
    if let Some(mirrors) = mirrors {
        require(mirrors, "Mcp-Method", &request.method, false)?;
    }
    Ok(meta)
}

/// Step 16: what the target needs of the client.
pub(super) fn require_capabilities(meta: &Meta<'_>, needs: &[Capability]) -> Result<(), Fault> {
    if needs.is_empty() {
        return Ok(());
    }
    let declared = meta.client_capabilities.and_then(ClientCapabilities::read);
    let missing = declared.and_then(|declared| declared.missing(needs));
    missing.map_or(Ok(()), |missing| Err(Fault::MissingCapability(missing)))
}

/// Step 12: what `_meta` may hold, but must hold rightly.
pub(super) fn check_optional_meta(meta: &Meta<'_>) -> Result<(), Fault> {
    if meta.progress_token.is_some_and(|token| Id::parse(token.get()).is_none()) {
        return Err(Fault::InvalidParams("`progressToken` must be a string or an integer".into()));
    }
    if meta.log_level.is_some_and(|level| LogLevel::read(level).is_none()) {
        return Err(Fault::InvalidParams("`io.modelcontextprotocol/logLevel` is no log level".into()));
    }
    Ok(())
}

/// The text of a JSON string, borrowed where it has no escapes.
pub(super) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let json = raw.get();
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(json).ok().map(Cow::Owned)
}

/// The context of a call.
pub(super) fn context(meta: &Meta<'_>, host: &Arc<CallHost>) -> Context {
    let context = Context::new(Arc::clone(host) as Arc<dyn taffrail_core::Host>);
    let context = match meta.client_info {
        Some(info) => context.with_client(info),
        None => context,
    };
    let traceparent = meta.traceparent.and_then(text).filter(|traceparent| is_traceparent(traceparent));
    match traceparent {
        Some(traceparent) => context.with_traceparent(Some(&traceparent)),
        None => context,
    }
}

/// Whether anything may be told before the answer to a request.
pub(crate) fn wants_notifications(request: &Request<'_>) -> bool {
    request.method == "subscriptions/listen"
        || request.params.meta.is_some_and(|meta| meta.progress_token.is_some() || meta.log_level.is_some())
}
