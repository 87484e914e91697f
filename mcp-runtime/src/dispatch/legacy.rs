//! What clients of earlier revisions ask for, and how it differs: the beginning, the shapes of results, the codes.
//!
//! Tools, prompts and resources are the same, and so is everything that runs them.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value};
use taffrail_core::protocol::{
    Change, Fault, Greeting, Id, LogLevel, Request, ResultWriter, SubscriptionWriter,
};
use taffrail_core::{Failure, uri};

use super::envelope::Envelope;
use super::introduction::ServerIdentity;
use super::listen::{Listening, tell};
use super::respond::text;
use super::{Answer, Outlet, Service, refusal};
use crate::legacy::Peer;
use crate::race::{Either, race};
use crate::tasks::TaskWatch;

/// What is written once for clients of earlier revisions.
pub(super) struct LegacyTexts {
    pub(super) results: ResultWriter,
    /// The members of the result of `initialize` after the version.
    welcome: String,
}

impl LegacyTexts {
    pub(super) fn new(identity: &ServerIdentity, info: &Value, capabilities: &Value) -> Self {
        let mut welcome = format!("\"capabilities\":{capabilities},\"serverInfo\":{info}");
        if let Some(instructions) = &identity.instructions {
            welcome.push_str(&format!(",\"instructions\":{}", Value::from(instructions.as_str())));
        }
        Self { results: ResultWriter::legacy(), welcome }
    }
}

/// The resource that a request names.
fn resource_of<'r>(request: &'r Request<'_>) -> Result<Cow<'r, str>, Fault> {
    let uri = request.params.uri.and_then(text);
    let uri = uri.ok_or_else(|| Fault::InvalidParams("`uri` must be a string".into()))?;
    match uri::check(&uri) {
        Ok(()) => Ok(uri),
        Err(problem) => Err(refusal::unacceptable_uri(&format!("`uri` is no URI: {problem}"), &uri)),
    }
}

impl Service {
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

    /// Answers `ping`, which asks for nothing and may come before `initialize`, and whatever else has an empty result.
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
        let service = self.now();
        let done = match &*request.method {
            "ping" => Some(Ok(())),
            "logging/setLevel" => service.set_log_level(&request, peer),
            "resources/subscribe" => service.subscribe(&request, peer),
            "resources/unsubscribe" => service.unsubscribe(&request, peer),
            _ => None,
        };
        match done {
            Some(Ok(())) => return self.pong(&request.id),
            Some(Err(fault)) => return envelope.fault(&fault, &request.id),
            None => {}
        }
        match service.route(&request, envelope, None) {
            Ok(verdict) => service.carry_out(&request, verdict, outlet).await,
            Err(Fault::MissingCapability(missing)) => service.cannot_be_asked(&request, envelope, &missing),
            Err(fault) => envelope.fault(&fault, &request.id),
        }
    }

    /// Sets the least severe log messages that the client gets; `None` when none are ever sent.
    fn set_log_level(&self, request: &Request<'_>, peer: &Peer) -> Option<Result<(), Fault>> {
        self.inner.catalogue.logs_to_clients().then(|| {
            let level = request.params.level.and_then(LogLevel::read).ok_or_else(|| {
                let words = LogLevel::ALL.map(LogLevel::word).join(", ");
                Fault::InvalidParams(format!("`level` must be one of {words}"))
            })?;
            peer.set_log_level(level);
            Ok(())
        })
    }

    /// Tells the client when a resource changes; `None` when nobody would say so.
    fn subscribe(&self, request: &Request<'_>, peer: &Peer) -> Option<Result<(), Fault>> {
        let most = self.inner.limits.subscribed_resources;
        self.tells(Change::Contents).then(|| {
            let uri = resource_of(request)?;
            self.inner.catalogue.resources().find(&uri).ok_or_else(|| refusal::unknown_resource(&uri))?;
            if peer.interest().add(&uri, most) {
                return Ok(());
            }
            Err(Fault::InvalidParams(format!(
                "more than {most} resources, or URIs that are too long together"
            )))
        })
    }

    fn unsubscribe(&self, request: &Request<'_>, peer: &Peer) -> Option<Result<(), Fault>> {
        self.tells(Change::Contents).then(|| resource_of(request).map(|uri| peer.interest().remove(&uri)))
    }

    /// Whether clients are told of any change.
    #[cfg(feature = "http")]
    pub(crate) fn tells_changes(&self) -> bool {
        !self.inner.listening.kinds.is_empty()
    }

    fn tells(&self, change: Change) -> bool {
        self.inner.listening.kinds.contains(&change)
    }

    /// Notes changes for a client from now on.
    pub(crate) fn listen_legacy(&self, peer: &Peer) {
        let Listening { changes, kinds, .. } = &*self.inner.listening;
        if !kinds.is_empty() {
            peer.interest().listen(changes, kinds);
        }
    }

    /// Tells a client of what is noted for it, until it goes, the server ends, or it no longer reads.
    pub(crate) async fn tell_legacy(&self, peer: &Peer, outlet: &dyn Outlet) {
        let Some(streams) = outlet.streams() else { return };
        let (writer, patience) = (SubscriptionWriter::legacy(), self.inner.limits.stalled);
        let (mut follower, mut no_tasks) = (peer.interest().follow(), TaskWatch::none());
        while let Some(subscription) = follower.now() {
            let told = tell(&subscription, &mut no_tasks, &writer, outlet, patience);
            match race(follower.moved(), race(streams.ended(), told)).await {
                Either::Left(()) => {}
                Either::Right(_) => return,
            }
        }
    }

    /// There is no error for this in the earlier revisions, so the model is told.
    fn cannot_be_asked(&self, request: &Request<'_>, envelope: Envelope<'_>, missing: &Value) -> Answer {
        let problem = if missing.get("extensions").is_some() {
            // Nothing else that it lacks matters then.
            "this runs as a task, and only clients of a later revision of the protocol take tasks".into()
        } else {
            let names =
                |missing: &Map<String, Value>| missing.keys().cloned().collect::<Vec<_>>().join(" and ");
            let names = missing.as_object().map(names).unwrap_or_default();
            format!("this needs a client that can be asked: it lacks {names}")
        };
        if request.method != "tools/call" {
            return envelope.fault(&Fault::InvalidParams(problem), &request.id);
        }
        let failure = Failure::business(problem, "tell the user that another client is needed for this");
        Answer::result(self.inner.catalogue.writer(&envelope).failure(&request.id, &failure))
    }
}
