//! What a call can ask.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::{Confirm, Consent, Elicit, Elicitation, Question, QuestionKind, UrlElicitation};
use crate::{Capability, Context, Failure};

/// The side of a running call that asks. A [`Host`](crate::Host) has one when its calls may ask.
///
/// A host either keeps a question for the client and never wakes the future again (the call is entered again from the
/// top when the answer arrives), or sends it and waits.
pub trait Asker: Send + Sync {
    /// Whether the client has declared a capability.
    fn can_ask(&self, capability: Capability) -> bool;

    /// What the tool has declared about confirming.
    fn consent(&self) -> Consent;

    /// The number of the next question of a kind, from 1. The same in every round.
    fn number(&self, kind: QuestionKind) -> u32;

    /// The client's answer, its shape checked with [`Question::check`].
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = Result<Value, Failure>> + Send + '_>>;

    /// Uses the consent of this round up, so that the same answer cannot authorise anything again. Resolves only when it
    /// had not been used before.
    fn spend(&self) -> Pin<Box<dyn Future<Output = Result<(), Failure>> + Send + '_>>;

    /// What an earlier round remembered.
    fn remembered(&self, key: &str) -> Option<String>;

    /// Remembers a JSON text for later rounds.
    fn remember(&self, key: &str, value: String);

    /// Ends the call because the tool is at fault: the problem is logged, the client gets -32603. Never resolves.
    fn broken(&self, problem: String) -> Pin<Box<dyn Future<Output = Infallible> + Send + '_>>;
}

impl Context {
    /// Asks the user to fill in a form, and waits for what they gave.
    ///
    /// The tool says `needs(elicitation)`, so that a client that cannot ask is refused before anything has run. Several
    /// questions go out at once when they are awaited together, with `join!`. Until all answers are in, nothing must be
    /// changed that [`once`](Self::once) does not guard: the function is entered again from the top for each answer.
    ///
    /// ```
    /// use taffrail::prelude::*;
    ///
    /// #[derive(Elicit)]
    /// struct Login {
    ///     /// As it is in the address of your profile.
    ///     #[arg(min_len = 1, max_len = 39)]
    ///     name: String,
    /// }
    ///
    /// async fn greet(ctx: &Context) -> Result<String, Failure> {
    ///     let Login { name } = ctx.elicit("Please give your GitHub user name").await?;
    ///     Ok(format!("Hello, {name}."))
    /// }
    /// ```
    pub fn elicit<'a, T: Elicit + Send + 'a>(&'a self, message: impl Into<String>) -> Elicitation<'a, T> {
        Elicitation::new(self, message.into())
    }

    /// Asks the user to open a page, for what must not go through a form: credentials, payments, consent elsewhere.
    ///
    /// The tool says `needs(elicitation_url)`. Their consent is no completion: [`UrlElicitation::until`] asks until your
    /// own store says that they have finished. The address must be one that [`PageUrl`](super::PageUrl) accepts: `https`, without
    /// credentials and personal data; with any other the call fails. Whoever opens the page must be the user who was asked; verify it there.
    pub fn elicit_url(&self, message: impl Into<String>, url: impl Into<String>) -> UrlElicitation<'_> {
        UrlElicitation::new(self, message.into(), url.into())
    }

    /// Asks the user to agree to what is about to happen. The tool says `confirm(fallback = …)`.
    ///
    /// A destructive tool asks through [`Intent::confirm`](super::Intent::confirm) instead, which makes its
    /// [`Permit`](super::Permit).
    pub fn confirm(&self, message: impl Into<String>) -> Confirm<'_> {
        Confirm::new(self, message.into())
    }

    /// Whether the client of this call can be asked. A tool that only `uses(…)` a capability looks here first.
    #[must_use]
    pub fn can_ask(&self, capability: Capability) -> bool {
        self.host().asker().is_some_and(|asker| asker.can_ask(capability))
    }

    pub(crate) fn consent(&self) -> Consent {
        self.host().asker().map(Asker::consent).unwrap_or_default()
    }

    pub(super) fn number(&self, kind: QuestionKind) -> u32 {
        self.host().asker().map_or(0, |asker| asker.number(kind))
    }

    pub(super) async fn ask(&self, question: Question) -> Result<Value, Failure> {
        match self.host().asker() {
            Some(asker) => asker.ask(question).await,
            None => Err(self.unasked(&format!("needs({})", question.kind().capability().word()))),
        }
    }

    pub(super) async fn spend(&self) -> Result<(), Failure> {
        match self.host().asker() {
            Some(asker) => asker.spend().await,
            None => Err(self.unasked("confirm(fallback = refuse)")),
        }
    }

    /// Why a question was not asked (GR-132).
    fn unasked(&self, declaration: &str) -> Failure {
        if self.host().is_nobody() {
            return nobody_to_ask();
        }
        at_fault(&format!(
            "it asks for input without saying so; add `{declaration}` to its attribute, so that a client that cannot ask is refused before anything runs"
        ))
    }

    pub(super) fn remembered(&self, key: &str) -> Option<String> {
        self.host().asker()?.remembered(key)
    }

    /// A call that asks nothing has one round, so there is nothing to remember.
    pub(super) fn remember(&self, key: &str, value: String) {
        if let Some(asker) = self.host().asker() {
            asker.remember(key, value);
        }
    }

    /// Ends the call for a mistake of its author.
    pub(super) async fn broken<T>(&self, problem: String) -> Result<T, Failure> {
        match self.host().asker() {
            Some(asker) => match asker.broken(problem).await {},
            None => Err(at_fault(&problem)),
        }
    }
}

/// What the author of a test should know.
pub(super) fn nobody_to_ask() -> Failure {
    Failure::business(
        "a detached context has nobody to ask",
        "test what follows a question through `Service::connect`",
    )
}

/// What a client is told of a mistake of the tool's author, for whom it is logged.
pub(crate) fn at_fault(problem: &str) -> Failure {
    tracing::error!(problem, "a call cannot go on");
    Failure::business("the server cannot go on with this call", "tell the user that the server is at fault")
}
