//! A question as it goes to the client, and what makes an answer to it well-formed.

use serde_json::{Map, Value};

use crate::Capability;
use crate::protocol::object;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// The user, through a form.
    Form,
    /// The user, for a yes or no that the server will act on.
    Confirm,
    /// The user, to open a page.
    Url,
    /// The client's model.
    Sampling {
        /// Whether the model may use tools.
        tools: bool,
    },
    /// The client, for its root directories.
    Roots,
}

impl QuestionKind {
    /// The client capability that it needs.
    #[must_use]
    pub const fn capability(self) -> Capability {
        match self {
            Self::Form | Self::Confirm => Capability::Elicitation,
            Self::Url => Capability::ElicitationUrl,
            Self::Sampling { tools: false } => Capability::Sampling,
            Self::Sampling { tools: true } => Capability::SamplingTools,
            Self::Roots => Capability::Roots,
        }
    }

    /// The method of the client that it is put to.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::Form | Self::Confirm | Self::Url => "elicitation/create",
            Self::Sampling { .. } => "sampling/createMessage",
            Self::Roots => "roots/list",
        }
    }

    /// The word that its keys begin with.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Form => "elicit",
            Self::Confirm => "confirm",
            Self::Url => "visit",
            Self::Sampling { .. } => "sample",
            Self::Roots => "roots",
        }
    }
}

/// A question on its way to the client.
#[derive(Clone, Debug)]
pub struct Question {
    key: String,
    kind: QuestionKind,
    params: String,
    shown: Option<String>,
    again: bool,
    enum_names: Vec<&'static str>,
}

impl Question {
    /// A question with the parameters of its method, which is the text of one JSON object.
    #[must_use]
    pub fn new(key: String, kind: QuestionKind, params: String) -> Self {
        Self { key, kind, params, shown: None, again: false, enum_names: Vec::new() }
    }

    /// What the answer is good for, and for nothing else: an answer to something else that was shown does not count.
    #[must_use]
    pub fn bound_to(mut self, shown: String) -> Self {
        self.shown = Some(shown);
        self
    }

    /// Asks although there is an answer, because that answer will not do.
    #[must_use]
    pub fn again(mut self) -> Self {
        self.again = true;
        self
    }

    /// Names the fields whose titles clients of 2025-11-25 get in `enumNames`.
    #[must_use]
    pub fn with_enum_names(mut self, fields: &[&'static str]) -> Self {
        self.enum_names = fields.to_vec();
        self
    }

    /// Its key: the same question has the same key in every round.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What is asked.
    #[must_use]
    pub fn kind(&self) -> QuestionKind {
        self.kind
    }

    /// What an answer is bound to. A host that keeps answers must compare it.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// Whether an answer that is there already will not do.
    #[must_use]
    pub fn is_again(&self) -> bool {
        self.again
    }

    /// The question as a value of `inputRequests`: `{"method":…,"params":…}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        format!("{{\"method\":\"{}\",\"params\":{}}}", self.kind.method(), self.params)
    }

    /// The question for a client of an earlier revision: choices have their titles in `enumNames` where their type says so, and
    /// everywhere for clients that know nothing else (`titles_in_one_of` false).
    #[must_use]
    pub fn to_legacy_value(&self, titles_in_one_of: bool) -> Value {
        let mut params: Value = self.params.parse().unwrap_or_default();
        if let Some(properties) =
            params.pointer_mut("/requestedSchema/properties").and_then(Value::as_object_mut)
        {
            for (name, property) in properties {
                if !titles_in_one_of || self.enum_names.contains(&name.as_str()) {
                    name_words(property);
                }
            }
        }
        object([("method", self.kind.method().into()), ("params", params)])
    }

    /// The question with a word before its message: there was an answer, to something else.
    #[must_use]
    pub fn to_json_after_change(&self) -> String {
        const CHANGED: &str = "This has changed since you answered. Please look again.\n\n";
        match self.params.parse::<Value>() {
            Ok(mut params) => {
                let message = params["message"].as_str().unwrap_or_default();
                params["message"] = format!("{CHANGED}{message}").into();
                format!("{{\"method\":\"{}\",\"params\":{params}}}", self.kind.method())
            }
            Err(_) => self.to_json(),
        }
    }

    /// Checks the shape of an answer. What it holds is checked by whoever asked.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence that starts with the answer.
    pub fn check(&self, answer: &Value) -> Result<(), &'static str> {
        let members = answer.as_object().ok_or("must be an object")?;
        match self.kind {
            QuestionKind::Form | QuestionKind::Confirm => {
                let accepts = action(members)? == "accept";
                if accepts && !members.get("content").is_some_and(Value::is_object) {
                    return Err("accepts and has no object `content`");
                }
                Ok(())
            }
            QuestionKind::Url => action(members).map(|_| ()),
            QuestionKind::Sampling { .. } => {
                let has_content =
                    members.get("content").is_some_and(|content| content.is_object() || content.is_array());
                let says = |name: &str| members.get(name).is_some_and(Value::is_string);
                let complete = has_content && says("role") && says("model");
                if complete { Ok(()) } else { Err("must have `role`, `content` and `model`") }
            }
            QuestionKind::Roots => {
                let roots =
                    members.get("roots").and_then(Value::as_array).ok_or("must have a list `roots`")?;
                let named = |root: &Value| root.get("uri").is_some_and(Value::is_string);
                if roots.iter().all(named) { Ok(()) } else { Err("has a root without `uri`") }
            }
        }
    }
}

/// The titles of a choice in `enumNames` instead of `oneOf`.
fn name_words(property: &mut Value) {
    let Some(property) = property.as_object_mut() else { return };
    let Some(Value::Array(options)) = property.remove("oneOf") else { return };
    let all = |member: &str| options.iter().map(|option| option[member].clone()).collect();
    property.insert("enum".into(), all("const"));
    property.insert("enumNames".into(), all("title"));
}

fn action(members: &Map<String, Value>) -> Result<&str, &'static str> {
    let action = members.get("action").and_then(Value::as_str);
    action
        .filter(|action| ["accept", "decline", "cancel"].contains(action))
        .ok_or("must have an `action`: accept, decline or cancel")
}

/// The parameters of a form (*Elicitation > Form Mode Elicitation Requests*).
pub(super) fn form_params(message: &str, schema: &str) -> String {
    format!("{{\"mode\":\"form\",\"message\":{},\"requestedSchema\":{schema}}}", Value::from(message))
}

/// The parameters of a page to open (*Elicitation > URL Mode Elicitation Requests*).
pub(super) fn url_params(message: &str, url: &str) -> String {
    object([("mode", "url".into()), ("message", message.into()), ("url", url.into())]).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn question(kind: QuestionKind) -> Question {
        Question::new("k".into(), kind, "{}".into())
    }

    #[test]
    fn mrtr_14_and_elic_11_the_shape_of_an_answer_is_checked() {
        for (kind, answer) in [
            (QuestionKind::Form, json!(12345)),
            (QuestionKind::Form, json!({})),
            (QuestionKind::Form, json!({"action": "yes"})),
            (QuestionKind::Form, json!({"action": "accept"})),
            (QuestionKind::Form, json!({"action": "accept", "content": []})),
            (QuestionKind::Confirm, json!({"action": "accept"})),
            (QuestionKind::Url, json!({"action": 1})),
            (QuestionKind::Sampling { tools: false }, json!({"role": "assistant"})),
            (QuestionKind::Roots, json!({"roots": [{}]})),
            (QuestionKind::Roots, json!({})),
        ] {
            assert!(question(kind).check(&answer).is_err(), "{kind:?} {answer}");
        }
        for (kind, answer) in [
            (QuestionKind::Form, json!({"action": "accept", "content": {}})),
            (QuestionKind::Form, json!({"action": "decline"})),
            (QuestionKind::Url, json!({"action": "accept"})),
            (
                QuestionKind::Sampling { tools: false },
                json!({"role": "assistant", "content": {"type": "text", "text": "x"}, "model": "m"}),
            ),
            (QuestionKind::Roots, json!({"roots": [{"uri": "file:///a"}]})),
        ] {
            assert_eq!(question(kind).check(&answer), Ok(()), "{kind:?} {answer}");
        }
    }

    #[test]
    fn mrtr_04_a_question_is_a_method_and_its_params_and_no_request() {
        let json: Value = serde_json::from_str(&question(QuestionKind::Roots).to_json()).unwrap();
        assert_eq!(json, json!({"method": "roots/list", "params": {}}));
    }

    #[test]
    fn legacy_26_and_elic_06_titles_are_in_the_form_that_the_revision_of_the_client_knows() {
        let options = json!([{"const": "x", "title": "X"}, {"const": "y", "title": "Y"}]);
        let one_of = json!({"type": "string", "oneOf": options});
        let named = json!({"type": "string", "enum": ["x", "y"], "enumNames": ["X", "Y"]});
        let several = json!({"type": "array", "items": {"anyOf": options}});
        let properties = json!({"a": one_of, "b": one_of, "c": several, "d": {"type": "string"}});
        let schema = json!({"type": "object", "properties": properties});
        let question = Question::new("k".into(), QuestionKind::Form, form_params("m", &schema.to_string()))
            .with_enum_names(&["b"]);
        let of = |question: &Value| question["params"]["requestedSchema"]["properties"].clone();
        assert_eq!(of(&serde_json::from_str(&question.to_json()).unwrap()), properties);
        let mut expected = properties.clone();
        expected["b"] = named.clone();
        assert_eq!(of(&question.to_legacy_value(true)), expected);
        expected["a"] = named;
        assert_eq!(of(&question.to_legacy_value(false)), expected);
    }
}
