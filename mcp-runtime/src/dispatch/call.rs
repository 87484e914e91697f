//! Running a call: admission, time limit, panics, and what its outcome becomes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use taffrail_core::protocol::{Fault, Id};
use taffrail_core::{Content, Failure, Outcome, Refusal, Reply, Text, Work};

use super::envelope::Envelope;
use super::host::{CallGuard, CallTask};
use super::input::{Contained, Driven, drive};
use super::refusal::log_causes;
use super::respond::{Accepted, context};
use super::{Answer, Outlet, Service, tasks};
use crate::apart::apart;
use crate::round::Round;
use crate::tasks::TaskHandle;

/// How long something may run.
#[derive(Default)]
pub(super) struct TimeLimit {
    /// Its own limit; the server's holds otherwise.
    pub(super) own: Option<Duration>,
    /// The task that it is, or may become, which has another.
    pub(super) task: Option<TaskHandle>,
}

impl From<Option<Duration>> for TimeLimit {
    fn from(own: Option<Duration>) -> Self {
        Self { own, task: None }
    }
}

impl Service {
    pub(super) async fn run(&self, id: &Id<'_>, accepted: Accepted<'_>, outlet: Arc<dyn Outlet>) -> Answer {
        let admitted = self.inner.catalogue.admit(accepted.index);
        let _pass = match admitted {
            Ok(pass) => pass,
            Err(failure) => {
                let name = &*accepted.entry.definition.name;
                return self.answer(&accepted.meta, id, name, Err(failure.into()));
            }
        };
        match accepted.task {
            None => self.perform(id, accepted, outlet, None).await,
            // Apart, so that calls that are no tasks stay small.
            Some(begins) => apart(self.run_as_task(id, &accepted, begins, outlet)).await,
        }
    }

    /// Runs a call that was let in. `task` is what it is, or may become.
    pub(super) async fn perform(
        &self,
        id: &Id<'_>,
        accepted: Accepted<'_>,
        outlet: Arc<dyn Outlet>,
        task: Option<TaskHandle>,
    ) -> Answer {
        let name = &*accepted.entry.definition.name;
        let round = accepted.round.clone();
        if let (Some(round), Some(task)) = (&round, &task) {
            round.attach(task);
        }
        let limits = TimeLimit { own: accepted.entry.definition.timeout, task: task.clone() };
        let task = CallTask { task, declared: tasks::declared(&accepted.entry.definition) };
        let host = self.host(&accepted.meta, outlet, round.clone(), task);
        let guard = CallGuard::new(Arc::clone(&host));
        let context = context(&accepted.meta, &host);
        let call = self.call_of(&context, accepted.arguments);
        let outcome = match catch_unwind(AssertUnwindSafe(|| accepted.entry.tool.call(call))) {
            Ok(Ok(running)) => self.outcome("tool", running, round.as_deref(), limits).await,
            Ok(Err(violations)) => Some(Err(Failure::validation(violations.to_string()).into())),
            Err(_) => Some(Err(panicked())),
        };
        guard.answered();
        match (outcome, &accepted.round) {
            (Some(outcome), _) => {
                let outcome = outcome.map(|reply| accepted.shaped(reply));
                self.answer(&accepted.meta, id, name, outcome)
            }
            (None, round) => self
                .conclude(&accepted.meta, id, name, round.as_deref())
                .unwrap_or_else(|failure| self.answer(&accepted.meta, id, name, Err(failure.into()))),
        }
    }

    /// The outcome of running work, within its time; `None` when its round is over without one.
    pub(super) async fn outcome<T: Send>(
        &self,
        what: &str,
        work: Work<'_, T>,
        round: Option<&Round>,
        time: TimeLimit,
    ) -> Option<Result<T, Refusal>> {
        let mut work = Contained::new(work);
        let polled = Pin::new(&mut work);
        match self.within(what, polled, round, time).await? {
            Ok(()) => work.outcome.take(),
            Err(refusal) => Some(Err(refusal)),
        }
    }

    /// As [`outcome`](Self::outcome), for work of any type that keeps its outcome.
    async fn within(
        &self,
        what: &str,
        work: Pin<&mut (dyn Future<Output = ()> + Send)>,
        round: Option<&Round>,
        time: TimeLimit,
    ) -> Option<Result<(), Refusal>> {
        let TimeLimit { own, task } = time;
        let mut limit = own.unwrap_or(self.inner.limits.call_time);
        let mut work = std::pin::pin!(drive(work, round));
        let mut rest = task.as_ref().and_then(|task| task.rest()).unwrap_or(limit);
        let driven = loop {
            let driven = tokio::time::timeout(rest, work.as_mut()).await;
            // The time in which a person thinks about a question is not the call's.
            let waited = round.map_or(Duration::ZERO, Round::take_waited);
            // Nor is it that of a task that has begun meanwhile: then another limit holds.
            let of_task = task.as_ref().and_then(|task| task.rest().map(|rest| (rest, task.time())));
            match of_task {
                _ if driven.is_ok() => break driven,
                Some((left, time)) if !left.is_zero() => (rest, limit) = (left, time),
                None if !waited.is_zero() => rest = waited.max(Duration::from_millis(100)),
                _ => break driven,
            }
        };
        match driven {
            Ok(Driven::Done) => Some(Ok(())),
            Ok(Driven::Panicked) => Some(Err(panicked())),
            Ok(Driven::RoundOver) => None,
            Err(_) => Some(Err(Failure::transient(format!(
                "the {what} was stopped after {} s, its time limit; ask for less, or try again later",
                limit.as_secs_f64()
            ))
            .into())),
        }
    }

    pub(super) fn answer(
        &self,
        envelope: &Envelope<'_>,
        id: &Id<'_>,
        tool: &str,
        outcome: Outcome,
    ) -> Answer {
        let results = self.inner.catalogue.writer(envelope);
        let written = match outcome {
            Ok(reply) => self.bounded(reply).map(|reply| results.reply(id, &reply)),
            Err(refusal) => Err(refusal),
        };
        let written = match written {
            Ok(written) => written,
            Err(Refusal::Failure(failure)) => {
                log_causes(tool, &failure);
                results.failure(id, &failure)
            }
            Err(Refusal::Internal(problem)) => {
                tracing::error!(tool, problem, "a call failed inside the server");
                return envelope.fault(&Fault::Internal, id);
            }
        };
        Answer::result(written)
    }

    /// A reply within the limit: text is cut and says so, anything else too large is a failure.
    fn bounded(&self, reply: Reply) -> Result<Reply, Refusal> {
        let limit = self.inner.limits.result_bytes;
        let structured = reply.structured().map_or(0, str::len);
        let texts = reply.content().iter().map(Content::size);
        if structured + texts.sum::<usize>() <= limit {
            return Ok(reply);
        }
        let only_text =
            structured == 0 && reply.content().iter().all(|block| matches!(block, Content::Text(_)));
        if only_text {
            return Ok(cut(reply, limit));
        }
        Err(Failure::validation(format!("the result is larger than the server's limit of {limit} bytes"))
            .accepts("a narrower search, a smaller `limit`, or fewer fields")
            .into())
    }
}

impl Accepted<'_> {
    /// The reply as the client's era can have it (LEGACY-25).
    fn shaped(&self, reply: Reply) -> Reply {
        if self.meta.is_legacy() && !self.entry.gives_object { reply.into_text_only() } else { reply }
    }
}

/// Cuts the text of a reply at a limit in bytes, and says so.
fn cut(reply: Reply, limit: usize) -> Reply {
    let (blocks, _) = reply.into_parts();
    let (mut rest, mut whole) = (limit, 0);
    let mut kept = Reply::default();
    for block in &blocks {
        let Content::Text(text) = block else { continue };
        let text = text.as_str();
        whole += text.len();
        let end = (0..=rest.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let part = &text[..end];
        rest -= part.len();
        if !part.is_empty() {
            kept = kept.and(Text::new(part.to_owned()));
        }
    }
    kept.and(Text::new(format!(
        "[Cut: the first {} of {whole} bytes are shown, the server's limit. Ask for less to see the rest.]",
        limit - rest
    )))
}

/// The payload of a panic is in the panic hook's output; it is not sent.
pub(super) fn panicked() -> Refusal {
    Refusal::Internal("the function panicked".into())
}
