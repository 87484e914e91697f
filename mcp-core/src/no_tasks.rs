//! What stands in the place of `tasks` without the feature of that name: a method that nobody can call.

use std::future::{Ready, ready};

use crate::{Context, Failure, FeatureTasks};

impl Context {
    // The lifetime lets the bound stand: one without any would be refused here, and not where this is called.
    #[doc(hidden)]
    pub fn begin_task(&self) -> Ready<Result<(), Failure>>
    where
        for<'a> &'a Self: FeatureTasks,
    {
        ready(Ok(()))
    }
}
