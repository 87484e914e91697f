//! Asking the user through a form.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use serde_json::Value;

use super::question::form_params;
use super::{ATTEMPTS, Answer, Asking, Boxed, Form, FormAnswers, Place, Question, QuestionKind};
use crate::{Context, Failure, Violations};

/// A struct that the user can fill in: a flat form. Written by `#[derive(Elicit)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "the user cannot be asked for this",
    note = "write `#[derive(Elicit)]` on a struct with named fields of text, numbers, booleans, fieldless enums, or `Vec` of such enums",
    note = "where nothing says which form is meant, say it: `let answer: Form = ctx.elicit(…).await?`"
)]
pub trait Elicit: Sized {
    /// Adds a property for each field.
    fn describe(form: &mut Form);

    /// Makes the struct of what the user put in; `None` when something is wrong, which is recorded.
    fn accept(answers: &mut FormAnswers<'_>) -> Option<Self>;
}

/// A question to the user, through a form. Await it for what the user gave.
///
/// Made by [`Context::elicit`].
#[must_use = "nothing is asked until the question is awaited"]
pub struct Elicitation<'a, T> {
    context: &'a Context,
    asking: Asking<'a, Parts<'a, T>, Result<T, Failure>>,
}

struct Parts<'a, T> {
    message: String,
    place: Place,
    /// Only what makes an elicitation knows that `T` is a form, so that a `T` that is none is one error.
    ask: Ask<'a, T>,
}

type Ask<'a, T> = fn(&'a Context, String, String) -> Boxed<'a, Result<Answer<T>, Failure>>;

impl<'a, T: Elicit + Send + 'a> Elicitation<'a, T> {
    pub(crate) fn new(context: &'a Context, message: String) -> Self {
        let place = Place::next(context, QuestionKind::Form);
        let ask: Ask<'a, T> = |context, key, message| Box::pin(ask(context, key, message));
        Self { context, asking: Asking::new(Parts { message, place, ask }) }
    }
}

impl<T> Elicitation<'_, T> {
    /// Names the question on the wire. Without a name it is called by its number: `elicit-1`.
    pub fn key(mut self, key: &'static str) -> Self {
        self.asking = self.asking.with(|parts| parts.place.name = Some(key));
        self
    }

    /// All three answers, for a tool that goes on when the user declines.
    ///
    /// # Errors
    /// When the answers stay unacceptable.
    pub async fn answer(self) -> Result<Answer<T>, Failure> {
        match self.asking.into_parts() {
            Some(parts) => parts.start(self.context).await,
            None => std::future::pending().await,
        }
    }
}

impl<'a, T> Parts<'a, T> {
    fn start(self, context: &'a Context) -> Boxed<'a, Result<Answer<T>, Failure>> {
        (self.ask)(context, self.place.key(QuestionKind::Form), self.message)
    }
}

impl<'a, T: Send + 'a> Future for Elicitation<'a, T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let context = self.context;
        self.asking.poll_with(cx, |parts| {
            let answer = parts.start(context);
            Box::pin(async move { answer.await.and_then(Answer::accepted) })
        })
    }
}

impl<T> fmt::Debug for Elicitation<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elicitation").finish_non_exhaustive()
    }
}

async fn ask<T: Elicit>(context: &Context, key: String, message: String) -> Result<Answer<T>, Failure> {
    let form = Form::of::<T>();
    let schema = form.to_schema();
    let ask = |message: &str| {
        Question::new(key.clone(), QuestionKind::Form, form_params(message, &schema))
            .with_enum_names(form.enum_names())
    };
    let mut question = ask(&message);
    for _ in 0..ATTEMPTS {
        let response = context.ask(question).await?;
        match read::<T>(&response) {
            Ok(answer) => return Ok(answer),
            Err(unfit) => question = ask(&format!("{message}\n\n{}", in_lines(&unfit))).again(),
        }
    }
    Err(Failure::validation("the user's answers did not fit the form").accepts("answers that fit the form"))
}

/// Reads an answer of the right shape.
pub(super) fn read<T: Elicit>(response: &Value) -> Result<Answer<T>, Violations> {
    Ok(match (response["action"].as_str(), response["content"].as_object()) {
        (Some("accept"), Some(content)) => Answer::Accept(FormAnswers::read(content)?),
        (Some("decline"), _) => Answer::Decline,
        _ => Answer::Cancel,
    })
}

/// What does not fit, one field a line, for the user who is asked again.
pub(super) fn in_lines(unfit: &Violations) -> String {
    unfit.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
