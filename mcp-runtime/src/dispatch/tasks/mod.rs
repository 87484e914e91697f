//! Calls that become tasks, and what is asked about them: `tasks/get`, `tasks/update`, `tasks/cancel` (*Tasks extension*).

mod offer;
mod run;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use taffrail_core::protocol::{Fault, Id, Meta, Request, SubscriptionFilter};
use taffrail_core::{Capability, Definition};

use super::catalogue::Entry;
use super::envelope::Envelope;
use super::mirror::{Mirrors, require};
use super::respond::{check_optional_meta, require_capabilities, text};
use super::{Answer, Service};
use crate::round::Principal;
use crate::tasks::{DeskHandle, Lookup, StoreError, TaskWatch};

pub(crate) use offer::Offer;
pub(super) use taffrail_core::TaskBegin;

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

/// Whether a tool is for clients that take tasks, and for no others.
pub(super) fn is_task_only(definition: &Definition) -> bool {
    definition.task.is_some_and(|support| support.required)
}

/// From when on calls of a tool are tasks, if it says that they become some.
pub(super) fn declared(definition: &Definition) -> Option<TaskBegin> {
    definition.task.map(|support| support.begins)
}

/// From when on a call is a task, if its tool says so and its client takes one. Earlier revisions know of none (TASK-20).
pub(super) fn begins(entry: &Entry, envelope: &Envelope<'_>) -> Option<TaskBegin> {
    let takes = || !envelope.is_legacy() && require_capabilities(envelope, &[Capability::Tasks]).is_ok();
    declared(&entry.definition).filter(|_| takes())
}

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

    /// As [`end_tasks`](Self::end_tasks), beside what else there is to do before the result is waited for.
    #[cfg(feature = "http")]
    pub(crate) fn end_tasks_beside(&self) -> impl Future<Output = ()> + use<> {
        let service = self.clone();
        let ended = tokio::spawn(async move { service.end_tasks().await });
        async move {
            let _ = ended.await;
        }
    }

    fn desk(&self) -> Option<&DeskHandle> {
        self.inner.desk.as_ref()
    }

    /// Why calls must not become tasks for clients whose next request may reach another instance.
    #[cfg(feature = "http")]
    pub(super) fn unshared_tasks_fault(&self) -> Option<&'static str> {
        self.desk().and_then(|desk| desk.shared_fault())
    }

    /// Refuses such calls from now on.
    #[cfg(feature = "http")]
    pub(super) fn refuse_unshared_tasks(&self) {
        if let Some(desk) = self.desk().filter(|desk| desk.shared_fault().is_some()) {
            desk.refuse_unshared();
        }
    }

    /// Steps 10 to 16 for what is asked about a task. The client is judged before the id is looked up (TASK-11).
    pub(super) fn judge_task(
        &self,
        request: &Request<'_>,
        meta: &Envelope<'_>,
        mirrors: Option<&dyn Mirrors>,
    ) -> Result<AcceptedTask, Fault> {
        if self.desk().is_none() || meta.is_legacy() {
            return Err(Fault::MethodNotFound(request.method.as_ref().into()));
        }
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

    /// The tasks that a filter names, where there are tasks (TASK-17).
    pub(super) fn judge_watched(
        &self,
        asked: &SubscriptionFilter,
        meta: &Meta<'_>,
    ) -> Result<Vec<String>, Fault> {
        let Some(desk) = self.desk().filter(|_| !asked.task_ids().is_empty()) else {
            return Ok(Vec::new());
        };
        require_capabilities(meta, &[Capability::Tasks])?;
        let (named, most) = (asked.task_ids().len(), desk.watched());
        if named > most {
            return Err(Fault::InvalidParams(format!(
                "`taskIds` names {named} tasks, more than the server's limit of {most} (`Tasks::watched`)"
            )));
        }
        Ok(asked.task_ids().to_vec())
    }

    /// Those of the named tasks that there are, and what tells of them.
    pub(super) async fn watched(&self, named: Vec<String>) -> Result<(Vec<String>, TaskWatch), Fault> {
        let (mut known, mut watch) = (Vec::new(), TaskWatch::none());
        let Some(desk) = self.desk() else { return Ok((known, watch)) };
        for id in named {
            match desk.find(&id, Principal::NOBODY.subject()).await {
                Ok(Lookup::Found(_)) => known.push(id),
                Ok(Lookup::Unknown) => {}
                Err(error) => return Err(store_failed(&error)),
            }
        }
        if !known.is_empty() {
            watch = TaskWatch::new(desk, &known);
        }
        Ok((known, watch))
    }
}

/// What a client is told when the store does not answer; why is logged.
fn store_failed(error: &StoreError) -> Fault {
    tracing::error!(%error, "the store of tasks failed");
    let message = "tasks cannot be looked up now; try again".into();
    Fault::Unavailable { message, data: json!({"retryAfterSeconds": 1}) }
}

/// `inputResponses`, which `tasks/update` is about.
fn responses(raw: Option<&RawValue>) -> Result<BTreeMap<String, Value>, Fault> {
    let responses = raw.and_then(|raw| serde_json::from_str(raw.get()).ok());
    responses.ok_or_else(|| Fault::InvalidParams("`inputResponses` must be an object".into()))
}
