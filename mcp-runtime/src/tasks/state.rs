//! What a task is: its states, the ways from one to the next, and how it is written.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use taffrail_core::protocol::timestamp;
use taffrail_core::{Question, QuestionKind};

/// The last millisecond that can be written as a date, in the year 9999: everything that is called endless ends then. Every clock
/// can hold it, and every client can read it as a number.
const END_OF_TIME: u64 = 253_402_300_799_999;
/// How long what is said about a task may be, in characters.
const LONGEST_MESSAGE: usize = 500;

/// The state of a task, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TaskState {
    /// Whose it is; `None` when callers are not told apart.
    owner: Option<String>,
    /// Milliseconds since 1970.
    created: u64,
    updated: u64,
    /// Milliseconds.
    ttl: u64,
    poll: u64,
    status: Status,
    message: Option<String>,
    /// What waits for an answer: values of `inputRequests`.
    questions: BTreeMap<String, Box<RawValue>>,
    /// What was answered and not fetched yet by the call.
    /// Word for word: they may be as deep as JSON that can be read at all, and here they lie deeper.
    answers: BTreeMap<String, Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}

/// What came of a call that was a task.
#[derive(Debug)]
pub(crate) enum Ending {
    /// The `result` of its answer.
    Result(Box<RawValue>),
    /// The `error` of its answer.
    Error(Box<RawValue>),
    /// The client does not want it any more.
    Cancelled,
}

/// How long a task lives, and how often one should ask for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) ttl: Duration,
    pub(crate) poll: Duration,
}

impl TaskState {
    pub(crate) fn new(owner: Option<&str>, times: Times) -> Self {
        let now = now();
        Self {
            owner: owner.map(str::to_owned),
            created: now,
            updated: now,
            ttl: milliseconds(times.ttl).min(END_OF_TIME.saturating_sub(now)),
            poll: milliseconds(times.poll).clamp(1, END_OF_TIME),
            status: Status::Working,
            message: None,
            questions: BTreeMap::new(),
            answers: BTreeMap::new(),
            result: None,
            error: None,
        }
    }

    pub(crate) fn is_of(&self, owner: Option<&str>) -> bool {
        self.owner.as_deref() == owner
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.status, Status::Completed | Status::Failed | Status::Cancelled)
    }

    pub(crate) fn expires(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.created.saturating_add(self.ttl).min(END_OF_TIME))
    }

    /// Says what is going on.
    pub(super) fn note(&mut self, message: &str) -> bool {
        let message = short(message);
        if self.is_over() || self.message.as_deref() == Some(&*message) {
            return false;
        }
        self.message = Some(message);
        self.touch();
        true
    }

    /// Asks something.
    pub(super) fn ask(&mut self, key: &str, question: Box<RawValue>) -> bool {
        if self.is_over() {
            return false;
        }
        self.questions.insert(key.to_owned(), question);
        self.touch();
        true
    }

    /// Asks no longer: whoever asked does not wait any more.
    pub(super) fn withdraw(&mut self, key: &str) -> bool {
        let open = self.questions.remove(key).is_some();
        if open && !self.is_over() {
            self.touch();
        }
        open | self.answers.remove(key).is_some()
    }

    /// The answer to a question, which is then fetched.
    pub(super) fn fetch(&mut self, key: &str) -> Option<Value> {
        self.answers.remove(key).and_then(|answer| serde_json::from_str(answer.get()).ok())
    }

    pub(super) fn has_answer(&self, key: &str) -> bool {
        self.answers.contains_key(key)
    }

    /// Takes answers to what is open, and leaves the others alone.
    ///
    /// # Errors
    /// What is wrong with one of them; none is taken then.
    pub(super) fn answer(&mut self, answers: &BTreeMap<String, Value>) -> Result<bool, String> {
        if self.is_over() {
            return Ok(false);
        }
        let known = || answers.iter().filter(|(key, _)| self.questions.contains_key(*key));
        for (key, answer) in known() {
            let asked = self.questions.get(key).and_then(|question| kind(question));
            let Some(kind) = asked else { continue };
            Question::new(key.clone(), kind, String::new())
                .check(answer)
                .map_err(|problem| format!("`inputResponses`: the answer to `{key}` {problem}"))?;
        }
        let known: Vec<_> =
            known().filter_map(|(key, answer)| Some((key.clone(), to_raw_value(answer).ok()?))).collect();
        for (key, answer) in &known {
            self.questions.remove(key);
            self.answers.insert(key.clone(), answer.clone());
        }
        if !known.is_empty() {
            self.touch();
        }
        Ok(!known.is_empty())
    }

    /// Ends it, unless it is over.
    pub(super) fn end(&mut self, ending: &Ending) -> bool {
        if self.is_over() {
            return false;
        }
        self.questions.clear();
        self.answers.clear();
        self.touch();
        (self.status, self.message) = match ending {
            Ending::Result(result) => {
                self.result = Some(result.clone());
                (Status::Completed, None)
            }
            Ending::Error(error) => {
                let message = serde_json::from_str::<Value>(error.get()).ok();
                let message = message.as_ref().and_then(|error| error["message"].as_str()).map(short);
                self.error = Some(error.clone());
                (Status::Failed, message)
            }
            Ending::Cancelled => (Status::Cancelled, Some("the client has cancelled it".into())),
        };
        true
    }

    fn touch(&mut self) {
        self.updated = now().max(self.updated);
        self.status = if self.questions.is_empty() { Status::Working } else { Status::InputRequired };
    }

    /// The members that every task has.
    pub(crate) fn members(&self, id: &str) -> String {
        let message = match &self.message {
            Some(message) => format!("\"statusMessage\":{},", json!(message)),
            None => String::new(),
        };
        format!(
            "\"taskId\":{},\"status\":{},{message}\"createdAt\":\"{}\",\"lastUpdatedAt\":\"{}\",\"ttlMs\":{},\"pollIntervalMs\":{}",
            json!(id),
            json!(self.status),
            moment(self.created),
            moment(self.updated),
            self.ttl,
            self.poll
        )
    }

    /// All members, with what the status brings.
    pub(crate) fn detailed(&self, id: &str) -> String {
        let mut members = self.members(id);
        if self.status == Status::InputRequired {
            let questions = self.questions.iter();
            let questions = questions.map(|(key, question)| format!("{}:{}", json!(key), question.get()));
            members.push_str(&format!(",\"inputRequests\":{{{}}}", questions.collect::<Vec<_>>().join(",")));
        }
        let outcome = [("result", &self.result), ("error", &self.error)];
        for (name, outcome) in outcome {
            if let Some(outcome) = outcome {
                members.push_str(&format!(",\"{name}\":{}", outcome.get()));
            }
        }
        members
    }
}

/// What kind of question it is, read from how it is put.
fn kind(question: &RawValue) -> Option<QuestionKind> {
    let question: Value = serde_json::from_str(question.get()).ok()?;
    Some(match (question["method"].as_str()?, question["params"]["mode"].as_str()) {
        ("elicitation/create", Some("url")) => QuestionKind::Url,
        ("elicitation/create", _) => QuestionKind::Form,
        ("sampling/createMessage", _) => QuestionKind::Sampling { tools: false },
        ("roots/list", _) => QuestionKind::Roots,
        _ => return None,
    })
}

fn short(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

fn now() -> u64 {
    milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as the protocol writes it.
fn moment(millis: u64) -> String {
    timestamp(UNIX_EPOCH + Duration::from_millis(millis.min(END_OF_TIME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(json: &Value) -> Box<RawValue> {
        serde_json::value::to_raw_value(json).unwrap()
    }

    fn state() -> TaskState {
        TaskState::new(None, Times { ttl: Duration::from_secs(60), poll: Duration::from_millis(500) })
    }

    fn detailed(state: &TaskState) -> Value {
        serde_json::from_str(&format!("{{{}}}", state.detailed("t"))).unwrap()
    }

    fn form() -> Box<RawValue> {
        raw(&json!({"method": "elicitation/create", "params": {"mode": "form", "message": "m"}}))
    }

    fn answers(json: Value) -> BTreeMap<String, Value> {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn task_07_and_08_each_status_has_its_members_and_no_others() {
        let mut state = state();
        let keys = |state: &TaskState| -> Vec<String> {
            let shown = detailed(state);
            let extra = ["inputRequests", "result", "error", "statusMessage"];
            extra.into_iter().filter(|key| shown.get(*key).is_some()).map(str::to_owned).collect()
        };
        assert!(keys(&state).is_empty());
        assert!(state.ask("k", form()));
        assert_eq!(
            (detailed(&state)["status"].as_str(), keys(&state)),
            (Some("input_required"), vec!["inputRequests".into()])
        );
        let mut failed = state.clone();
        assert!(failed.end(&Ending::Error(raw(&json!({"code": -32603, "message": "no"})))));
        assert_eq!(keys(&failed), ["error", "statusMessage"]);
        assert_eq!(detailed(&failed)["statusMessage"], "no");
        let mut cancelled = state.clone();
        assert!(cancelled.end(&Ending::Cancelled));
        assert_eq!(
            (detailed(&cancelled)["status"].as_str(), keys(&cancelled)),
            (Some("cancelled"), vec!["statusMessage".into()])
        );
        assert!(state.end(&Ending::Result(raw(&json!({"isError": true})))));
        assert_eq!(
            (detailed(&state)["status"].as_str(), keys(&state)),
            (Some("completed"), vec!["result".into()])
        );
    }

    #[test]
    fn task_09_a_terminal_state_stays_as_it_is() {
        for ending in
            [Ending::Cancelled, Ending::Error(raw(&json!({}))), Ending::Result(raw(&json!({"a": 1})))]
        {
            let mut state = state();
            assert!(state.end(&ending));
            let before = detailed(&state);
            assert!(!state.end(&Ending::Cancelled) && !state.end(&Ending::Result(raw(&json!({})))));
            assert!(!state.ask("k", form()) && !state.note("late"));
            assert!(!state.answer(&answers(json!({"k": {"action": "decline"}}))).unwrap());
            assert_eq!(detailed(&state), before);
        }
    }

    #[test]
    fn task_12_answers_are_taken_one_by_one_and_malformed_ones_not_at_all() {
        let mut state = state();
        state.ask("a", form());
        state.ask("b", form());
        assert!(!state.answer(&answers(json!({"x": 7}))).unwrap(), "an unknown key is ignored");
        assert!(state.answer(&answers(json!({"a": {"action": "decline"}, "b": 7}))).is_err());
        assert_eq!(detailed(&state)["inputRequests"].as_object().unwrap().len(), 2);
        assert!(state.answer(&answers(json!({"a": {"action": "decline"}, "x": 7}))).unwrap());
        assert!(!state.answer(&answers(json!({"a": {"action": "cancel"}}))).unwrap(), "answered already");
        assert_eq!(detailed(&state)["inputRequests"].as_object().unwrap().keys().collect::<Vec<_>>(), ["b"]);
        assert_eq!(state.fetch("a").unwrap()["action"], "decline");
        assert!(state.answer(&answers(json!({"b": {"action": "decline"}}))).unwrap());
        assert_eq!(detailed(&state)["status"], "working");
    }

    #[test]
    fn a_withdrawn_question_is_not_asked_any_more() {
        let mut state = state();
        state.ask("a", form());
        assert!(state.withdraw("a") && !state.withdraw("a"));
        assert_eq!(detailed(&state)["status"], "working");
    }

    #[test]
    fn what_is_said_about_a_task_is_bounded() {
        let mut state = state();
        assert!(state.note(&"ä".repeat(10_000)));
        assert_eq!(detailed(&state)["statusMessage"].as_str().unwrap().chars().count(), LONGEST_MESSAGE + 1);
        assert!(!state.note(&"ä".repeat(10_000)), "nothing new");
    }

    #[test]
    fn answers_are_kept_as_deep_as_they_can_be_read() {
        let nested = |depth: usize| {
            let content = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
            let json = format!("{{\"k\":{{\"action\":\"accept\",\"content\":{content}}}}}");
            serde_json::from_str::<BTreeMap<String, Value>>(&json)
        };
        let deepest = (0..1000).rev().find_map(|depth| nested(depth).ok()).unwrap();
        let mut state = state();
        state.ask("k", form());
        assert!(state.answer(&deepest).unwrap());
        let kept = serde_json::to_string(&state).unwrap();
        let mut state: TaskState = serde_json::from_str(&kept).unwrap();
        assert_eq!(state.fetch("k"), deepest.get("k").cloned());
    }

    #[test]
    fn task_05_times_without_end_are_numbers_that_every_client_can_read() {
        let state = TaskState::new(None, Times { ttl: Duration::MAX, poll: Duration::MAX });
        let shown = detailed(&state);
        for name in ["ttlMs", "pollIntervalMs"] {
            let value = shown[name].as_u64().unwrap();
            assert!(value > 1 << 40 && value < 1 << 53, "{name}: {value}");
        }
        assert!(state.expires() > SystemTime::now());
    }
}
