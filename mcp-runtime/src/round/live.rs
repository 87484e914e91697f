//! Asking a client of an earlier revision: with a request of the server's own, while the call waits
//! (*Elicitation* and *Sampling* of 2025-11-25).

use crate::dispatch::Outlet;
use crate::legacy::{Asked, Peer};
use crate::lock::lock;
use crate::race::{Either, race};
use serde_json::Value;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use taffrail_core::{Failure, Question, QuestionKind};

/// How long an answer may take. People think, and clients do not say when they give up.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// How many questions one call may ask.
const MOST: u32 = 64;

/// The client of a call, which can be asked while the call runs.
pub(crate) struct Live {
    peer: Arc<Peer>,
    /// Where the call's messages go; known once it runs.
    outlet: OnceLock<Arc<dyn Outlet>>,
    waiting: Mutex<Waiting>,
}

/// The time that a call has spent waiting for answers, which is not its own.
#[derive(Default)]
struct Waiting {
    questions: u32,
    /// All that were asked, over the whole call.
    asked: u32,
    since: Option<Instant>,
    total: Duration,
}

impl Live {
    pub(super) fn new(peer: Arc<Peer>) -> Self {
        Self { peer, outlet: OnceLock::new(), waiting: Mutex::default() }
    }

    pub(super) fn connect(&self, outlet: &Arc<dyn Outlet>) {
        self.outlet.get_or_init(|| Arc::clone(outlet));
    }

    /// Whether a question would reach the client.
    pub(super) fn is_open(&self) -> bool {
        self.peer.is_ready() && self.outlet.get().is_some_and(|outlet| outlet.streams().is_some())
    }

    /// The answer, its shape checked.
    pub(super) async fn ask(&self, question: &Question) -> Result<Value, Failure> {
        let Some(outlet) = self.outlet.get().filter(|_| self.is_open()) else { return Err(unreachable()) };
        let mut earlier = 0;
        self.waits(|waiting| earlier = waiting.asked);
        if earlier >= MOST {
            let problem = format!("the tool still needs input after {MOST} questions");
            return Err(Failure::business(problem, "tell the user, and ask for less"));
        }
        let asked = self.peer.ask();
        let mut open = OpenQuestion { live: self, outlet, number: asked.number, answered: false };
        self.waits(|waiting| waiting.begin());
        outlet.ask(request(question, asked.number, self.peer.has_newest()).ok_or_else(unreachable)?);
        let Asked { answer, .. } = asked;
        let answer = match tokio::time::timeout(PATIENCE, race(outlet.gone(), answer)).await {
            Err(_) => return Err(silent()),
            Ok(Either::Left(())) => return Err(away()),
            Ok(Either::Right(answer)) => {
                open.answered = true;
                answer.ok().flatten().ok_or_else(refused)?
            }
        };
        question.check(&answer).map_err(|problem| {
            tracing::warn!(problem, key = question.key(), "the client's answer is malformed");
            refused()
        })?;
        Ok(answer)
    }

    /// How long the call has waited since this was asked last.
    pub(super) fn take_waited(&self) -> Duration {
        let mut waited = Duration::ZERO;
        self.waits(|waiting| waited = waiting.take());
        waited
    }

    fn waits(&self, change: impl FnOnce(&mut Waiting)) {
        // No change can panic half-way, so that a poisoned value is still whole.
        let mut waiting = lock(&self.waiting);
        change(&mut waiting);
    }
}

impl Waiting {
    fn begin(&mut self) {
        self.questions += 1;
        self.asked += 1;
        self.since.get_or_insert_with(Instant::now);
    }

    fn end(&mut self) {
        self.questions = self.questions.saturating_sub(1);
        if self.questions == 0
            && let Some(since) = self.since.take()
        {
            self.total += since.elapsed();
        }
    }

    fn take(&mut self) -> Duration {
        if let Some(since) = self.since.replace(Instant::now()) {
            self.total += since.elapsed();
        }
        if self.questions == 0 {
            self.since = None;
        }
        std::mem::take(&mut self.total)
    }
}

/// A question that the client has. When the call ends before it is answered, the client is told to forget it.
struct OpenQuestion<'a> {
    live: &'a Live,
    outlet: &'a Arc<dyn Outlet>,
    number: u64,
    answered: bool,
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        self.live.waits(Waiting::end);
        self.live.peer.forget(self.number);
        if !self.answered {
            let number = self.number;
            let cancelled = format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{number}}}}}"
            );
            self.outlet.notify(cancelled.into_bytes());
        }
    }
}

/// The question as a request.
fn request(question: &Question, number: u64, titles_in_one_of: bool) -> Option<Vec<u8>> {
    let mut request = question.to_legacy_value(titles_in_one_of);
    request["jsonrpc"] = "2.0".into();
    request["id"] = number.into();
    if question.kind() == QuestionKind::Url {
        request["params"]["elicitationId"] = crate::legacy::random_id()?.into();
    }
    Some(request.to_string().into_bytes())
}

pub(super) fn unreachable() -> Failure {
    Failure::business(
        "this client cannot be asked, so nothing was changed",
        "tell the user that another client is needed for this",
    )
}

fn refused() -> Failure {
    Failure::declined(
        "the client gave no answer to the question, so nothing was changed",
        "tell the user; do not ask for the same again",
    )
}

fn away() -> Failure {
    Failure::business(
        "the client hung up while it was asked and did not come back, so nothing was changed",
        "ask the user whether to try again",
    )
}

fn silent() -> Failure {
    Failure::business(
        format!("the question was not answered within {} s, so nothing was changed", PATIENCE.as_secs()),
        "ask the user whether to try again",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_for_answers_counts_once_for_questions_that_are_open_together() {
        let mut waiting = Waiting::default();
        assert_eq!(waiting.take(), Duration::ZERO);
        waiting.begin();
        waiting.begin();
        std::thread::sleep(Duration::from_millis(20));
        waiting.end();
        let first = waiting.take();
        assert!(first >= Duration::from_millis(20), "{first:?}");
        waiting.end();
        assert!(waiting.take() < first);
        assert_eq!(waiting.take(), Duration::ZERO);
    }

    #[test]
    fn legacy_26_and_27_a_question_is_a_request_and_a_page_has_an_id_of_its_own() {
        let asked = |kind| {
            let question = Question::new("k".into(), kind, r#"{"message":"m"}"#.into());
            serde_json::from_slice::<Value>(&request(&question, 7, true).unwrap()).unwrap()
        };
        let form = asked(QuestionKind::Form);
        assert_eq!((&form["id"], &form["method"]), (&7.into(), &"elicitation/create".into()));
        assert_eq!(form["params"], serde_json::json!({"message": "m"}));
        let (a, b) = (asked(QuestionKind::Url), asked(QuestionKind::Url));
        assert!(a["params"]["elicitationId"].is_string());
        assert_ne!(a["params"]["elicitationId"], b["params"]["elicitationId"]);
    }
}
