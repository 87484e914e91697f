//! Step 17 of ORDER-01: what a request brings back from an earlier round; and the answer that asks for more.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde_json::Value;
use taffrail_core::protocol::{ClientCapabilities, Fault, Id, Params};
use taffrail_core::{Capability, Consent, Definition, Failure, Refusal, Work};

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

/// How a call ended that was polled.
pub(super) enum Driven {
    /// With its own outcome.
    Done,
    /// With nothing: it panicked.
    Panicked,
    /// With the end of a round that asks, or of one that cannot go on.
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

    /// The answer to a call whose round is over.
    ///
    /// # Errors
    /// What the model should know.
    pub(super) fn conclude(
        &self,
        envelope: &Envelope<'_>,
        id: &Id<'_>,
        target: &str,
        round: Option<&Round>,
    ) -> Result<Answer, Failure> {
        let Some(round) = round else { return Ok(envelope.fault(&Fault::Internal, id)) };
        Ok(match round.conclude() {
            Conclusion::Ask { questions, state } => {
                Answer::result(self.inner.catalogue.writer(envelope).input_required(id, &questions, &state))
            }
            Conclusion::Fault(fault) => envelope.fault(&fault, id),
            Conclusion::Failure(failure) => return Err(failure),
            Conclusion::Broken(problem) => {
                tracing::error!(target, problem, "a call cannot go on");
                envelope.fault(&Fault::Internal, id)
            }
        })
    }
}

/// Polls a call to its outcome or to the end of its round. A panic in it ends this call and nothing else.
pub(super) async fn drive(
    mut running: Pin<&mut (dyn Future<Output = ()> + Send)>,
    round: Option<&Round>,
) -> Driven {
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(cx))) {
        Ok(Poll::Ready(())) => Poll::Ready(Driven::Done),
        Ok(Poll::Pending) if round.is_some_and(|round| round.is_over(cx)) => Poll::Ready(Driven::RoundOver),
        Ok(Poll::Pending) => Poll::Pending,
        Err(_) => Poll::Ready(Driven::Panicked),
    })
    .await
}

/// A call that keeps its outcome, so that whoever polls it need not know of which type that is. It is dropped here: what its values do
/// when they are dropped may panic too.
pub(super) struct Contained<'a, T> {
    running: Option<Work<'a, T>>,
    pub(super) outcome: Option<Result<T, Refusal>>,
}

impl<'a, T> Contained<'a, T> {
    pub(super) fn new(work: Work<'a, T>) -> Self {
        Self { running: Some(work), outcome: None }
    }
}

/// What is polled is pinned by its own box.
impl<T> Unpin for Contained<'_, T> {}

impl<T> Future for Contained<'_, T> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(running) = &mut self.running else { return Poll::Pending };
        running.as_mut().poll(cx).map(|outcome| self.outcome = Some(outcome))
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        let running = self.running.take();
        if catch_unwind(AssertUnwindSafe(|| drop(running))).is_err() {
            tracing::error!("a call that was over panicked when it was dropped");
        }
    }
}
