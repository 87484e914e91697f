//! What surrounds the parameters of a request, whichever era they are of.

use std::ops::Deref;
use std::sync::Arc;

use taffrail_core::protocol::{Fault, Id, LogLevel, Meta, Request};

use super::Answer;
use crate::legacy::Peer;

/// What a request says about itself and its client, or what its client has said when it began.
#[derive(Clone, Copy)]
pub(super) struct Envelope<'r> {
    meta: Meta<'r>,
    peer: Option<&'r Arc<Peer>>,
}

impl<'r> From<Meta<'r>> for Envelope<'r> {
    fn from(meta: Meta<'r>) -> Self {
        Self { meta, peer: None }
    }
}

impl<'r> Deref for Envelope<'r> {
    type Target = Meta<'r>;

    fn deref(&self) -> &Meta<'r> {
        &self.meta
    }
}

impl<'r> Envelope<'r> {
    /// Of a request in a connection or session that was begun with `initialize`.
    pub(super) fn legacy(request: &'r Request<'_>, peer: &'r Arc<Peer>) -> Self {
        let own = request.params.meta.unwrap_or_default();
        let meta = Meta {
            client_capabilities: Some(peer.capabilities()),
            client_info: peer.client_info(),
            progress_token: own.progress_token,
            traceparent: own.traceparent,
            ..Meta::default()
        };
        Self { meta, peer: Some(peer) }
    }

    /// The client, when it was begun with `initialize`.
    pub(super) fn peer(&self) -> Option<&'r Arc<Peer>> {
        self.peer
    }

    /// The least severe log messages that the client wants; none at all unless it has said so, in this request or earlier.
    pub(super) fn log_level(&self) -> Option<LogLevel> {
        match self.peer {
            Some(peer) => Some(peer.log_level()),
            None => self.log_level.and_then(LogLevel::read),
        }
    }

    pub(super) fn is_legacy(&self) -> bool {
        self.peer.is_some()
    }

    /// A fault as the client's era writes it. In the earlier one, errors are results of HTTP like any other.
    pub(super) fn fault(&self, fault: &Fault, id: &Id<'_>) -> Answer {
        if self.is_legacy() { Answer::legacy_fault(fault, id) } else { Answer::fault(fault, Some(id)) }
    }
}
