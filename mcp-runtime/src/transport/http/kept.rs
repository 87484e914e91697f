//! Streams that a client of an earlier revision can lose and come back to: every event has an id.

use super::sse::append;
use crate::dispatch::Answer;
use crate::legacy::{Beginning, Place};
use std::task::{Context, Poll};
use std::time::Duration;

/// How long a call may take before its stream is opened although there is nothing to tell, so that its client can come back.
const SILENT: Duration = Duration::from_secs(1);

/// A reader of such a stream.
#[derive(Debug)]
pub(crate) struct Kept {
    place: Place,
    has_ids: bool,
    /// What the stream begins with.
    first: Vec<u8>,
}

/// How the answer to such a call begins.
#[derive(Debug)]
pub(crate) enum Opening {
    Answer(Answer),
    Stream(Kept),
}

impl Kept {
    /// The stream of a client that comes back.
    pub(crate) fn resumed(place: Place) -> Self {
        Self { place, has_ids: true, first: Vec::new() }
    }

    /// Waits for the answer, or for something that comes before it. `retry` is for clients that can be told to come back: the
    /// first event tells them after which time, and has an id and nothing else.
    pub(crate) async fn opening(place: Place, has_ids: bool, retry: Option<Duration>) -> Opening {
        let begun = std::future::poll_fn(|context| match place.beginning(context) {
            Beginning::Waiting => Poll::Pending,
            Beginning::Answer(answer) => Poll::Ready(Some(answer)),
            Beginning::Events => Poll::Ready(None),
        });
        let begun = match retry {
            Some(_) => tokio::time::timeout(SILENT, begun).await.unwrap_or(None),
            None => begun.await,
        };
        if let Some(answer) = begun {
            return Opening::Answer(
                answer.map_or_else(Answer::none, |answer| Answer::result(answer.to_vec())),
            );
        }
        let mut first = Vec::new();
        if let Some(retry) = retry {
            let (stream, retry) = (place.stream(), retry.as_millis());
            first = format!("id: {stream}-0\nretry: {retry}\ndata: \n\n").into_bytes();
        }
        if has_ids {
            place.open();
        }
        Opening::Stream(Self { place, has_ids, first })
    }

    /// The events that are there, and whether they are the last for this reader.
    pub(crate) fn read(&mut self, context: &Context<'_>) -> (Vec<u8>, bool) {
        let mut out = std::mem::take(&mut self.first);
        let read = self.place.read(context);
        for (number, text) in read.events {
            if self.has_ids {
                out.extend_from_slice(format!("id: {}-{number}\n", self.place.stream()).as_bytes());
            }
            append(&mut out, &[&text]);
        }
        (out, read.over)
    }
}

/// The stream and the event of an id that [`Kept`] has given.
pub(crate) fn event_of(id: &str) -> Option<(u64, u64)> {
    let (stream, event) = id.split_once('-')?;
    let (stream, event): (u64, u64) = (stream.parse().ok()?, event.parse().ok()?);
    // Numbers can be written in other ways too, which it has not used.
    (format!("{stream}-{event}") == id).then_some((stream, event))
}
