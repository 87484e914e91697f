//! Answers that stand on the command line: `--answer KEY.FIELD=VALUE`, `--answer KEY=decline`, `--answers FILE`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::question::{Kind, Question};
use super::usage::{Usage, nearest};

const ACTIONS: [&str; 3] = ["accept", "decline", "cancel"];

/// What was given, each good for one question.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Before and after the first `=`.
    words: Vec<(String, String)>,
    /// By key: an action, or the fields of a form.
    file: Map<String, Value>,
    used: BTreeSet<String>,
}

impl Answers {
    pub(crate) fn new(words: &[String], file: Option<&str>) -> Result<Self, Usage> {
        let word = |word: &String| match word.split_once('=') {
            Some((path, value)) if !path.is_empty() => Ok((path.to_owned(), value.to_owned())),
            _ => Err(Usage::NotAnAnswer { answer: word.clone() }),
        };
        let words = words.iter().map(word).collect::<Result<_, _>>()?;
        let file = file.map(read).transpose()?.unwrap_or_default();
        Ok(Self { words, file, used: BTreeSet::new() })
    }

    /// The answer to a question; `None` when there is none, or when it was given once and will not do.
    pub(crate) fn take(&mut self, question: &Question) -> Result<Option<Value>, Usage> {
        if self.used.contains(&question.key) {
            return Ok(None);
        }
        let answer = match self.action(question)? {
            Some(action) => Some(json!({ "action": action })),
            None => self.content(question)?.map(|content| json!({ "action": "accept", "content": content })),
        };
        if answer.is_some() {
            self.used.insert(question.key.clone());
        }
        Ok(answer)
    }

    /// Whether a question was answered from here before.
    pub(crate) fn has_answered(&self, question: &Question) -> bool {
        self.used.contains(&question.key)
    }

    fn action(&self, question: &Question) -> Result<Option<String>, Usage> {
        let word = self.words.iter().rev().find(|(path, _)| *path == question.key).map(|(_, value)| &**value);
        let given = word.or_else(|| self.file.get(&question.key)?.as_str());
        match given {
            None => Ok(None),
            // A form is accepted with its fields, which may all have defaults.
            Some("accept") if matches!(question.kind, Kind::Form(_)) => Ok(None),
            Some(action) if ACTIONS.contains(&action) => Ok(Some(action.into())),
            Some(other) => Err(Usage::NotAnAction { key: question.key.clone(), action: other.into() }),
        }
    }

    /// The fields that are given; `None` when nothing is said about the form.
    fn content(&self, question: &Question) -> Result<Option<Map<String, Value>>, Usage> {
        let from_file = self.file.get(&question.key).and_then(Value::as_object);
        let mut content = from_file.cloned().unwrap_or_default();
        if let Some(unknown) = content.keys().find(|name| question.field(name).is_none()) {
            return Err(unknown_field(question, unknown));
        }
        let accepts = self.words.iter().any(|(path, value)| *path == question.key && value == "accept")
            || self.file.get(&question.key).is_some_and(|value| value == "accept");
        let mut said = from_file.is_some() || accepts;
        let mut from_words: Map<String, Value> = Map::new();
        for (path, typed) in &self.words {
            let Some(name) = path.strip_prefix(&*question.key).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let field = question.field(name).ok_or_else(|| unknown_field(question, name))?;
            let unfit = |problem| Usage::UnfitAnswer { key: question.key.clone(), problem };
            let value = field.read(typed).map_err(unfit)?;
            match (from_words.get_mut(name), value) {
                (Some(Value::Array(values)), Value::Array(more)) => values.extend(more),
                (Some(_), _) => return Err(Usage::Twice { key: path.clone() }),
                (None, value) => drop(from_words.insert(name.into(), value)),
            }
            said = true;
        }
        content.extend(from_words);
        Ok(said.then_some(content))
    }
}

fn unknown_field(question: &Question, field: &str) -> Usage {
    let known = question.fields().iter().map(|field| &*field.name);
    Usage::UnknownField { key: question.key.clone(), nearest: nearest(field, known), field: field.into() }
}

fn read(path: &str) -> Result<Map<String, Value>, Usage> {
    let unreadable = |problem: String| Usage::UnreadableAnswers { path: path.into(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    let answers: Map<String, Value> =
        serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    match answers.iter().find(|(_, answer)| !answer.is_object() && !answer.is_string()) {
        None => Ok(answers),
        Some((key, _)) => Err(unreadable(format!("`{key}` is neither an object of fields nor a word"))),
    }
}
