//! JSON-RPC messages as they arrive (*Basic > Messages*), read once into borrowed views.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};
use serde_json::value::RawValue;

use super::meta::MetaReader;
use super::{Fault, Id, Meta};
use crate::argument::found::{Found, Name, Reader, read};

/// A message from a client.
#[derive(Debug)]
pub enum Message<'a> {
    /// Something to answer.
    Request(Request<'a>),
    /// Something never to answer.
    Notification(Notification<'a>),
    /// An answer to a request, which this server never makes.
    Response,
}

/// A request.
#[derive(Debug)]
pub struct Request<'a> {
    /// Its id.
    pub id: Id<'a>,
    /// Its method.
    pub method: Cow<'a, str>,
    /// Its parameters.
    pub params: Params<'a>,
}

/// A notification.
#[derive(Debug)]
pub struct Notification<'a> {
    /// Its method.
    pub method: Cow<'a, str>,
    /// Its parameters.
    pub params: Params<'a>,
}

/// The members of `params` that the protocol knows, unread.
#[derive(Debug, Default)]
pub struct Params<'a> {
    /// `_meta`; `None` when it is absent or no object.
    pub meta: Option<Meta<'a>>,
    /// `name`, of a tool or prompt.
    pub name: Option<&'a RawValue>,
    /// `arguments`.
    pub arguments: Option<&'a RawValue>,
    /// `cursor`.
    pub cursor: Option<&'a RawValue>,
    /// `uri`, of a resource.
    pub uri: Option<&'a RawValue>,
    /// `ref`, what a completion is for.
    pub reference: Option<&'a RawValue>,
    /// `argument`, which a completion is for.
    pub argument: Option<&'a RawValue>,
    /// `context`, of a completion.
    pub context: Option<&'a RawValue>,
    /// `notifications`, of a subscription.
    pub notifications: Option<&'a RawValue>,
    /// `inputResponses`: answers to what an earlier round asked.
    pub input_responses: Option<&'a RawValue>,
    /// `requestState`: what an earlier round gave the client to keep.
    pub request_state: Option<&'a RawValue>,
    /// `level`, of log messages to an earlier client.
    pub level: Option<&'a RawValue>,
    /// `taskId`, of what is asked about a task.
    pub task_id: Option<&'a RawValue>,
    /// `requestId`, of a cancellation.
    pub request_id: Option<&'a RawValue>,
    /// `reason`, of a cancellation.
    pub reason: Option<&'a RawValue>,
}

impl<'a> Message<'a> {
    /// Reads a message. The id of a request that is otherwise malformed comes with the fault, so that the
    /// answer can carry it.
    ///
    /// # Errors
    /// [`Fault::Parse`] for what is no UTF-8 JSON, [`Fault::InvalidRequest`] for what is no single message.
    pub fn read(bytes: &'a [u8]) -> Result<Self, (Fault, Option<Id<'a>>)> {
        let text =
            std::str::from_utf8(bytes).map_err(|_| (Fault::Parse("the message is not UTF-8"), None))?;
        let mut input = serde_json::Deserializer::from_str(text);
        let envelope = read(&mut input, EnvelopeReader).and_then(|envelope| input.end().map(|()| envelope));
        match envelope {
            Err(_) => Err((Fault::Parse("the message is not JSON"), None)),
            Ok(envelope) => {
                envelope.map_err(|problem| (Fault::InvalidRequest(problem.into()), None))?.check()
            }
        }
    }
}

/// The members of a message before they are judged together.
#[derive(Default)]
struct Envelope<'a> {
    version: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Params<'a>,
    /// What is wrong with `params`, once they were given.
    params_read: Option<Result<(), &'static str>>,
    is_response: bool,
}

impl<'a> Envelope<'a> {
    fn check(self) -> Result<Message<'a>, (Fault, Option<Id<'a>>)> {
        let id = self.id.and_then(|raw| Id::parse(raw.get()));
        match self.judge(id.clone()) {
            Ok(message) => Ok(message),
            Err(problem) => Err((Fault::InvalidRequest(problem.into()), id)),
        }
    }

    fn judge(self, id: Option<Id<'a>>) -> Result<Message<'a>, &'static str> {
        if self.version.map(RawValue::get) != Some("\"2.0\"") {
            return Err("`jsonrpc` must be \"2.0\"");
        }
        let Some(method) = self.method else {
            return if self.is_response { Ok(Message::Response) } else { Err("`method` is missing") };
        };
        let method = text(method).ok_or("`method` must be a string")?;
        self.params_read.unwrap_or(Ok(()))?;
        let params = self.params;
        match (self.id, id) {
            (None, _) => Ok(Message::Notification(Notification { method, params })),
            (Some(_), Some(id)) => Ok(Message::Request(Request { id, method, params })),
            (Some(_), None) => Err("`id` must be a string or an integer"),
        }
    }
}

/// The text of a JSON string, borrowed where it has no escapes.
pub(crate) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Name<'_>>(raw.get()).ok().map(|Name(text)| text)
}

const TWICE: &str = "a member is given twice";

struct EnvelopeReader;

impl<'de> Reader<'de> for EnvelopeReader {
    type Value = Result<Envelope<'de>, &'static str>;

    fn found(self, found: Found<'de>) -> Self::Value {
        Err(match found {
            Found::List => "batches are not supported: send one message at a time",
            _ => "a message must be an object",
        })
    }

    fn object<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let (mut envelope, mut twice) = (Envelope::default(), false);
        while let Some(Name(name)) = members.next_key()? {
            let slot = match &*name {
                "jsonrpc" => &mut envelope.version,
                "id" => &mut envelope.id,
                "method" => &mut envelope.method,
                "params" => {
                    twice |= envelope.params_read.is_some();
                    let read = members.next_value_seed(ParamsReader { params: &mut envelope.params })?;
                    envelope.params_read = Some(read);
                    continue;
                }
                other => {
                    envelope.is_response |= matches!(other, "result" | "error");
                    members.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            twice |= slot.is_some();
            *slot = Some(members.next_value()?);
        }
        Ok(if twice { Err(TWICE) } else { Ok(envelope) })
    }
}

/// Reads `params` where they will stand: they are large, and each move of them is a copy.
struct ParamsReader<'p, 'de> {
    params: &'p mut Params<'de>,
}

impl<'de> DeserializeSeed<'de> for ParamsReader<'_, 'de> {
    type Value = Result<(), &'static str>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        read(input, self)
    }
}

impl<'de> Reader<'de> for ParamsReader<'_, 'de> {
    type Value = Result<(), &'static str>;

    fn found(self, _: Found<'de>) -> Self::Value {
        Err("`params` must be an object")
    }

    fn object<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let (Self { params }, mut meta_seen, mut twice) = (self, false, false);
        while let Some(Name(name)) = members.next_key()? {
            let slot = match &*name {
                "_meta" => {
                    twice |= meta_seen;
                    meta_seen = true;
                    members.next_value_seed(MetaReader { meta: &mut params.meta })?;
                    continue;
                }
                "name" => &mut params.name,
                "arguments" => &mut params.arguments,
                "cursor" => &mut params.cursor,
                "uri" => &mut params.uri,
                "ref" => &mut params.reference,
                "argument" => &mut params.argument,
                "context" => &mut params.context,
                "notifications" => &mut params.notifications,
                "inputResponses" => &mut params.input_responses,
                "requestState" => &mut params.request_state,
                "level" => &mut params.level,
                "taskId" => &mut params.task_id,
                "requestId" => &mut params.request_id,
                "reason" => &mut params.reason,
                _ => {
                    members.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            twice |= slot.is_some();
            *slot = Some(members.next_value()?);
        }
        Ok(if twice { Err(TWICE) } else { Ok(()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(message: &str) -> i32 {
        Message::read(message.as_bytes()).unwrap_err().0.code()
    }

    #[test]
    fn err_06_what_is_no_json_is_a_parse_error() {
        for bytes in [&b"{"[..], b"", b"\xff\xfe", b"{} x", b"{\"a\":nul}"] {
            assert_eq!(Message::read(bytes).unwrap_err().0.code(), -32700);
        }
    }

    #[test]
    fn base_02_err_07_and_base_15_structure_is_checked() {
        for message in [
            r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":1}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"a"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"name":"a","name":"b"}}"#,
            "[]",
            r#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#,
            "7",
        ] {
            assert_eq!(code(message), -32600, "{message}");
        }
    }

    #[test]
    fn base_02_strings_and_integers_are_ids() {
        for id in [r#""a""#, r#""""#, "0", "-1", "9007199254740993"] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"a"}}"#);
            let Ok(Message::Request(request)) = Message::read(message.as_bytes()) else { panic!("{id}") };
            assert_eq!(request.id.as_json(), id);
        }
    }

    #[test]
    fn a_malformed_request_keeps_its_id_for_the_answer() {
        let (_, id) = Message::read(br#"{"jsonrpc":"2.0","id":"x","method":7}"#).unwrap_err();
        assert_eq!(id.map(Id::into_owned), Id::parse("\"x\"").map(Id::into_owned));
    }

    #[test]
    fn base_07_a_response_is_recognised() {
        assert!(matches!(Message::read(br#"{"jsonrpc":"2.0","id":9,"result":{}}"#), Ok(Message::Response)));
    }

    #[test]
    fn base_12_unknown_members_are_tolerated() {
        let message =
            br#"{"jsonrpc":"2.0","id":1,"method":"a","x":1,"params":{"foo":[1,{}],"_meta":{"a/b":null}}}"#;
        assert!(matches!(Message::read(message), Ok(Message::Request(_))));
    }
}
