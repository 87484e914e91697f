//! Where what is told on a stream is written, and how it ends.

use std::pin::Pin;
use std::sync::Arc;

use super::{Replay, wake};
use crate::dispatch::{Answer, Outlet, Streams};

/// Where one stream is written.
pub(crate) struct Told {
    pub(super) replay: Arc<Replay>,
    pub(super) stream: u64,
    pub(super) connection: Arc<Streams>,
}

/// The end of a stream: with the answer, or without one when the call is cancelled and this is dropped.
pub(crate) struct Ending {
    pub(super) replay: Arc<Replay>,
    pub(super) stream: u64,
}

impl Ending {
    pub(crate) fn answer(self, answer: &Answer) {
        self.replay.end(self.stream, (!answer.body.is_empty()).then(|| answer.body.to_vec().into()));
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.replay.end(self.stream, None);
    }
}

impl Outlet for Told {
    fn notify(&self, message: Vec<u8>) {
        self.replay.add(self.stream, message.into(), false);
    }

    fn ask(&self, message: Vec<u8>) {
        self.replay.add(self.stream, message.into(), true);
    }

    fn streams(&self) -> Option<Arc<Streams>> {
        Some(Arc::clone(&self.connection))
    }

    fn let_client_poll(&self) -> bool {
        let mut state = self.replay.state();
        let Some(stream) = state.stream(self.stream) else { return false };
        let may = stream.may_poll && stream.end.is_none();
        stream.leave |= may && stream.reader.is_some();
        let waker = stream.reader.as_mut().filter(|_| may).and_then(|reader| reader.waker.take());
        drop(state);
        wake(waker);
        may
    }

    fn gone(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let away = self.replay.state().stream(self.stream).map(|stream| stream.away.subscribe());
        let patience = self.replay.bounds.patience;
        Box::pin(async move {
            let Some(mut away) = away else { return };
            loop {
                if away.wait_for(|away| *away).await.is_err() {
                    return;
                }
                if tokio::time::timeout(patience, away.wait_for(|away| !*away)).await.is_err() {
                    return;
                }
            }
        })
    }
}
