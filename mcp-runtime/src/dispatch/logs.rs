//! The log messages of one call to its client.

use std::sync::{Mutex, MutexGuard, Once};

use taffrail_core::protocol::{LogLevel, LogMessage};

use super::Service;
use super::envelope::Envelope;
use crate::limit::Limiter;
use crate::lock::lock;

/// Whether a call may log to its client, and from which level on.
pub(super) enum Logs {
    /// The server has not declared it.
    Undeclared,
    /// The client wants none.
    Unwanted,
    /// It wants those of a level and above.
    Wanted(LogLevel, Mutex<Budget>),
}

/// What a call may still send.
pub(super) struct Budget {
    limiter: Limiter,
    most_bytes: usize,
    dropped: u64,
}

impl Service {
    /// What the call of an envelope may log.
    pub(super) fn logs(&self, envelope: &Envelope<'_>) -> Logs {
        if !self.inner.catalogue.logs_to_clients() {
            return Logs::Undeclared;
        }
        let limits = &self.inner.limits;
        envelope.log_level().map_or(Logs::Unwanted, |level| {
            let limiter = Limiter::new(limits.log_rate, 1);
            Logs::Wanted(level, Mutex::new(Budget { limiter, most_bytes: limits.result_bytes, dropped: 0 }))
        })
    }
}

impl Logs {
    /// Whether a message of a level would be sent.
    pub(super) fn wants(&self, level: LogLevel) -> bool {
        static TOLD: Once = Once::new();
        match self {
            Self::Undeclared => {
                TOLD.call_once(|| {
                    tracing::warn!(
                        "log messages go to no client, because the server does not declare it; say `client_logging()` when it is put together"
                    );
                });
                false
            }
            Self::Unwanted => false,
            Self::Wanted(least, _) => level >= *least,
        }
    }

    /// What the call may still send, held while it sends.
    pub(super) fn budget(&self) -> Option<MutexGuard<'_, Budget>> {
        match self {
            Self::Wanted(_, budget) => Some(lock(budget)),
            Self::Undeclared | Self::Unwanted => None,
        }
    }
}

impl Budget {
    /// The notification, if it may be sent.
    pub(super) fn written(&mut self, message: LogMessage<'_>) -> Option<Vec<u8>> {
        let fits = message.data.get().len() <= self.most_bytes && self.limiter.admit(0).is_ok();
        let written = fits.then(|| message.to_notification());
        self.dropped += u64::from(written.is_none());
        written
    }

    /// Says in the server's own log what the client was not told.
    pub(super) fn close(&mut self) {
        let dropped = std::mem::take(&mut self.dropped);
        if dropped > 0 {
            tracing::warn!(dropped, "log messages of a call were too many or too large for its client");
        }
    }
}
