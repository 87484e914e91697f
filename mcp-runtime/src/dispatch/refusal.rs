//! What becomes of work that gave no result, where the protocol has no result that says so: prompts, resources, completion.

use serde_json::Value;
use taffrail_core::protocol::{Fault, object};
use taffrail_core::{Category, FAILURE_META, Failure, Refusal};

/// The fault that a refusal is: -32603 where it may pass or the server is broken, -32602 otherwise.
///
/// A resource that the caller may not read looks like one that does not exist, so that nobody can find out what there is. That the user
/// said no is told: they have been asked about it.
pub(super) fn fault(refusal: Refusal, name: &str, uri: Option<&str>) -> Fault {
    match refusal {
        Refusal::Internal(problem) => {
            tracing::error!(name, problem, "a request failed inside the server");
            Fault::Internal
        }
        Refusal::Failure(failure) => {
            log_causes(name, &failure);
            match (failure.category(), uri) {
                (Category::Permission, Some(uri)) if !failure.is_declined() => unknown_resource(uri),
                (Category::Transient, _) => {
                    Fault::Unavailable { message: failure.text(), data: data(&failure, uri) }
                }
                _ => Fault::Refused { message: failure.text(), data: data(&failure, uri) },
            }
        }
    }
}

/// Nothing is under a URI, or nothing that this caller may know of.
pub(super) fn unknown_resource(uri: &str) -> Fault {
    Fault::UnknownResource(uri.to_owned())
}

/// A URI, or what its variables hold, is not acceptable.
pub(super) fn unacceptable_uri(problem: &str, uri: &str) -> Fault {
    Fault::Refused { message: problem.to_owned(), data: object([("uri", uri.into())]) }
}

fn data(failure: &Failure, uri: Option<&str>) -> Value {
    let uri = uri.map(|uri| ("uri", uri.into()));
    object([(FAILURE_META, failure.meta())].into_iter().chain(uri))
}

/// Logs what a failure was caused by, which is not sent.
pub(super) fn log_causes(name: &str, failure: &Failure) {
    let mut cause = std::error::Error::source(failure);
    if cause.is_none() {
        tracing::debug!(name, %failure, "a request failed");
    }
    while let Some(error) = cause {
        tracing::warn!(name, %failure, cause = %error, "a request failed");
        cause = error.source();
    }
}
