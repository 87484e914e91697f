//! A reader's place in a stream.

use std::sync::Arc;
use std::task::Context;

use bytes::Bytes;

use super::Replay;

/// Somebody's place in a stream. Dropping it is going away.
#[derive(Debug)]
pub(crate) struct Place {
    pub(super) replay: Arc<Replay>,
    pub(super) stream: u64,
    pub(super) reader: u64,
}

/// What is there to be read.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// Each with its number.
    pub(crate) events: Vec<(u64, Bytes)>,
    /// There will be nothing more for this reader.
    pub(crate) over: bool,
}

/// How a stream begins.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// Not yet: whoever waits is woken.
    Waiting,
    /// It is over without having told anything: nothing, or its answer.
    Answer(Option<Bytes>),
    /// There is something to read.
    Events,
}

impl Place {
    /// The number of the stream, the same for all of its readers.
    pub(crate) fn stream(&self) -> u64 {
        self.stream
    }

    /// How the stream begins, for its first reader.
    pub(crate) fn beginning(&self, context: &Context<'_>) -> Beginning {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return Beginning::Answer(None) };
        let answered = stream.end.is_some();
        match (stream.events.len(), answered) {
            (0, true) => Beginning::Answer(None),
            (1, true) => Beginning::Answer(stream.events.front().map(|event| event.text.clone())),
            (0, false) if !stream.leave => {
                if let Some(reader) = stream.is_read_by(self.reader) {
                    reader.waker = Some(context.waker().clone());
                }
                Beginning::Waiting
            }
            _ => Beginning::Events,
        }
    }

    /// The client is about to see the first id.
    pub(crate) fn open(&self) {
        if let Some(stream) = self.replay.state().stream(self.stream) {
            stream.is_open = self.replay.keeps();
        }
    }

    /// What has come since the last time; otherwise whoever waits is woken when something does.
    pub(crate) fn read(&self, context: &Context<'_>) -> Read {
        let mut state = self.replay.state();
        let over = Read { events: Vec::new(), over: true };
        let Some(stream) = state.stream(self.stream) else { return over };
        let ends = stream.end.is_some() || stream.leave;
        let Some(reader) = stream.reader.as_mut().filter(|reader| reader.number == self.reader) else {
            return over;
        };
        let unread = stream.events.iter().filter(|event| event.number > reader.read);
        let events: Vec<_> = unread.map(|event| (event.number, event.text.clone())).collect();
        reader.read = stream.newest;
        if events.is_empty() && !ends {
            reader.waker = Some(context.waker().clone());
        }
        self.replay.trim(&mut state);
        Read { events, over: ends }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return };
        if stream.is_read_by(self.reader).is_none() {
            return;
        }
        stream.reader = None;
        stream.away.send_replace(true);
        if stream.end.is_some() && !stream.is_open {
            self.replay.forget(&mut state, self.stream);
        }
        self.replay.trim(&mut state);
    }
}
