//! Request bodies in, response bodies out.

use super::refusal::Refusal;
use super::sse::Events;
use crate::dispatch::Body as Answered;
use bytes::{Buf, Bytes, BytesMut};
use http_body::{Body, Frame, SizeHint};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// The body of a response: JSON in one piece, or a stream of events. Dropping it cancels the call that still feeds it.
#[derive(Debug)]
pub struct HttpBody {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Whole(Option<Bytes>),
    /// In parts, so that what is shared need not be copied; the first is the next to go.
    Parts(VecDeque<Bytes>),
    Events(Box<Events>),
}

impl HttpBody {
    pub(crate) fn empty() -> Self {
        Self { kind: Kind::Whole(None) }
    }

    pub(crate) fn whole(bytes: Vec<u8>) -> Self {
        Self { kind: Kind::Whole(Some(bytes.into())) }
    }

    pub(crate) fn answer(body: Answered) -> Self {
        /// Text that other answers hold too.
        struct Shared(Arc<String>);

        impl AsRef<[u8]> for Shared {
            fn as_ref(&self) -> &[u8] {
                self.0.as_bytes()
            }
        }

        let (head, shared, tail) = body.into_parts();
        match shared {
            None => Self::whole(head),
            Some(shared) => {
                let parts = [head.into(), Bytes::from_owner(Shared(shared)), tail.into()];
                Self { kind: Kind::Parts(parts.into()) }
            }
        }
    }

    pub(crate) fn events(events: Events) -> Self {
        Self { kind: Kind::Events(Box::new(events)) }
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.kind {
            Kind::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Parts(parts) => Poll::Ready(parts.pop_front().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Events(events) => {
                events.poll(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.kind {
            Kind::Whole(bytes) => bytes.is_none(),
            Kind::Parts(parts) => parts.is_empty(),
            Kind::Events(events) => events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
            Kind::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Kind::Parts(parts) => SizeHint::with_exact(parts.iter().map(|bytes| bytes.len() as u64).sum()),
            Kind::Events(_) => SizeHint::default(),
        }
    }
}

/// Reads a body of at most `most` bytes within `time`, without copying one that comes in one piece.
pub(crate) async fn collect<B: Body>(body: B, most: usize, time: Duration) -> Result<Bytes, Refusal> {
    let mut body = pin!(body);
    // Honest about its length: refused before any of it is read.
    if body.size_hint().lower() > most as u64 {
        return Err(Refusal::BodyTooLarge { most });
    }
    let mut timer = None;
    let mut first = Bytes::new();
    let mut joined = BytesMut::new();
    loop {
        let next = std::future::poll_fn(|context| match body.as_mut().poll_frame(context) {
            Poll::Ready(frame) => Poll::Ready(Ok(frame)),
            Poll::Pending => {
                // Most bodies are already there; only the others pay for a timer.
                let timer = timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(time)));
                timer.as_mut().poll(context).map(|()| Err(Refusal::BodyTooSlow))
            }
        });
        let frame = match next.await? {
            None => break,
            Some(Err(_)) => return Err(Refusal::BodyBroken),
            Some(Ok(frame)) => frame,
        };
        let Ok(mut data) = frame.into_data() else { continue };
        let count = data.remaining();
        if first.len() + joined.len() + count > most {
            return Err(Refusal::BodyTooLarge { most });
        }
        if first.is_empty() && joined.is_empty() {
            first = data.copy_to_bytes(count);
        } else {
            if joined.is_empty() {
                let rest = usize::try_from(body.size_hint().lower()).unwrap_or(most);
                joined.reserve((first.len() + count).saturating_add(rest).min(most));
                joined.extend_from_slice(&std::mem::take(&mut first));
            }
            joined.extend_from_slice(&data.copy_to_bytes(count));
        }
    }
    Ok(if joined.is_empty() { first } else { joined.freeze() })
}
