//! What must hold of every answer, whatever was asked.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use taffrail::Service;
use taffrail_runtime::dispatch::{Answer, Exchange, Incoming, Outlet, Streams};
use tokio::runtime::Runtime;

use crate::messages::TASK;

/// No tool of the fuzzed server waits, so an answer that takes this long hangs.
const TIME_PER_MESSAGE: Duration = Duration::from_secs(5);

/// What was fed, and how far it came.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) messages: u64,
    refused: u64,
    notifications: u64,
    results: u64,
    errors: u64,
    progress: u64,
    /// The newest task.
    task: Option<String>,
}

impl Tally {
    /// Whether each kind of outcome was seen; if not, the mutations have lost their way.
    pub(crate) fn has_reached_everything(&self) -> bool {
        [self.refused, self.notifications, self.results, self.errors, self.progress]
            .iter()
            .all(|&count| count > 0)
            && self.task.is_some()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { messages, refused, notifications, results, errors, progress, .. } = self;
        write!(
            f,
            "{messages} messages: {refused} refused, {notifications} without answer, {results} results, {errors} errors, {progress} reports of progress"
        )
    }
}

/// Feeds one message and judges what comes of it.
pub(crate) fn feed(
    service: &Service,
    runtime: &Runtime,
    message: &[u8],
    tally: &mut Tally,
) -> Result<(), String> {
    tally.messages += 1;
    let message = &*about_task(message, tally.task.as_deref());
    let outlet = Arc::new(Kept::default());
    let taken = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            let answer = async { take(service, message, Arc::clone(&outlet)).await };
            tokio::time::timeout(TIME_PER_MESSAGE, answer).await
        })
    }));
    let taken =
        taken.map_err(|_| "a panic")?.map_err(|_| format!("no answer within {TIME_PER_MESSAGE:?}"))?;
    for notification in outlet.heard.lock().map_err(|_| "a panic while notifying")?.iter() {
        tally.progress += 1;
        line(notification)?;
    }
    match taken {
        Taken::Refused(answer) => {
            tally.refused += 1;
            judge(message, &answer, tally)
        }
        Taken::Answered(answer) => judge(message, &answer, tally),
        Taken::Nothing => {
            tally.notifications += 1;
            Ok(())
        }
    }
}

/// The message with the newest task in the place of the one that it names.
fn about_task<'m>(message: &'m [u8], task: Option<&str>) -> Cow<'m, [u8]> {
    let at = message.windows(TASK.len()).position(|here| here == TASK.as_bytes());
    let (Some(at), Some(task)) = (at, task) else { return Cow::Borrowed(message) };
    [&message[..at], task.as_bytes(), &message[at + TASK.len()..]].concat().into()
}

enum Taken {
    /// The message itself was at fault.
    Refused(Answer),
    Answered(Answer),
    Nothing,
}

async fn take(service: &Service, message: &[u8], outlet: Arc<Kept>) -> Taken {
    match service.open(message) {
        Err(answer) => Taken::Refused(answer),
        Ok(Incoming::Request(request)) => {
            Taken::Answered(service.respond(request, Exchange { mirrors: None, outlet }).await)
        }
        Ok(_) => Taken::Nothing,
    }
}

struct Kept {
    heard: Mutex<Vec<Vec<u8>>>,
    /// Subscriptions end as soon as they have begun.
    streams: Arc<Streams>,
}

impl Default for Kept {
    fn default() -> Self {
        let streams = Arc::new(Streams::shared(1));
        streams.end();
        Self { heard: Mutex::default(), streams }
    }
}

impl Outlet for Kept {
    fn notify(&self, message: Vec<u8>) {
        if let Ok(mut heard) = self.heard.lock() {
            heard.push(message);
        }
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        Some(Arc::clone(&self.streams))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Begun<'m> {
    task_id: &'m str,
    result_type: &'m str,
}

#[derive(Deserialize)]
struct Envelope<'m> {
    #[serde(borrow)]
    id: Option<&'m RawValue>,
    #[serde(borrow)]
    result: Option<&'m RawValue>,
    #[serde(borrow)]
    error: Option<&'m RawValue>,
    #[serde(borrow)]
    jsonrpc: Option<&'m RawValue>,
    // Named so that a repeated one is noticed.
    #[serde(default, rename = "method")]
    _method: IgnoredAny,
    #[serde(default, rename = "params")]
    _params: IgnoredAny,
}

fn judge(message: &[u8], answer: &Answer, tally: &mut Tally) -> Result<(), String> {
    let body = answer.body.to_vec();
    let text = line(&body)?;
    let envelope: Envelope<'_> = serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))?;
    if envelope.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
        return Err(format!("no JSON-RPC 2.0: {text}"));
    }
    match (envelope.result, envelope.error) {
        (Some(result), None) => {
            tally.results += 1;
            if let Ok(Begun { task_id, result_type: "task" }) = serde_json::from_str(result.get()) {
                tally.task = Some(task_id.to_owned());
            }
        }
        (None, Some(_)) => tally.errors += 1,
        _ => return Err(format!("not either a result or an error: {text}")),
    }
    if envelope.result.is_some() != (answer.status == 200) && envelope.result.is_some() {
        return Err(format!("a result with status {}: {text}", answer.status));
    }
    match (id_of(message), envelope.id) {
        (Some(asked), Some(id)) if asked.get() != id.get() => {
            Err(format!("the id {asked} came back in {text}"))
        }
        (Some(asked), None) => Err(format!("the id {asked} did not come back: {text}")),
        _ => Ok(()),
    }
}

/// The id that must come back. A message has none that is not UTF-8, is no object, names a member twice, or holds a text
/// or a number that has no value (`"\ud800"`, `1e999`), which reading alone as [`RawValue`] would not notice.
fn id_of(message: &[u8]) -> Option<&RawValue> {
    let message = std::str::from_utf8(message).ok()?;
    serde_json::from_str::<serde_json::Value>(message).ok()?;
    serde_json::from_str::<Envelope<'_>>(message).ok()?.id.filter(|id| is_id(id))
}

fn is_id(id: &RawValue) -> bool {
    let text = id.get();
    text.starts_with('"') || text.bytes().all(|byte| byte.is_ascii_digit())
}

/// One line of UTF-8: stdio has no other frame.
fn line(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("an answer that is no UTF-8: {error}"))?;
    if text.contains(['\n', '\r']) { Err(format!("an answer of several lines: {text}")) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the messages went astray, so would every mutation of them.
    #[test]
    fn the_messages_reach_every_kind_of_outcome() {
        let service = crate::server::service();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut tally = Tally::default();
        for message in crate::messages::all() {
            feed(&service, &runtime, message.as_bytes(), &mut tally).unwrap();
        }
        assert!(tally.has_reached_everything(), "{tally}");
    }
}
