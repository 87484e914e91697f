//! The answer to a message.

use std::borrow::Cow;
use std::sync::Arc;

use taffrail_core::protocol::{Fault, Id};

/// A response, and the HTTP status that goes with it.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status; other transports have none.
    pub status: u16,
    /// One JSON object on one line, without the newline.
    pub body: Body,
}

/// The text of an answer. What is the same in every answer, the items of a list above all, is shared and not copied.
#[derive(Debug, Default)]
pub struct Body {
    head: Vec<u8>,
    shared: Option<Arc<String>>,
    tail: Vec<u8>,
}

impl Body {
    pub(crate) fn around(shared: Arc<String>, head: Vec<u8>, tail: Vec<u8>) -> Self {
        Self { head, shared: Some(shared), tail }
    }

    /// Its length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    /// Whether there is nothing in it, as in the answer to a request that was cancelled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole text, in one piece.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        self.parts().concat()
    }

    pub(crate) fn parts(&self) -> [&[u8]; 3] {
        [&self.head, self.shared.as_ref().map_or(&[], |shared| shared.as_bytes()), &self.tail]
    }

    #[cfg(feature = "http")]
    pub(crate) fn into_parts(self) -> (Vec<u8>, Option<Arc<String>>, Vec<u8>) {
        (self.head, self.shared, self.tail)
    }

    /// Appends it to text that is written as a whole.
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        self.parts().iter().for_each(|part| out.extend_from_slice(part));
    }
}

impl From<Vec<u8>> for Body {
    fn from(text: Vec<u8>) -> Self {
        Self { head: text, ..Self::default() }
    }
}

impl Answer {
    pub(crate) fn result(body: impl Into<Body>) -> Self {
        Self { status: 200, body: body.into() }
    }

    pub(crate) fn fault(fault: &Fault, id: Option<&Id<'_>>) -> Self {
        Self { status: fault.status(), body: fault.to_response(id).into() }
    }

    /// The answer to a client of an earlier revision, where an error is no failure of HTTP.
    pub(crate) fn legacy_fault(fault: &Fault, id: &Id<'_>) -> Self {
        Self { status: 200, body: fault.to_legacy_response(Some(id)).into() }
    }

    /// No answer: that to a request which its client has cancelled.
    #[cfg(feature = "http")]
    pub(crate) fn none() -> Self {
        const ACCEPTED: u16 = 202;
        Self { status: ACCEPTED, body: Body::default() }
    }

    /// The answer to something that is no message of its own, for a reason that the transport knows.
    pub(crate) fn invalid_request(problem: impl Into<Cow<'static, str>>) -> Self {
        Self::fault(&Fault::InvalidRequest(problem.into()), None)
    }
}
