//! Asking the user for consent to something definite.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use serde::Serialize;

use super::context::nobody_to_ask;
use super::elicit::{in_lines, read};
use super::question::form_params;
use super::{
    ATTEMPTS, Answer, Asking, Elicit, Fallback, Form, FormAnswers, FormPart, Place, Question, QuestionKind,
};
use crate::private::position::P0;
use crate::{Context, Failure};

/// Proof that the user confirmed what this call was about to do. Only the server can make one.
#[derive(Debug)]
pub struct Confirmation {
    _made_here: (),
}

/// What a confirmation is proof of. Sealed: [`Confirmation`] and [`Permit`](super::Permit).
pub trait Proof: sealed::Proof + Send {}

impl Proof for Confirmation {}

pub(super) mod sealed {
    /// Makes the proof once the user has confirmed.
    pub trait Proof {
        /// The proof.
        fn confirmed() -> Self;
    }
}

impl sealed::Proof for Confirmation {
    fn confirmed() -> Self {
        Self { _made_here: () }
    }
}

/// A request for consent. Await it for the proof.
///
/// The consent is good for exactly what was shown: the message, and whatever is [covered](Self::covering). When either
/// is different by the time the answer arrives, the user is asked again. It is good once, and only for this call with
/// these arguments.
///
/// Made by [`Context::confirm`] and by [`Intent::confirm`](super::Intent::confirm).
#[must_use = "nothing is asked until the request for consent is awaited"]
pub struct Confirm<'a, P = Confirmation> {
    context: &'a Context,
    asking: Asking<'a, Parts, Result<P, Failure>>,
}

struct Parts {
    message: String,
    place: Place,
    covered: Option<serde_json::Result<String>>,
    affected: Option<u64>,
}

impl<'a, P: Proof + 'a> Confirm<'a, P> {
    pub(crate) fn new(context: &'a Context, message: String) -> Self {
        let place = Place::next(context, QuestionKind::Confirm);
        Self { context, asking: Asking::new(Parts { message, place, covered: None, affected: None }) }
    }

    /// Names the question on the wire. Without a name it is called by its number: `confirm-1`.
    pub fn key(mut self, key: &'static str) -> Self {
        self.asking = self.asking.with(|parts| parts.place.name = Some(key));
        self
    }

    /// Binds the consent to a plan as well: when the plan is another one by the time the answer arrives, the user is
    /// asked again. A message that says "12 projects" is the same for 12 other projects; the plan is not.
    pub fn covering(mut self, plan: &impl Serialize) -> Self {
        self.asking = self.asking.with(|parts| parts.covered = Some(serde_json::to_string(plan)));
        self
    }

    /// Says how many things it is about. More than the tool's `max_affected` are refused without asking.
    pub fn affecting(mut self, count: u64) -> Self {
        self.asking = self.asking.with(|parts| parts.affected = Some(count));
        self
    }
}

impl<'a, P: Proof + 'a> Future for Confirm<'a, P> {
    type Output = Result<P, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let context = self.context;
        self.asking.poll_with(cx, |parts| {
            Box::pin(async move {
                ask(context, parts).await?;
                Ok(P::confirmed())
            })
        })
    }
}

impl<P> fmt::Debug for Confirm<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirm").field("proof", &PhantomData::<P>).finish_non_exhaustive()
    }
}

async fn ask(context: &Context, parts: Parts) -> Result<(), Failure> {
    check(context, parts.affected).await?;
    let covered = match parts.covered.transpose() {
        Ok(covered) => covered.unwrap_or_default(),
        Err(error) => context.broken(format!("the plan to confirm is no JSON: {error}")).await?,
    };
    let key = parts.place.key(QuestionKind::Confirm);
    // The length keeps the two parts apart, so that nothing can move from one into the other.
    let shown = format!("{}:{}{covered}", parts.message.len(), parts.message);
    let schema = Form::schema::<Consent>();
    let question = |message: &str| {
        let params = form_params(message, &schema);
        Question::new(key.clone(), QuestionKind::Confirm, params).bound_to(shown.clone())
    };
    let mut asked = question(&parts.message);
    for _ in 0..ATTEMPTS {
        let response = context.ask(asked).await?;
        match read::<Consent>(&response) {
            Ok(Answer::Accept(Consent { confirm: true })) => return context.spend().await,
            Ok(Answer::Accept(Consent { confirm: false })) => return Answer::Decline.accepted(),
            Ok(other) => return other.map(|_| ()).accepted(),
            Err(unfit) => asked = question(&format!("{}\n\n{}", parts.message, in_lines(&unfit))).again(),
        }
    }
    Answer::Cancel.accepted()
}

/// Whether this tool may ask for consent, from this client, to something of this size.
async fn check(context: &Context, affected: Option<u64>) -> Result<(), Failure> {
    let consent = context.consent();
    let Some(fallback) = consent.fallback else {
        if context.host().is_nobody() {
            return Err(nobody_to_ask());
        }
        return context
            .broken("it asks for confirmation and does not say so; add `confirm(fallback = refuse)` to its attribute".into())
            .await;
    };
    match (consent.max_affected, affected) {
        (Some(_), None) => {
            let problem = "it has `max_affected` and confirms without `.affecting(count)`";
            return context.broken(problem.into()).await;
        }
        (Some(most), Some(count)) if count > most => {
            return Err(Failure::validation(format!(
                "{count} items would be affected, and one call may affect at most {most}; nothing was changed"
            ))
            .accepts("arguments that select fewer items"));
        }
        _ => {}
    }
    if fallback == Fallback::DryRunOnly && !context.can_ask(QuestionKind::Confirm.capability()) {
        return Err(Failure::permission(
            "this client cannot ask the user to confirm, so nothing was changed",
            "do a dry run, and let the user carry it out with a client that can ask",
        ));
    }
    Ok(())
}

/// The form of a request for consent. A box to tick beside the client's own button, so that a client that accepts
/// everything by itself accepts an unticked box.
struct Consent {
    confirm: bool,
}

impl Elicit for Consent {
    fn describe(form: &mut Form) {
        form.field::<Self, P0>();
    }

    fn accept(answers: &mut FormAnswers<'_>) -> Option<Self> {
        answers.take::<Self, P0>().map(|confirm| Self { confirm })
    }
}

impl FormPart<P0> for Consent {
    type Value = bool;
    const NAME: &'static str = "confirm";
    const TITLE: &'static str = "Yes, do this";
    const DESCRIPTION: &'static str = "";
}
