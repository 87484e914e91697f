//! Step 17 of ORDER-01: what a request brings back from an earlier round; and the answer that asks for more.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde_json::Value;
use taffrail_core::protocol::{ClientCapabilities, Fault, Id, Params};
use taffrail_core::{Capability, Consent, Definition, Failure};

use super::envelope::Envelope;
use super::respond::text;
use super::{Answer, Service};
use crate::round::{Begun, Conclusion, Origin, Principal, Round};

/// Whether something that is called may ask, and what it has declared.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    pub(super) asks: bool,
    pub(super) consent: Consent,
}

impl Asking {
    /// Of something that confirms nothing.
    pub(super) fn for_any(needs: &[Capability]) -> Self {
        Self { asks: !needs.is_empty(), consent: Consent::default() }
    }

    pub(super) fn of(definition: &Definition) -> Self {
        let consequences = definition.consequences;
        let consent = Consent { fallback: consequences.confirm, max_affected: consequences.max_affected };
        Self { asks: definition.asks(), consent }
    }
}

/// What polling a call came to.
pub(super) enum Driven<T> {
    /// Its own outcome.
    Done(T),
    /// Nothing: it panicked.
    Panicked,
    /// The end of a round that asks, or of one that cannot go on.
    RoundOver,
}

impl Service {
    /// Begins the round of a call. What asks nothing has none, and accepts no state.
    pub(super) fn begin_round(
        &self,
        asking: Asking,
        (method, target): (&'static str, &str),
        arguments: &str,
        params: &Params<'_>,
        envelope: &Envelope<'_>,
    ) -> Result<Option<Arc<Round>>, Fault> {
        if let Some(peer) = envelope.peer() {
            let client = envelope.client_capabilities.and_then(ClientCapabilities::read).unwrap_or_default();
            let live = || Round::live(&self.inner.sealing, Arc::clone(peer), client, asking.consent);
            return Ok(asking.asks.then(|| Arc::new(live())));
        }
        if !asking.asks && params.input_responses.is_none() && params.request_state.is_none() {
            return Ok(None);
        }
        let responses = match params.input_responses {
            None => Value::Null,
            Some(raw) => raw
                .get()
                .parse()
                .ok()
                .filter(Value::is_object)
                .ok_or_else(|| Fault::InvalidParams("`inputResponses` must be an object".into()))?,
        };
        let state = match params.request_state {
            None => None,
            Some(raw) => Some(
                text(raw).ok_or_else(|| Fault::InvalidParams("`requestState` must be a string".into()))?,
            ),
        };
        let origin = Origin { principal: Principal::NOBODY, method, target, arguments };
        let client = envelope.client_capabilities.and_then(ClientCapabilities::read).unwrap_or_default();
        let begun = Begun { origin, client, consent: asking.consent, responses, state: state.as_deref() };
        let round = Round::begin(&self.inner.sealing, begun)?;
        Ok(asking.asks.then(|| Arc::new(round)))
    }

    /// The answer to a call whose round is over. `failed` writes what the model should know.
    pub(super) fn conclude(
        &self,
        envelope: &Envelope<'_>,
        id: &Id<'_>,
        target: &str,
        round: Option<&Round>,
        failed: impl FnOnce(Failure) -> Answer,
    ) -> Answer {
        let Some(round) = round else { return envelope.fault(&Fault::Internal, id) };
        match round.conclude() {
            Conclusion::Ask { questions, state } => {
                Answer::result(self.inner.catalogue.writer(envelope).input_required(id, &questions, &state))
            }
            Conclusion::Fault(fault) => envelope.fault(&fault, id),
            Conclusion::Failure(failure) => failed(failure),
            Conclusion::Broken(problem) => {
                tracing::error!(target, problem, "a call cannot go on");
                envelope.fault(&Fault::Internal, id)
            }
        }
    }
}

/// Polls a call to its outcome or to the end of its round. A panic in it ends this call and nothing else.
pub(super) async fn drive<T>(
    running: Pin<Box<dyn Future<Output = T> + Send + '_>>,
    round: Option<&Round>,
) -> Driven<T> {
    let mut running = Contained(Some(running));
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| running.poll(cx))) {
        Ok(Poll::Ready(outcome)) => Poll::Ready(Driven::Done(outcome)),
        Ok(Poll::Pending) if round.is_some_and(|round| round.is_over(cx)) => Poll::Ready(Driven::RoundOver),
        Ok(Poll::Pending) => Poll::Pending,
        Err(_) => Poll::Ready(Driven::Panicked),
    })
    .await
}

/// A call that is dropped where it is polled: what its values do when they are dropped may panic too.
struct Contained<'a, T>(Option<Pin<Box<dyn Future<Output = T> + Send + 'a>>>);

impl<T> Contained<'_, T> {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<T> {
        self.0.as_mut().map_or(Poll::Pending, |running| running.as_mut().poll(cx))
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        let running = self.0.take();
        if catch_unwind(AssertUnwindSafe(|| drop(running))).is_err() {
            tracing::error!("a call that was over panicked when it was dropped");
        }
    }
}
