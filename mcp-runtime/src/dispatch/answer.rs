//! The answer to a message.

use std::borrow::Cow;

use taffrail_core::protocol::{Fault, Id};

/// A response, and the HTTP status that goes with it.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status; other transports have none.
    pub status: u16,
    /// One JSON object on one line, without the newline.
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn result(body: Vec<u8>) -> Self {
        Self { status: 200, body }
    }

    pub(crate) fn fault(fault: &Fault, id: Option<&Id<'_>>) -> Self {
        Self { status: fault.status(), body: fault.to_response(id) }
    }

    /// The answer to something that is no message of its own, for a reason that the transport knows.
    pub(crate) fn invalid_request(problem: impl Into<Cow<'static, str>>) -> Self {
        Self::fault(&Fault::InvalidRequest(problem.into()), None)
    }
}
