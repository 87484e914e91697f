//! What `#[derive(ToolFailure)]` makes of an error.

use std::error::Error;
use std::time::Duration;

use crate::{Category, Failure, ToolFailure};

/// What the model is told to do, as `#[failure(…)]` says it.
#[derive(Clone, Copy, Debug)]
pub enum Advice {
    /// Try again, after so many milliseconds if that is known.
    Transient(Option<u64>),
    /// Change the arguments, to this if that is said.
    Validation(Option<&'static str>),
    /// Ask for permission, in this way if that is said.
    Permission(Option<&'static str>),
    /// Escalate, in this way if that is said.
    Business(Option<&'static str>),
}

/// An error that can be told to the model and kept for the log.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `std::error::Error`, `Send` and `Sync`",
    label = "not an error that can be told and logged",
    note = "the failure's message is the error's `Display`, and the error itself is kept for the log",
    note = "derive `thiserror::Error` and write `#[error(\"…\")]` on each variant; what a `validation` accepts stands there or in `accepts = \"…\"`"
)]
pub trait Cause: Error + Send + Sync + 'static {}

// Reported as the whole, because one derive brings all of it.
#[diagnostic::do_not_recommend]
impl<E: Error + Send + Sync + 'static> Cause for E {}

/// What `?` turns into a [`Failure`]: an error that derives `ToolFailure`. For anything else the compiler shows the label, and
/// none of the notes of a bound behind `?`, so the label says what to write.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what the model should do after this failure",
    label = "write `.transient(\"what failed\")?`, `.validation(\"what would be right\")?`, `.permission(\"…\", \"what to do\")?` or `.business(\"…\", \"what to do\")?`",
    note = "the model needs to know whether to retry, to correct the call, to ask or to take another way; the error itself goes to the log"
)]
pub trait FailureCategory: ToolFailure {}

impl<E: FailureCategory> From<E> for Failure {
    fn from(error: E) -> Self {
        error.into_failure()
    }
}

/// The failure that an error is. Its message is sent; itself and its sources are kept for the log.
pub fn failure<E: Cause>(error: E, advice: Advice) -> Failure {
    let message = error.to_string();
    let (category, action) = match advice {
        Advice::Transient(_) => (Category::Transient, None),
        Advice::Validation(_) => (Category::Validation, None),
        Advice::Permission(action) => (Category::Permission, action),
        Advice::Business(action) => (Category::Business, action),
    };
    let mut failure = Failure::new(category, message);
    if let Some(action) = action {
        failure = failure.action(action);
    }
    if let Advice::Transient(Some(delay)) = advice {
        failure = failure.retry_after(Duration::from_millis(delay));
    }
    if let Advice::Validation(Some(accepts)) = advice {
        failure = failure.accepts(accepts);
    }
    failure.caused_by(error)
}
