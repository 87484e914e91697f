//! Input in the middle of a call: what a call may ask of the user and of the client, and what comes back
//! (*Multi Round-Trip Requests*).
//!
//! The author writes straight-line code. How a question reaches the user, and whether the function is entered
//! again for the answer, is the business of the [`Host`](crate::Host).

mod confirm;
mod context;
mod destroy;
mod elicit;
mod field;
mod form;
mod format;
mod once;
mod question;
#[cfg(feature = "roots")]
mod roots;
#[cfg(feature = "sampling")]
mod sampling;
mod url;

pub use confirm::{Confirm, Confirmation, Proof};
pub use context::Asker;
#[cfg(feature = "tasks")]
pub(crate) use context::at_fault;
pub use destroy::{DryRun, Guarded, GuardedReply, Intent, Permit, Preview};
pub use elicit::{Elicit, Elicitation};
pub use field::{FormChoice, FormField, FormLength, FormRange, FormText, Numbers, TextRule as FormTextRule};
pub(crate) use field::{choice_property, read_choice, show_choice};
pub use form::{Form, FormAnswers, FormPart};
pub use format::Format;
pub use question::{Question, QuestionKind};
#[cfg(feature = "roots")]
pub use roots::{Root, Roots};
#[cfg(feature = "sampling")]
pub use sampling::{Priority, Sampled, Sampling, SamplingTool, ToolChoice, ToolResult, ToolUse};
pub use url::{Consented, PageUrl, UnsafeUrl, UrlElicitation};

use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use crate::{Context, Failure};

/// How the user answered a question (*Elicitation > Response Actions*).
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a question may be declined; match all three answers"]
pub enum Answer<T> {
    /// The user gave it.
    Accept(T),
    /// The user said no.
    Decline,
    /// The user closed the question without a choice.
    Cancel,
}

impl<T> Answer<T> {
    /// What the user gave; a refusal becomes a failure that tells the model so.
    ///
    /// # Errors
    /// A failure of category `permission`, when the user declined or dismissed the question.
    pub fn accepted(self) -> Result<T, Failure> {
        const ACTION: &str =
            "respect it: do not ask for the same again, and find out what the user wants instead";
        match self {
            Self::Accept(value) => Ok(value),
            Self::Decline => Err(Failure::declined("the user declined; nothing was changed", ACTION)),
            Self::Cancel => {
                Err(Failure::declined("the user dismissed the question; nothing was changed", ACTION))
            }
        }
    }

    /// The answer with its value turned into another.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Accept(value) => Answer::Accept(change(value)),
            Self::Decline => Answer::Decline,
            Self::Cancel => Answer::Cancel,
        }
    }
}

/// What happens to a tool that asks for confirmation when the client cannot ask the user: `confirm(fallback = …)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The call is refused before it runs, a dry run too: error -32021.
    Refuse,
    /// The tool runs, and can do no more than a dry run.
    DryRunOnly,
}

/// What a tool has declared about confirming, as the host tells it to a running call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consent {
    /// `confirm(fallback = …)`; `None` when the tool does not confirm.
    pub fallback: Option<Fallback>,
    /// `max_affected = …`.
    pub max_affected: Option<u64>,
}

/// How often an unacceptable answer is asked for again within one call, where the host waits for answers.
const ATTEMPTS: usize = 3;

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A question that is being put together, and then asked: a builder that is its own future, so that it goes into
/// `join!` as it is.
struct Asking<'a, P, T> {
    stage: Stage<'a, P, T>,
}

enum Stage<'a, P, T> {
    Building(Option<P>),
    Asked(Boxed<'a, T>),
}

impl<'a, P, T> Asking<'a, P, T> {
    fn new(parts: P) -> Self {
        Self { stage: Stage::Building(Some(parts)) }
    }

    /// Changes the question. Once it is asked there is nothing left to change.
    fn with(mut self, change: impl FnOnce(&mut P)) -> Self {
        if let Stage::Building(Some(parts)) = &mut self.stage {
            change(parts);
        }
        self
    }

    fn into_parts(self) -> Option<P> {
        match self.stage {
            Stage::Building(parts) => parts,
            Stage::Asked(_) => None,
        }
    }

    fn poll_with(&mut self, cx: &mut TaskContext<'_>, ask: impl FnOnce(P) -> Boxed<'a, T>) -> Poll<T> {
        if let Stage::Building(parts) = &mut self.stage
            && let Some(parts) = parts.take()
        {
            self.stage = Stage::Asked(ask(parts));
        }
        match &mut self.stage {
            Stage::Asked(asked) => asked.as_mut().poll(cx),
            Stage::Building(_) => Poll::Pending,
        }
    }
}

/// Which question this is, among those of its kind in the call; and the name that its author gave it.
struct Place {
    number: u32,
    name: Option<&'static str>,
}

impl Place {
    fn next(context: &Context, kind: QuestionKind) -> Self {
        Self { number: context.number(kind), name: None }
    }

    fn key(&self, kind: QuestionKind) -> String {
        self.name.map_or_else(|| format!("{}-{}", kind.word(), self.number), str::to_owned)
    }
}
