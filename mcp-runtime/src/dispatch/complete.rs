//! Judging and answering `completion/complete` (*Completion*).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use taffrail_core::protocol::{CompletionParams, Fault, Id, Reference, Request};
use taffrail_core::{Completion, CompletionCall, Work};

use super::call::{TimeLimit, panicked};
use super::envelope::Envelope;
use super::host::{CallGuard, CallTask};
use super::prompts::PromptEntry;
use super::resources::ResourceEntry;
use super::respond::{check_optional_meta, context};
use super::{Answer, Outlet, Service, refusal};

/// A request for suggestions whose target and envelope are in order.
pub(super) struct AcceptedCompletion<'r> {
    target: Target<'r>,
    params: CompletionParams<'r>,
    meta: Envelope<'r>,
}

/// Whose argument is completed.
enum Target<'r> {
    Prompt(&'r PromptEntry),
    Resource(&'r ResourceEntry),
}

impl Service {
    /// Steps 12 and 13 for `completion/complete`.
    pub(super) fn judge_completion<'r>(
        &'r self,
        request: &'r Request<'_>,
        meta: Envelope<'r>,
    ) -> Result<AcceptedCompletion<'r>, Fault> {
        check_optional_meta(&meta)?;
        let params = CompletionParams::read(&request.params).map_err(Fault::InvalidParams)?;
        let argument = &*params.argument;
        let target = match &params.reference {
            Reference::Prompt(name) => {
                let found = self.inner.catalogue.prompts().find(name);
                let (_, entry) =
                    found.ok_or_else(|| Fault::InvalidParams(format!("Unknown prompt: {name}")))?;
                if entry.definition.arguments.iter().all(|known| known.name != argument) {
                    return Err(entry.unknown_argument(argument));
                }
                Target::Prompt(entry)
            }
            Reference::Resource(uri) => {
                let found = self.inner.catalogue.resources().find_reference(uri);
                let entry = found.ok_or_else(|| refusal::unknown_resource(uri))?.entry;
                if !entry.has_variable(argument) {
                    let problem = format!("resource `{}` has no variable `{argument}`", entry.definition.uri);
                    return Err(refusal::unacceptable_uri(&problem, uri));
                }
                Target::Resource(entry)
            }
        };
        Ok(AcceptedCompletion { target, params, meta })
    }

    /// Looks for suggestions.
    pub(super) async fn complete(
        &self,
        id: &Id<'_>,
        accepted: AcceptedCompletion<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let envelope = accepted.meta;
        match self.suggestions(accepted, outlet).await {
            Ok(completion) => {
                let results = self.inner.catalogue.writer(&envelope);
                Answer::result(results.completion(id, &completion))
            }
            Err(fault) => envelope.fault(&fault, id),
        }
    }

    async fn suggestions(
        &self,
        accepted: AcceptedCompletion<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Result<Completion, Fault> {
        let AcceptedCompletion { target, params, meta } = accepted;
        let refused = |refusal| refusal::fault(refusal, &params.argument, None);
        let _pass = self.inner.catalogue.admit_completion().map_err(|busy| refused(busy.into()))?;
        let host = self.host(&meta, outlet, None, CallTask::default());
        let guard = CallGuard::new(Arc::clone(&host));
        let context = context(&meta, &host);
        let call = CompletionCall {
            state: &(),
            context: &context,
            value: &params.value,
            arguments: &params.arguments,
        };
        let outcome = match catch_unwind(AssertUnwindSafe(|| target.start(&params.argument, call))) {
            // What has no round never ends without an outcome.
            Ok(Some(work)) => {
                self.outcome("completion", work, None, TimeLimit::default()).await.unwrap_or_else(|| {
                    Err(taffrail_core::Refusal::Internal("a completion asked for input".into()))
                })
            }
            // The argument is there, and nobody has suggestions for it.
            Ok(None) => Ok(Completion::default()),
            Err(_) => Err(panicked()),
        };
        guard.answered();
        outcome.map_err(refused)
    }
}

impl<'r> Target<'r> {
    fn start<'a>(&self, argument: &str, call: CompletionCall<'a, ()>) -> Option<Work<'a, Completion>>
    where
        'r: 'a,
    {
        match *self {
            Self::Prompt(entry) => entry.prompt.complete(argument, call),
            Self::Resource(entry) => entry.resource.complete(argument, call),
        }
    }
}
