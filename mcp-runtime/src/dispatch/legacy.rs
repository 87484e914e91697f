//! What clients of earlier revisions ask for, and how it differs: the beginning, the shapes of results, the codes.
//!
//! Tools, prompts and resources are the same, and so is everything that runs them.

use std::sync::Arc;

use serde_json::{Value, json};
use taffrail_core::protocol::{Fault, Greeting, Id, Request, ResultWriter, write_definition};
use taffrail_core::{Cache, Failure};

use super::assemble::{Entry, ServerIdentity};
use super::envelope::Envelope;
use super::listing::{Listing, Paging};
use super::{Answer, Outlet, Service};
use crate::legacy::Peer;

/// What is written once for clients of earlier revisions.
pub(super) struct LegacyTexts {
    pub(super) results: ResultWriter,
    /// The members of the result of `initialize` after the version.
    welcome: String,
    /// The list of tools, where it is another one.
    tools: Option<Listing>,
}

impl LegacyTexts {
    pub(super) fn new<S>(
        identity: &ServerIdentity,
        info: &Value,
        capabilities: &Value,
        entries: &[Entry<S>],
        paging: Paging,
    ) -> serde_json::Result<Self> {
        let mut welcome = format!("\"capabilities\":{capabilities},\"serverInfo\":{info}");
        if let Some(instructions) = &identity.instructions {
            welcome.push_str(&format!(",\"instructions\":{}", json!(instructions)));
        }
        let differs = entries.iter().any(|entry| entry.definition.output.is_some() && !entry.gives_object);
        let tools = if differs { Some(tools(entries, paging)?) } else { None };
        Ok(Self { results: ResultWriter::legacy(), welcome, tools })
    }

    /// The list of tools, given the usual one.
    pub(super) fn tools<'a>(&'a self, usual: &'a Listing) -> &'a Listing {
        self.tools.as_ref().unwrap_or(usual)
    }
}

/// Earlier revisions know of structured results that are objects, and of no others (SEP-2106).
fn tools<S>(entries: &[Entry<S>], paging: Paging) -> serde_json::Result<Listing> {
    let mut items = Vec::new();
    for entry in entries {
        let mut item = Vec::new();
        let mut definition = entry.definition.clone();
        definition.output = definition.output.filter(|_| entry.gives_object);
        write_definition(&mut item, &definition)?;
        items.push(item);
    }
    Ok(Listing::new("tools", &items, paging, Cache::NONE))
}

impl<S: Send + Sync + 'static> Service<S> {
    /// Whether clients that begin with `initialize` are served.
    pub(crate) fn serves_legacy(&self) -> bool {
        self.inner.catalogue.legacy().is_some()
    }

    /// Answers `initialize`. `message` is the whole request.
    ///
    /// # Errors
    /// The answer to a client that does not say what it must.
    pub(crate) fn greet(&self, id: &Id<'_>, message: &[u8]) -> Result<(Peer, Answer), Answer> {
        let refused = |problem: &str| Answer::legacy_fault(&Fault::InvalidParams(problem.into()), id);
        let service = self.now();
        let Some(legacy) = service.inner.catalogue.legacy() else {
            return Err(refused("this server needs no `initialize`"));
        };
        let greeting = Greeting::read(message).map_err(refused)?;
        let peer = Peer::new(&greeting).ok_or_else(|| refused("`capabilities` must be an object"))?;
        tracing::info!(version = peer.version(), "a client of an earlier revision has begun");
        let members = format!("\"protocolVersion\":\"{}\",{}", peer.version(), legacy.welcome);
        Ok((peer, Answer::result(legacy.results.complete(id, &members))))
    }

    /// Answers `ping`, which asks for nothing and may come before `initialize`.
    pub(crate) fn pong(&self, id: &Id<'_>) -> Answer {
        Answer::result(ResultWriter::legacy().complete(id, ""))
    }

    /// Answers a request of a client that has begun with `initialize`. Dropping the future cancels the call.
    pub(crate) async fn respond_legacy(
        &self,
        request: Request<'_>,
        peer: &Arc<Peer>,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let envelope = Envelope::legacy(&request, peer);
        if request.method == "ping" {
            return self.pong(&request.id);
        }
        let service = self.now();
        match service.route(&request, envelope, None) {
            Ok(verdict) => service.carry_out(&request, verdict, outlet).await,
            Err(Fault::MissingCapability(missing)) => service.cannot_be_asked(&request, envelope, &missing),
            Err(fault) => envelope.fault(&fault, &request.id),
        }
    }

    /// There is no error for this in the earlier revisions, so the model is told.
    fn cannot_be_asked(&self, request: &Request<'_>, envelope: Envelope<'_>, missing: &Value) -> Answer {
        let names: Vec<&str> = missing.as_object().into_iter().flatten().map(|(name, _)| &**name).collect();
        let problem = format!("this needs a client that can be asked: it lacks {}", names.join(" and "));
        if request.method != "tools/call" {
            return envelope.fault(&Fault::InvalidParams(problem), &request.id);
        }
        let failure = Failure::business(problem, "tell the user that another client is needed for this");
        self.written(
            "a result",
            &request.id,
            self.inner.catalogue.writer(&envelope).failure(&request.id, &failure),
        )
    }
}
