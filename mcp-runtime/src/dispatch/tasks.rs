//! Calls that become tasks, and what is asked about them: `tasks/get`, `tasks/update`, `tasks/cancel` (*Tasks extension*).

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use taffrail_core::protocol::{Fault, Id, Meta, Request};
use taffrail_core::{Capability, TaskBegin};

use super::envelope::Envelope;
use super::mirror::{Mirrors, require};
use super::respond::{Accepted, check_optional_meta, require_capabilities, text};
use super::{Answer, Outlet, Service};
use crate::round::{Principal, Round};
use crate::tasks::{Created, Desk, Lookup, OpenTask, StoreError};

/// What is asked about a task.
pub(super) struct AcceptedTask {
    id: String,
    asked: Asked,
}

enum Asked {
    Get,
    Update(BTreeMap<String, Value>),
    Cancel,
}

/// What a call's future makes: its answer, written.
type Work = Pin<Box<dyn Future<Output = Answer> + Send>>;

impl Service {
    /// Begins no more tasks, gives those that run in this process [`Limits::drain`](crate::Limits::drain) to finish, and marks the
    /// others as failed; what waits for an answer at once.
    ///
    /// [`HttpServer::run`](crate::HttpServer::run) does so by itself at its end, and [`serve_stdio`](Self::serve_stdio) with
    /// [`Limits::grace`](crate::Limits::grace). A program that serves in other ways does it at its own end:
    ///
    /// ```no_run
    /// # async fn example(service: taffrail::Service, router: impl Future<Output = ()>) {
    /// router.await;
    /// service.end_tasks().await;
    /// # }
    /// ```
    pub async fn end_tasks(&self) {
        self.end_tasks_within(self.limits().drain).await;
    }

    pub(crate) async fn end_tasks_within(&self, time: Duration) {
        if let Some(desk) = self.desk() {
            desk.close(time).await;
        }
    }

    pub(super) fn desk(&self) -> Option<&Arc<Desk>> {
        self.inner.desk.as_ref()
    }

    /// Steps 10 to 16 for what is asked about a task. The client is judged before the id is looked up (TASK-11).
    pub(super) fn judge_task(
        request: &Request<'_>,
        meta: &Meta<'_>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<AcceptedTask, Fault> {
        let params = &request.params;
        let id = params.task_id.and_then(text);
        if let Some(mirrors) = mirrors {
            require(mirrors, "Mcp-Name", id.as_deref().unwrap_or_default(), true)?;
        }
        check_optional_meta(meta)?;
        require_capabilities(meta, &[Capability::Tasks])?;
        let id = id.ok_or_else(|| Fault::InvalidParams("`taskId` must be a string".into()))?;
        let asked = match &*request.method {
            "tasks/get" => Asked::Get,
            "tasks/cancel" => Asked::Cancel,
            _ => Asked::Update(responses(params.input_responses)?),
        };
        Ok(AcceptedTask { id: id.into_owned(), asked })
    }

    /// Answers what is asked about a task.
    pub(super) async fn tell_of_task(&self, id: &Id<'_>, accepted: AcceptedTask) -> Answer {
        let AcceptedTask { id: task, asked } = accepted;
        let Some(desk) = self.desk() else { return Answer::fault(&Fault::Internal, Some(id)) };
        let owner = Principal::NOBODY.subject();
        let found = match &asked {
            Asked::Get => desk.find(&task, owner).await.map(Ok),
            Asked::Update(answers) => desk.answer(&task, owner, answers).await,
            Asked::Cancel => desk.cancel(&task, owner).await.map(Ok),
        };
        let fault = match found {
            Ok(Ok(Lookup::Found(state))) => {
                let members = match asked {
                    Asked::Get => state.detailed(&task),
                    Asked::Update(_) | Asked::Cancel => String::new(),
                };
                return Answer::result(self.inner.catalogue.results().complete(id, &members));
            }
            // Whether it was never there, is over since long, or is somebody else's, is nobody's business (TASK-16).
            Ok(Ok(Lookup::Unknown)) => {
                Fault::InvalidParams("there is no task of this id, or not any more".into())
            }
            Ok(Err(problem)) => Fault::InvalidParams(problem),
            Err(error) => store_failed(&error),
        };
        Answer::fault(&fault, Some(id))
    }

    /// Runs a call whose client takes a task in the place of an answer.
    pub(super) async fn run_as_task(
        &self,
        id: &Id<'_>,
        accepted: &Accepted<'_>,
        begins: TaskBegin,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let Some(desk) = self.desk() else { return Answer::fault(&Fault::Internal, Some(id)) };
        let time = accepted.entry.definition.timeout;
        let task = OpenTask::new(desk, Principal::NOBODY.subject(), time, outlet);
        if let Some(round) = &accepted.round {
            round.attach(&task);
        }
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

/// What a client is told when the store does not answer; why is logged.
pub(super) fn store_failed(error: &StoreError) -> Fault {
    tracing::error!(%error, "the store of tasks failed");
    let message = "tasks cannot be looked up now; try again".into();
    Fault::Unavailable { message, data: json!({"retryAfterSeconds": 1}) }
}

/// `inputResponses`, which `tasks/update` is about.
fn responses(raw: Option<&RawValue>) -> Result<BTreeMap<String, Value>, Fault> {
    let responses = raw.and_then(|raw| serde_json::from_str(raw.get()).ok());
    responses.ok_or_else(|| Fault::InvalidParams("`inputResponses` must be an object".into()))
}
