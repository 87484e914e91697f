//! A request of which the server may ask in the middle: rounds of questions and answers until there is a result.

use std::fmt::{self, Write};
use std::io;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::answers::Answers;
use super::client::{self, Refused};
use super::person::Person;
use super::question::{Asked, Kind, Question};
use super::usage::Usage;
use crate::dispatch::Service;

/// Who answers: first the command line, then the person at the terminal.
pub(crate) struct Respondent {
    pub(crate) answers: Answers,
    pub(crate) person: Option<Person>,
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Stopped {
    Refused(Refused),
    Misused(Usage),
    /// Nobody answers what is asked: what it is, and how to answer it.
    Unanswered(String),
    /// The terminal is gone.
    Terminal(io::Error),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Misused(usage) => usage.fmt(f),
            Self::Unanswered(text) => f.write_str(text),
            Self::Terminal(error) => write!(f, "the answer cannot be read: {error}"),
        }
    }
}

impl From<Refused> for Stopped {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<Usage> for Stopped {
    fn from(usage: Usage) -> Self {
        Self::Misused(usage)
    }
}

/// Makes a request as a client of these capabilities, answers what is asked, and gives the result.
pub(crate) async fn complete(
    service: &Service,
    method: &str,
    mut params: Value,
    capabilities: &Value,
    mut respondent: Respondent,
) -> Result<(Box<RawValue>, Respondent), Stopped> {
    loop {
        let result: Box<RawValue> = client::ask_as(service, method, params.clone(), capabilities).await?;
        let Some(Asked { questions, state }) = Asked::by(result.get())? else {
            return Ok((result, respondent));
        };
        let (responses, back) = respondent.respond(questions).await?;
        respondent = back;
        params["inputResponses"] = responses.into();
        if let Some(state) = state {
            params["requestState"] = state.into();
        }
    }
}

impl Respondent {
    /// Answers all questions of a round.
    pub(super) async fn respond(
        mut self,
        questions: Vec<Question>,
    ) -> Result<(Map<String, Value>, Self), Stopped> {
        let mut responses = Map::new();
        let mut open = Vec::new();
        for question in questions {
            match self.answers.take(&question)? {
                Some(answer) => drop(responses.insert(question.key, answer)),
                None => open.push(question),
            }
        }
        if open.is_empty() {
            return Ok((responses, self));
        }
        let Some(mut person) = self.person.take() else {
            return Err(Stopped::Unanswered(unanswered(&open, &self.answers)));
        };
        // Somebody may think for long, and what else the program does goes on meanwhile.
        let asked = tokio::task::spawn_blocking(move || {
            for question in open {
                let answer = person.answer(&question)?;
                responses.insert(question.key, answer);
            }
            Ok((responses, person))
        });
        let (responses, person) =
            asked.await.map_err(io::Error::other).flatten().map_err(Stopped::Terminal)?;
        Ok((responses, Self { answers: self.answers, person: Some(person) }))
    }
}

/// What is asked, and how to answer it without a terminal.
fn unanswered(questions: &[Question], answers: &Answers) -> String {
    let mut text = String::from("The server asks before it goes on, and there is no terminal to ask on:\n");
    // Writing to a string cannot fail.
    for question in questions {
        let Question { key, message, .. } = question;
        let _ = writeln!(text, "\n{key}: {message}");
        if answers.has_answered(question) {
            let _ = writeln!(text, "  The answer that was given is used up.");
        }
        match &question.kind {
            Kind::Page(url) => {
                let _ = writeln!(text, "  {url}\n  --answer {key}=accept");
            }
            Kind::Form(fields) => {
                for field in fields {
                    let title = field.title.as_deref().map(|title| format!("{title}; ")).unwrap_or_default();
                    let need = if field.required { "" } else { "; may be left out" };
                    let (name, takes) = (&field.name, field.takes());
                    let _ = writeln!(text, "  --answer {key}.{name}=VALUE  {title}{takes}{need}");
                }
            }
        }
        let _ = writeln!(text, "  --answer {key}=decline");
    }
    text.push_str(
        "\nGive the answers with the options above, or all in a file of JSON with `--answers FILE`.",
    );
    text
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use serde_json::json;

    use super::*;

    fn questions() -> Vec<Question> {
        let question = r#"{"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{
            "type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}}}"#;
        let result =
            format!(r#"{{"resultType":"input_required","inputRequests":{{"a":{question},"b":{question}}}}}"#);
        Asked::by(&result).unwrap().unwrap().questions
    }

    fn respondent(words: &[&str], typed: Option<&'static str>) -> Respondent {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        let answers = Answers::new(&words, None).unwrap();
        Respondent { answers, person: typed.map(|typed| Person::new(Cursor::new(typed), io::sink())) }
    }

    #[tokio::test]
    async fn the_person_is_asked_what_the_command_line_does_not_answer() {
        let respondent = respondent(&["a.ok=no"], Some("yes\nno\nno\n"));
        let (responses, respondent) = respondent.respond(questions()).await.unwrap();
        let accept = |ok: bool| json!({"action": "accept", "content": {"ok": ok}});
        assert_eq!(Value::from(responses), json!({"a": accept(false), "b": accept(true)}));
        // What was answered from the command line and is asked again is for the person.
        let (responses, _) = respondent.respond(questions()).await.unwrap();
        assert_eq!(Value::from(responses), json!({"a": accept(false), "b": accept(false)}));
    }

    #[tokio::test]
    async fn without_a_person_only_what_is_open_is_told() {
        let stopped = respondent(&["a=decline"], None).respond(questions()).await.err().unwrap();
        let text = stopped.to_string();
        assert!(text.contains("\nb: Sure?\n") && !text.contains("\na: Sure?\n"), "{text}");
    }
}
