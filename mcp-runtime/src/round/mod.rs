//! Rounds: what one call asks, what was answered, and what is kept for the next round
//! (*Multi Round-Trip Requests*).
//!
//! A question whose answer has arrived is answered at once. Any other is noted, and its future is never woken: the call
//! ends, nothing is held open, and the function is entered again from the top when the client comes back.

mod binding;
mod live;
mod settings;
mod state;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::{Context, Waker};
use std::time::Duration;

use serde_json::Value;
use taffrail_core::protocol::{ClientCapabilities, Fault};
use taffrail_core::{Asker, Capability, Consent, Failure, Question, QuestionKind};
use tokio::sync::OnceCell;

pub(crate) use binding::{Origin, Principal};
use live::Live;
pub(crate) use settings::InputSettings;
pub(crate) use settings::Sealing;
use state::{State, answered};

use crate::dispatch::Outlet;
use crate::legacy::Peer;
use crate::lock::lock;
use crate::seal::{StateId, digest};
use crate::tasks::TaskHandle;

/// How often one call may come back with more questions.
const MOST_ROUNDS: u32 = 32;
/// How many questions one round may hold.
const MOST_QUESTIONS: usize = 32;

/// One round of a call that may ask.
pub(crate) struct Round {
    client: ClientCapabilities,
    consent: Consent,
    binding: Vec<u8>,
    sealing: Arc<Sealing>,
    /// The state that the client has brought back, and what it is known by.
    opened: Option<(StateId, State)>,
    /// The answers that it has brought back, an object.
    given: Value,
    progress: Mutex<Progress>,
    spent: OnceCell<()>,
    /// The client, where it is asked while the call waits.
    live: Option<Live>,
    /// The task that the call is or may become, through which it asks once it is one.
    task: OnceLock<TaskHandle>,
    /// A confirmation was taken from what the client has brought back, which must be used up.
    confirmed: AtomicBool,
}

/// What has happened in the round so far.
#[derive(Default)]
struct Progress {
    /// How many questions of each kind have got a number.
    numbers: Value,
    /// The keys of all that was asked, an object: a call may ask for as many things as its arguments name.
    seen: Value,
    /// As in a [`State`].
    answered: Value,
    open: Vec<Open>,
    /// As in a [`State`].
    kept: Value,
    end: Option<End>,
    waker: Option<Waker>,
}

/// A question for the client.
struct Open {
    key: String,
    json: String,
    shown: Option<String>,
}

/// Why a call cannot go on, other than for questions.
enum End {
    Fault(Fault),
    Broken(String),
}

/// How a round ends that did not end in an outcome.
pub(crate) enum Conclusion {
    /// With questions: the members of `inputRequests`, and the sealed state.
    Ask { questions: String, state: String },
    /// With a fault of the request.
    Fault(Fault),
    /// With something that the model should know.
    Failure(Failure),
    /// With a fault of the server, for the log.
    Broken(String),
}

/// The wording for every state that is not accepted, whatever is wrong with it.
const REFUSED: &str =
    "this request state has expired or is not valid for this request; start again without it";

/// What a request brought back from an earlier round, and what it may ask in this one.
pub(crate) struct Begun<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) client: ClientCapabilities,
    pub(crate) consent: Consent,
    /// An object, or nothing.
    pub(crate) responses: Value,
    pub(crate) state: Option<&'a str>,
}

impl Round {
    /// Begins a round.
    ///
    /// # Errors
    /// When the state is altered, expired, or not of this request.
    pub(crate) fn begin(sealing: &Arc<Sealing>, begun: Begun<'_>) -> Result<Self, Fault> {
        let binding = begun.origin.to_bytes();
        let mut opened = match begun.state {
            None => None,
            Some(sealed) => Some(sealing.open(sealed, &binding).ok_or_else(refused)?),
        };
        let kept = opened.as_mut().map(|(_, state)| state.kept.take()).unwrap_or_default();
        Ok(Self {
            client: begun.client,
            consent: begun.consent,
            binding,
            sealing: Arc::clone(sealing),
            opened,
            given: begun.responses,
            progress: Mutex::new(Progress { kept, ..Progress::default() }),
            spent: OnceCell::new(),
            live: None,
            task: OnceLock::new(),
            confirmed: AtomicBool::new(false),
        })
    }

    /// The only round of a call of a client of an earlier revision, which is asked while the call waits.
    pub(crate) fn live(
        sealing: &Arc<Sealing>,
        peer: Arc<Peer>,
        client: ClientCapabilities,
        consent: Consent,
    ) -> Self {
        Self {
            client,
            consent,
            binding: Vec::new(),
            sealing: Arc::clone(sealing),
            opened: None,
            given: Value::Null,
            progress: Mutex::default(),
            spent: OnceCell::new(),
            live: Some(Live::new(peer)),
            task: OnceLock::new(),
            confirmed: AtomicBool::new(false),
        }
    }

    /// Says where the messages of the call go.
    pub(crate) fn connect(&self, outlet: &Arc<dyn Outlet>) {
        if let Some(live) = &self.live {
            live.connect(outlet);
        }
    }

    /// Says which task the call is, or may become.
    pub(crate) fn attach(&self, task: &TaskHandle) {
        self.task.get_or_init(|| task.clone());
    }

    /// Whether a question waits for the next round.
    pub(crate) fn asks(&self) -> bool {
        !self.progress().open.is_empty()
    }

    /// How long the call has waited for answers since this was asked last.
    pub(crate) fn take_waited(&self) -> Duration {
        self.live.as_ref().map_or(Duration::ZERO, Live::take_waited)
    }

    /// Whether the call has come to where it cannot go on in this round. Otherwise `cx` is woken when it has.
    pub(crate) fn is_over(&self, cx: &Context<'_>) -> bool {
        let mut progress = self.progress();
        if progress.end.is_some() || !progress.open.is_empty() {
            return true;
        }
        match &mut progress.waker {
            Some(waker) => waker.clone_from(cx.waker()),
            none => *none = Some(cx.waker().clone()),
        }
        false
    }

    /// What to answer when it is over.
    pub(crate) fn conclude(&self) -> Conclusion {
        let mut progress = self.progress();
        match progress.end.take() {
            Some(End::Fault(fault)) => return Conclusion::Fault(fault),
            Some(End::Broken(problem)) => return Conclusion::Broken(problem),
            None => {}
        }
        let number = self.opened.as_ref().map_or(0, |(_, state)| state.round) + 1;
        if number > MOST_ROUNDS {
            let problem = format!("the tool still needs input after {MOST_ROUNDS} rounds");
            return Conclusion::Failure(Failure::business(problem, "tell the user, and ask for less"));
        }
        let open = std::mem::take(&mut progress.open);
        let (mut questions, mut asked) = (String::new(), Value::Null);
        for Open { key, json, shown } in open {
            if !questions.is_empty() {
                questions.push(',');
            }
            questions.push_str(&format!("{}:{json}", Value::from(key.as_str())));
            if progress.answered.get(&key).is_some() {
                // Its answer is the one that comes back.
                progress.answered[&key].take();
            }
            asked[&key] = shown.into();
        }
        let state = State {
            expires: 0,
            round: number,
            asked,
            answered: progress.answered.take(),
            kept: progress.kept.take(),
        };
        match self.sealing.seal(state, &self.binding) {
            Ok(state) => Conclusion::Ask { questions, state },
            Err(problem) => Conclusion::Broken(problem),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// The answer to a question, if it is there and good for it.
    fn find(&self, question: &Question, shown: Option<&str>) -> Result<Found, &'static str> {
        let key = question.key();
        if let Some((_, state)) = &self.opened
            && let Some((value, then)) = state.answer(key)
        {
            return Ok(if then == shown { Found::Answer(value.clone()) } else { Found::Outdated });
        }
        let Some(value) = self.given.get(key) else { return Ok(Found::Nothing) };
        let asked = match &self.opened {
            Some((_, state)) => state.asked.get(key).map(Value::as_str),
            // MRTR-22: nobody was shown anything yet, so this is consent to nothing.
            None if question.kind() == QuestionKind::Confirm => return Ok(Found::Nothing),
            None => Some(None),
        };
        // MRTR-15: what was not asked for is ignored.
        let Some(then) = asked else { return Ok(Found::Nothing) };
        question.check(value)?;
        if self.opened.is_some() && then != shown {
            return Ok(Found::Outdated);
        }
        Ok(Found::Answer(value.clone()))
    }

    /// Whether the client can do what a question needs; otherwise the call has ended.
    fn can_be_asked(&self, question: &Question) -> bool {
        let needed = question.kind().capability();
        let can = self.can_ask(needed);
        if !can {
            let missing = self.client.missing(&[needed]);
            self.end(End::Fault(missing.map_or(Fault::Internal, Fault::MissingCapability)));
        }
        can
    }

    /// The answer, or nothing when the question was noted or the call has ended.
    fn consider(&self, question: Question) -> Option<Value> {
        if !self.can_be_asked(&question) {
            return None;
        }
        let shown = question.shown().map(|shown| hex(&digest(shown.as_bytes())));
        let found = if question.is_again() {
            Found::Nothing
        } else {
            if !self.is_new(&question) {
                return None;
            }
            match self.find(&question, shown.as_deref()) {
                Ok(found) => found,
                Err(problem) => {
                    let problem = format!("`inputResponses`: the answer to `{}` {problem}", question.key());
                    self.end(End::Fault(Fault::InvalidParams(problem)));
                    return None;
                }
            }
        };
        let json = match found {
            Found::Answer(value) => {
                if question.kind() == QuestionKind::Confirm {
                    self.confirmed.store(true, Ordering::Release);
                }
                self.progress().answered[question.key()] = answered(value.clone(), shown);
                return Some(value);
            }
            Found::Nothing => question.to_json(),
            Found::Outdated => question.to_json_after_change(),
        };
        self.note(Open { key: question.key().to_owned(), json, shown });
        None
    }

    /// Asks the client while the call waits.
    async fn ask_live(&self, live: &Live, question: &Question) -> Result<Value, Failure> {
        if !self.can_ask(question.kind().capability()) {
            return Err(live::unreachable());
        }
        if !question.is_again() && !self.is_new(question) {
            return pending().await;
        }
        live.ask(question).await
    }

    /// Asks through the task that the call is.
    async fn ask_in_task(&self, task: &TaskHandle, question: &Question) -> Result<Value, Failure> {
        let asked = self.can_be_asked(question) && (question.is_again() || self.is_new(question));
        if asked { task.ask(question).await } else { pending().await }
    }

    /// Whether no other question of the call has its key; otherwise the call has ended.
    fn is_new(&self, question: &Question) -> bool {
        let mut progress = self.progress();
        let is_new = progress.seen.get(question.key()).is_none();
        progress.seen[question.key()] = Value::Null;
        drop(progress);
        if !is_new {
            let problem =
                format!("it asks two questions with the key `{}`; give one another key", question.key());
            self.end(End::Broken(problem));
        }
        is_new
    }

    fn note(&self, open: Open) {
        let mut progress = self.progress();
        progress.open.retain(|earlier| earlier.key != open.key);
        if progress.open.len() >= MOST_QUESTIONS {
            let problem = format!("it asks more than {MOST_QUESTIONS} questions at once");
            progress.end.get_or_insert(End::Broken(problem));
        } else {
            progress.open.push(open);
        }
        wake(progress);
    }

    fn end(&self, end: End) {
        let mut progress = self.progress();
        progress.end.get_or_insert(end);
        wake(progress);
    }

    /// Uses the state up. Only a state that binds what was shown gets here.
    async fn use_up(&self) -> Result<(), Failure> {
        let Some((id, state)) = &self.opened else {
            self.end(End::Fault(refused()));
            return pending().await;
        };
        match self.sealing.store().use_once(id, state.expires_at()).await {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.end(End::Fault(refused()));
                pending().await
            }
            Err(cause) => Err(Failure::transient(
                "the confirmation could not be checked, so nothing was changed; the user has to confirm again",
            )
            .caused_by(cause)),
        }
    }
}

fn refused() -> Fault {
    Fault::InvalidParams(REFUSED.into())
}

/// An answer to look at.
enum Found {
    Answer(Value),
    Nothing,
    /// It was to something else than what would be shown now.
    Outdated,
}

/// The call may have been waiting for something else when a question came up beside it.
fn wake(mut progress: MutexGuard<'_, Progress>) {
    let waker = progress.waker.take();
    drop(progress);
    if let Some(waker) = waker {
        waker.wake();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Asker for Round {
    fn can_ask(&self, capability: Capability) -> bool {
        self.client.has(capability) && self.live.as_ref().is_none_or(Live::is_open)
    }

    fn consent(&self) -> Consent {
        self.consent
    }

    fn number(&self, kind: QuestionKind) -> u32 {
        let numbers = &mut self.progress().numbers;
        let number = numbers.get(kind.word()).and_then(Value::as_u64).unwrap_or_default() + 1;
        numbers[kind.word()] = number.into();
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = Result<Value, Failure>> + Send + '_>> {
        Box::pin(async move {
            if let Some(live) = &self.live {
                return self.ask_live(live, &question).await;
            }
            if let Some(task) = self.task.get().filter(|task| task.is_requested()) {
                return self.ask_in_task(task, &question).await;
            }
            match self.consider(question) {
                Some(answer) => Ok(answer),
                None => pending().await,
            }
        })
    }

    fn spend(&self) -> Pin<Box<dyn Future<Output = Result<(), Failure>> + Send + '_>> {
        let by_task = self.task.get().is_some_and(|task| task.is_requested());
        if self.live.is_some() || (by_task && !self.confirmed.load(Ordering::Acquire)) {
            // The answer came to the question that has just been asked, and cannot come again.
            return Box::pin(std::future::ready(Ok(())));
        }
        // Several confirmations of one round came in one answer and are used up together.
        Box::pin(async move { self.spent.get_or_try_init(|| self.use_up()).await.copied() })
    }

    fn remembered(&self, key: &str) -> Option<String> {
        self.progress().kept.get(key).and_then(Value::as_str).map(str::to_owned)
    }

    fn remember(&self, key: &str, value: String) {
        self.progress().kept[key] = value.into();
    }

    fn broken(&self, problem: String) -> Pin<Box<dyn Future<Output = Infallible> + Send + '_>> {
        self.end(End::Broken(problem));
        Box::pin(pending())
    }
}
