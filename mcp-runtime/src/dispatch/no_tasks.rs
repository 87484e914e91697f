//! What stands in the place of `tasks` without the feature of that name: no call becomes a task, and nobody can ask for one.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use taffrail_core::Definition;
use taffrail_core::protocol::{Fault, Id, Meta, Request, SubscriptionFilter};

use super::catalogue::Entry;
use super::envelope::Envelope;
use super::mirror::Mirrors;
use super::respond::Accepted;
use super::{Answer, Outlet, Service};
use crate::tasks::{DeskHandle, TaskWatch};

pub(super) type AcceptedTask = Infallible;
pub(super) type TaskBegin = Infallible;

/// A server offers no tasks, and tools that may run as one keep it from starting.
pub(crate) struct Offer;

impl Offer {
    pub(super) fn none() -> Self {
        Self
    }

    pub(super) fn is_made(&self) -> bool {
        false
    }

    pub(super) fn faults(&self) -> impl Iterator<Item = String> {
        std::iter::empty()
    }

    /// Macros have found theirs at compile time.
    pub(super) fn consider(&mut self, entries: &[Entry], faults: &mut Vec<String>) {
        let of_tasks = entries.iter().map(|entry| &entry.definition).filter(|tool| tool.task.is_some());
        faults.extend(of_tasks.map(|tool| {
            format!(
                "tool `{}` may run as a task, which needs taffrail's feature `tasks`: run `cargo add taffrail --features tasks`",
                tool.name
            )
        }));
    }

    pub(super) fn desk(&self) -> Option<DeskHandle> {
        None
    }
}

pub(super) fn is_task_only(_: &Definition) -> bool {
    false
}

pub(super) fn declared(_: &Definition) -> Option<TaskBegin> {
    None
}

pub(super) fn begins(_: &Entry, _: &Envelope<'_>) -> Option<TaskBegin> {
    None
}

impl Service {
    pub(crate) async fn end_tasks_within(&self, _: Duration) {}

    #[cfg(feature = "http")]
    pub(crate) async fn end_tasks_beside(&self) {}

    #[cfg(feature = "http")]
    pub(super) fn unshared_tasks_fault(&self) -> Option<&'static str> {
        None
    }

    #[cfg(feature = "http")]
    pub(super) fn refuse_unshared_tasks(&self) {}

    pub(super) fn judge_task(
        &self,
        request: &Request<'_>,
        _: &Envelope<'_>,
        _: Option<&dyn Mirrors>,
    ) -> Result<AcceptedTask, Fault> {
        Err(Fault::MethodNotFound(request.method.as_ref().into()))
    }

    pub(super) async fn tell_of_task(&self, _: &Id<'_>, accepted: AcceptedTask) -> Answer {
        match accepted {}
    }

    pub(super) async fn run_as_task(
        &self,
        _: &Id<'_>,
        _: &Accepted<'_>,
        begins: TaskBegin,
        _: Arc<dyn Outlet>,
    ) -> Answer {
        match begins {}
    }

    pub(super) fn judge_watched(&self, _: &SubscriptionFilter, _: &Meta<'_>) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    pub(super) async fn watched(&self, none: Vec<String>) -> Result<(Vec<String>, TaskWatch), Fault> {
        Ok((none, TaskWatch))
    }
}
