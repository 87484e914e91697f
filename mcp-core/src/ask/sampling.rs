//! Asking the client's model. A deprecated feature of the protocol, behind the feature `sampling`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Place, Question, QuestionKind};
use crate::{Context, Failure};

/// A question to the client's model (*Sampling > Creating Messages*).
///
/// What other servers have put into the conversation is never asked for: `includeContext` is left out.
///
/// ```
/// use taffrail::Sampling;
///
/// let question = Sampling::new(100).user("What is the capital of France?");
/// assert!(question.check().is_ok());
/// assert!(Sampling::new(100).check().is_err());
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is asked until it is given to `ctx.sample(…)`"]
pub struct Sampling {
    max_tokens: u32,
    messages: Vec<Message>,
    options: Map<String, Value>,
    priorities: Map<String, Value>,
    hints: Vec<Value>,
    tools: Vec<SamplingTool>,
}

#[derive(Clone, Debug)]
enum Message {
    Text {
        role: &'static str,
        text: String,
    },
    /// What the model answered, as it was.
    Answered {
        content: Value,
    },
    Results(Vec<ToolResult>),
}

/// How much something counts when the client chooses a model: from 0 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priority(u8);

impl Priority {
    /// A share of 100; more counts as 100.
    #[must_use]
    pub const fn percent(share: u8) -> Self {
        Self(if share > 100 { 100 } else { share })
    }

    fn json(self) -> Value {
        (f64::from(self.0) / 100.0).into()
    }
}

/// A tool that the client's model may call.
#[derive(Clone, Debug)]
pub struct SamplingTool {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// What it takes: an object schema.
    pub input_schema: Value,
}

/// Whether the client's model may or must call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// It must.
    Required,
    /// It must not.
    None,
}

/// What a tool gave to the client's model.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// The id of the call.
    pub tool_use_id: String,
    /// What came out.
    pub text: String,
    /// Whether it failed.
    pub is_error: bool,
}

/// A call that the client's model wants made.
#[derive(Clone, Debug)]
pub struct ToolUse {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments.
    pub input: Value,
}

impl Sampling {
    /// A question that may be answered with at most so many tokens.
    pub fn new(max_tokens: u32) -> Self {
        let (messages, options, priorities) = (Vec::new(), Map::new(), Map::new());
        Self { max_tokens, messages, options, priorities, hints: Vec::new(), tools: Vec::new() }
    }

    /// Adds what the user says.
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.messages.push(Message::Text { role: "user", text: text.into() });
        self
    }

    /// Adds what the model is to have said.
    pub fn assistant(mut self, text: impl Into<String>) -> Self {
        self.messages.push(Message::Text { role: "assistant", text: text.into() });
        self
    }

    /// Adds what the model answered, and the results of the tools that it called. A message of results holds nothing else.
    pub fn continued(mut self, answer: &Sampled, results: Vec<ToolResult>) -> Self {
        self.messages.push(Message::Answered { content: answer.content.clone() });
        if !results.is_empty() {
            self.messages.push(Message::Results(results));
        }
        self
    }

    /// Adds a system prompt.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.options.insert("systemPrompt".into(), text.into().into());
        self
    }

    /// Sets the temperature.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.options.insert("temperature".into(), temperature.into());
        self
    }

    /// Ends the answer before any of these texts.
    pub fn stop_sequences(mut self, sequences: impl IntoIterator<Item = String>) -> Self {
        self.options.insert("stopSequences".into(), sequences.into_iter().collect::<Vec<_>>().into());
        self
    }

    /// Names a model, or part of a model's name, that would be right. The first hint counts most.
    pub fn hint(mut self, name: impl Into<String>) -> Self {
        self.hints.push(json!({"name": name.into()}));
        self
    }

    /// How much low cost counts.
    pub fn cost(self, priority: Priority) -> Self {
        self.priority("costPriority", priority)
    }

    /// How much speed counts.
    pub fn speed(self, priority: Priority) -> Self {
        self.priority("speedPriority", priority)
    }

    /// How much ability counts.
    pub fn intelligence(self, priority: Priority) -> Self {
        self.priority("intelligencePriority", priority)
    }

    fn priority(mut self, name: &str, priority: Priority) -> Self {
        self.priorities.insert(name.into(), priority.json());
        self
    }

    /// Lets the model call tools. The server's tool then says `needs(sampling_tools)`.
    pub fn tools(mut self, tools: Vec<SamplingTool>, choice: ToolChoice) -> Self {
        let mode = match choice {
            ToolChoice::Auto => "auto",
            ToolChoice::Required => "required",
            ToolChoice::None => "none",
        };
        self.options.insert("toolChoice".into(), json!({"mode": mode}));
        self.tools = tools;
        self
    }

    /// Checks that the messages make a conversation: there is one, and every call of a tool has its result before
    /// anything else is said (*Sampling > Message Content Constraints*).
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.messages.is_empty() {
            return Err("there is no message");
        }
        if self.max_tokens == 0 {
            return Err("no token may be used");
        }
        let mut open = BTreeSet::new();
        for message in &self.messages {
            match message {
                Message::Results(results) => {
                    for result in results {
                        if !open.remove(&result.tool_use_id) {
                            return Err("a tool result answers no call");
                        }
                    }
                }
                _ if !open.is_empty() => return Err("a tool was called and its result is missing"),
                Message::Answered { content } => open.extend(tool_uses(content).map(|call| call.id)),
                Message::Text { .. } => {}
            }
        }
        if open.is_empty() { Ok(()) } else { Err("a tool was called and its result is missing") }
    }

    fn kind(&self) -> QuestionKind {
        QuestionKind::Sampling { tools: !self.tools.is_empty() || self.options.contains_key("toolChoice") }
    }

    fn params(self) -> String {
        let mut params = self.options;
        params.insert("maxTokens".into(), self.max_tokens.into());
        params.insert("messages".into(), self.messages.into_iter().map(Message::json).collect());
        if !self.hints.is_empty() || !self.priorities.is_empty() {
            let mut preferences = self.priorities;
            if !self.hints.is_empty() {
                preferences.insert("hints".into(), self.hints.into());
            }
            params.insert("modelPreferences".into(), preferences.into());
        }
        if !self.tools.is_empty() {
            let tool = |tool: SamplingTool| json!({"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema});
            params.insert("tools".into(), self.tools.into_iter().map(tool).collect());
        }
        Value::Object(params).to_string()
    }
}

impl Message {
    fn json(self) -> Value {
        match self {
            Self::Text { role, text } => json!({"role": role, "content": {"type": "text", "text": text}}),
            Self::Answered { content } => json!({"role": "assistant", "content": content}),
            Self::Results(results) => {
                let result = |result: ToolResult| {
                    json!({"type": "tool_result", "toolUseId": result.tool_use_id, "isError": result.is_error,
                           "content": [{"type": "text", "text": result.text}]})
                };
                json!({"role": "user", "content": results.into_iter().map(result).collect::<Vec<_>>()})
            }
        }
    }
}

/// What the client's model answered. It is text from outside: check it as you check arguments.
#[derive(Clone, Debug)]
pub struct Sampled {
    content: Value,
    model: String,
    stop_reason: Option<String>,
}

impl Sampled {
    fn read(response: &Value) -> Self {
        Self {
            content: response["content"].clone(),
            model: response["model"].as_str().unwrap_or_default().into(),
            stop_reason: response["stopReason"].as_str().map(str::to_owned),
        }
    }

    /// The text of the answer, blocks joined by line breaks.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = blocks(&self.content).filter_map(|block| block["text"].as_str());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The calls of tools that the model wants made. Bound how often you go round.
    #[must_use]
    pub fn tool_uses(&self) -> Vec<ToolUse> {
        tool_uses(&self.content).collect()
    }

    /// The model that answered.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why it stopped.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }
}

fn blocks(content: &Value) -> impl Iterator<Item = &Value> {
    match content {
        Value::Array(blocks) => blocks.iter(),
        block => std::slice::from_ref(block).iter(),
    }
}

fn tool_uses(content: &Value) -> impl Iterator<Item = ToolUse> {
    let calls = blocks(content).filter(|block| block["type"] == "tool_use");
    calls.map(|block| ToolUse {
        id: block["id"].as_str().unwrap_or_default().into(),
        name: block["name"].as_str().unwrap_or_default().into(),
        input: block["input"].clone(),
    })
}

impl Context {
    /// Asks the client's model. The tool says `needs(sampling)`, or `needs(sampling_tools)`.
    ///
    /// # Errors
    /// When the answer could not be had.
    #[deprecated(note = "sampling is deprecated since 2026-07-28; call a model provider directly")]
    pub async fn sample(&self, question: Sampling) -> Result<Sampled, Failure> {
        let kind = question.kind();
        let key = Place::next(self, kind).key(kind);
        self.sample_as(key, question).await
    }

    /// As [`sample`](Self::sample), with a name of its own on the wire.
    ///
    /// # Errors
    /// When the answer could not be had.
    #[deprecated(note = "sampling is deprecated since 2026-07-28; call a model provider directly")]
    pub async fn sample_keyed(&self, key: &'static str, question: Sampling) -> Result<Sampled, Failure> {
        self.sample_as(key.into(), question).await
    }

    async fn sample_as(&self, key: String, question: Sampling) -> Result<Sampled, Failure> {
        if let Err(problem) = question.check() {
            return self
                .broken(format!("a question to the client's model is no conversation: {problem}"))
                .await;
        }
        let kind = question.kind();
        let response = self.ask(Question::new(key, kind, question.params())).await?;
        Ok(Sampled::read(&response))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(content: Value) -> Sampled {
        Sampled::read(&json!({"content": content, "model": "m", "stopReason": "toolUse"}))
    }

    fn result(id: &str) -> ToolResult {
        ToolResult { tool_use_id: id.into(), text: "7".into(), is_error: false }
    }

    #[test]
    fn samp_03_messages_tokens_and_priorities_are_as_the_schema_wants_them() {
        let params = Sampling::new(100).user("x").cost(Priority::percent(250)).hint("claude").params();
        let params: Value = serde_json::from_str(&params).unwrap();
        assert_eq!(params["maxTokens"], 100);
        assert_eq!(params["messages"][0]["content"]["text"], "x");
        assert_eq!(params["modelPreferences"], json!({"costPriority": 1.0, "hints": [{"name": "claude"}]}));
        assert!(params.get("includeContext").is_none());
    }

    #[test]
    fn samp_04_every_call_has_its_result_before_anything_else() {
        let calls = answered(json!([{"type": "tool_use", "id": "a", "name": "f", "input": {}},
                                    {"type": "tool_use", "id": "b", "name": "f", "input": {}}]));
        assert_eq!(calls.tool_uses().len(), 2);
        let begun = Sampling::new(9).user("x");
        let whole = begun.clone().continued(&calls, vec![result("a"), result("b")]);
        assert_eq!(whole.check(), Ok(()));
        let params: Value = serde_json::from_str(&whole.params()).unwrap();
        assert!(
            params["messages"][2]["content"]
                .as_array()
                .unwrap()
                .iter()
                .all(|block| block["type"] == "tool_result")
        );
        assert!(begun.clone().continued(&calls, vec![result("a")]).check().is_err());
        assert!(begun.clone().continued(&calls, vec![]).check().is_err());
        assert!(begun.clone().continued(&calls, vec![result("a")]).user("and?").check().is_err());
        assert!(begun.continued(&calls, vec![result("a"), result("c")]).check().is_err());
    }

    #[test]
    fn samp_02_tools_need_a_capability_of_their_own() {
        let plain = Sampling::new(9).user("x");
        assert_eq!(plain.kind().capability(), crate::Capability::Sampling);
        let tooled = plain.tools(vec![], ToolChoice::None);
        assert_eq!(tooled.kind().capability(), crate::Capability::SamplingTools);
    }
}
