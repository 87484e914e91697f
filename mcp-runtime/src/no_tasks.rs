//! What stands in the place of `tasks` without the feature of that name: types that have no values. Whoever serves a call goes on
//! reading as if there were tasks, and the compiler leaves out whatever would be done about one.

use std::future::pending;
use std::time::Duration;

use serde_json::Value;
use taffrail_core::{Failure, FeatureTasks, Question};

use crate::server::Server;

/// The desk of a server: there is none.
#[derive(Clone)]
pub(crate) enum DeskHandle {}

/// The task of a call: there is none.
#[derive(Clone)]
pub(crate) enum TaskHandle {}

impl TaskHandle {
    pub(crate) fn is_requested(&self) -> bool {
        match *self {}
    }

    pub(crate) fn rest(&self) -> Option<Duration> {
        match *self {}
    }

    pub(crate) fn time(&self) -> Duration {
        match *self {}
    }

    pub(crate) fn note(&self, _: &str) {
        match *self {}
    }

    pub(crate) async fn begin(&self) -> Result<(), Failure> {
        match *self {}
    }

    pub(crate) async fn ask(&self, _: &Question) -> Result<Value, Failure> {
        match *self {}
    }
}

/// The tasks that a subscription names: nothing ever happens to them.
pub(crate) struct TaskWatch;

impl TaskWatch {
    pub(crate) fn none() -> Self {
        Self
    }

    pub(crate) async fn changed(&mut self) {
        pending().await
    }

    pub(crate) fn has_changed(&self) -> bool {
        false
    }

    pub(crate) async fn take(&mut self) -> Option<String> {
        None
    }
}

impl<S> Server<S> {
    #[doc(hidden)]
    #[must_use]
    pub fn tasks<T>(self, _: T) -> Self
    where
        S: FeatureTasks,
    {
        self
    }
}
