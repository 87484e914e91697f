//! One stream: its events, and who reads them.

use std::collections::VecDeque;
use std::task::Waker;

use bytes::Bytes;
use tokio::sync::watch;
use tokio::time::Instant;

#[derive(Debug)]
pub(super) struct Stream {
    pub(super) number: u64,
    pub(super) events: VecDeque<Event>,
    /// The number of the newest event, and that of the newest that is kept no more although it was no mere notification.
    pub(super) newest: u64,
    pub(super) lost: u64,
    pub(super) reader: Option<Reader>,
    pub(super) readers: u64,
    /// The client has seen an id, so that it can come back.
    pub(super) is_open: bool,
    pub(super) may_poll: bool,
    pub(super) leave: bool,
    pub(super) end: Option<Instant>,
    pub(super) away: watch::Sender<bool>,
}

#[derive(Debug)]
pub(super) struct Reader {
    pub(super) number: u64,
    /// The last event that it has read.
    pub(super) read: u64,
    pub(super) waker: Option<Waker>,
}

#[derive(Debug)]
pub(super) struct Event {
    pub(super) number: u64,
    pub(super) text: Bytes,
    /// A question or an answer. Anything else can be missed.
    pub(super) matters: bool,
}

impl Stream {
    pub(super) fn add(&mut self, text: &Bytes, matters: bool) -> Option<Waker> {
        self.newest += 1;
        self.events.push_back(Event { number: self.newest, text: text.clone(), matters });
        self.reader.as_mut().and_then(|reader| reader.waker.take())
    }

    /// Drops the oldest event that may go, and gives its length. What matters goes only when it `may`, and was read.
    pub(super) fn drop_one(&mut self, may: bool) -> Option<usize> {
        let read = self.reader.as_ref().map(|reader| reader.read);
        let at = self.events.iter().position(|event| match read {
            Some(read) => event.number <= read && (may || !event.matters),
            None => !event.matters,
        })?;
        let event = self.events.remove(at)?;
        if event.matters {
            self.lost = event.number;
        }
        Some(event.text.len())
    }

    pub(super) fn is_read_by(&mut self, reader: u64) -> Option<&mut Reader> {
        self.reader.as_mut().filter(|current| current.number == reader)
    }
}
