//! Calls that become tasks.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use serde_json::value::RawValue;
use taffrail_core::TaskBegin;
use taffrail_core::protocol::{Fault, Id, Meta};

use crate::dispatch::envelope::Envelope;
use crate::dispatch::respond::Accepted;
use crate::dispatch::{Answer, Outlet, Service};
use crate::round::{Principal, Round};
use crate::tasks::{Created, OpenTask};

/// What a call's future makes: its answer, written.
type Work = Pin<Box<dyn Future<Output = Answer> + Send>>;

impl Service {
    /// Runs a call whose client takes a task in the place of an answer.
    pub(in crate::dispatch) async fn run_as_task(
        &self,
        id: &Id<'_>,
        accepted: &Accepted<'_>,
        begins: TaskBegin,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let Some(desk) = self.desk() else { return Answer::fault(&Fault::Internal, Some(id)) };
        let time = accepted.entry.definition.timeout;
        let task = OpenTask::new(desk, Principal::NOBODY.subject(), time, outlet);
        if begins == TaskBegin::AtOnce
            && let Err(failure) = task.begin().await
        {
            let name = &*accepted.entry.definition.name;
            return self.answer(&accepted.meta, id, name, Err(failure.into()));
        }
        let call = OwnedCall::new(id, accepted);
        let mut work: Work = Box::pin(call.perform(self.clone(), Arc::clone(&task)));
        let created = match begins {
            TaskBegin::AtOnce => task.take_created(),
            TaskBegin::Explicitly => match begun_or_answered(&task, &mut work).await {
                Begun::Task(created) => Some(created),
                Begun::Both(created, answer) => {
                    work = Box::pin(std::future::ready(answer));
                    Some(created)
                }
                Begun::Answer(answer) => return answer,
            },
        };
        let Some(created) = created else { return Answer::fault(&Fault::Internal, Some(id)) };
        let answer = self.inner.catalogue.results().task(id, &created.members);
        desk.supervise(task, created, Box::pin(async move { work.await.body.to_vec() }));
        Answer::result(answer)
    }
}

/// How far a call has come when its client can be answered.
enum Begun {
    Task(Created),
    /// It has begun a task and was done with it at once.
    Both(Created, Answer),
    Answer(Answer),
}

/// Polls a call until it is a task or done. A task is seen in the same poll in which it was made, so that there is no moment in
/// which a client that goes away leaves one behind.
async fn begun_or_answered(task: &OpenTask, work: &mut Work) -> Begun {
    poll_fn(|cx| {
        let polled = work.as_mut().poll(cx);
        Poll::Ready(match (polled, task.take_created()) {
            (Poll::Ready(answer), None) => Begun::Answer(answer),
            (Poll::Ready(answer), Some(created)) => Begun::Both(created, answer),
            (Poll::Pending, Some(created)) => Begun::Task(created),
            (Poll::Pending, None) => return Poll::Pending,
        })
    })
    .await
}

/// A call with its own copy of what a request lends.
struct OwnedCall {
    id: Id<'static>,
    index: usize,
    arguments: Box<str>,
    client_info: Option<Box<RawValue>>,
    progress_token: Option<Box<RawValue>>,
    traceparent: Option<Box<RawValue>>,
    log_level: Option<Box<RawValue>>,
    round: Option<Arc<Round>>,
}

impl OwnedCall {
    fn new(id: &Id<'_>, accepted: &Accepted<'_>) -> Self {
        let own = |raw: Option<&RawValue>| raw.map(ToOwned::to_owned);
        Self {
            id: id.clone().into_owned(),
            index: accepted.index,
            arguments: accepted.arguments.into(),
            client_info: own(accepted.meta.client_info),
            progress_token: own(accepted.meta.progress_token),
            traceparent: own(accepted.meta.traceparent),
            log_level: own(accepted.meta.log_level),
            round: accepted.round.clone(),
        }
    }

    /// Runs it, in the generation of the server in which it came.
    async fn perform(self, service: Service, task: Arc<OpenTask>) -> Answer {
        let Some(entry) = service.inner.catalogue.entries().get(self.index) else {
            return Answer::fault(&Fault::Internal, Some(&self.id));
        };
        let meta = Meta {
            client_info: self.client_info.as_deref(),
            progress_token: self.progress_token.as_deref(),
            traceparent: self.traceparent.as_deref(),
            log_level: self.log_level.as_deref(),
            ..Meta::default()
        };
        let accepted = Accepted {
            index: self.index,
            entry,
            arguments: &self.arguments,
            meta: Envelope::from(meta),
            round: self.round.clone(),
            task: None,
        };
        let outlet = task.outlet();
        service.perform(&self.id, accepted, outlet, Some(task)).await
    }
}
