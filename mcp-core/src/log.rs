//! Logging to the client. A deprecated feature of the protocol, behind the feature `logging`.

use serde::Serialize;

use crate::protocol::LogMessage;
use crate::{Context, LogLevel};

impl Context {
    /// Tells the client what happens, beside the result of the call (*Logging*).
    ///
    /// Nothing is sent unless the server says `client_logging()`, the client has asked for messages of this level, and the call
    /// still runs. `data` may be anything that can be serialized, and goes out as it is, with nothing added: no credentials, no personal
    /// data, no internal details. A [`Secret`](crate::Secret) cannot be serialized, so that it cannot slip in.
    /// What is more than the limit on messages, or larger than a result may be, is dropped and counted in the server's own log.
    ///
    /// ```
    /// # #![allow(deprecated)]
    /// use taffrail::{Context, LogLevel};
    ///
    /// fn imported(ctx: &Context, rows: usize) {
    ///     ctx.log(LogLevel::Info, format!("imported {rows} rows"));
    /// }
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # #![allow(deprecated)]
    /// use taffrail::{Context, LogLevel, Secret};
    ///
    /// fn leaked(ctx: &Context, password: Secret<String>) {
    ///     ctx.log(LogLevel::Info, password);
    /// }
    /// ```
    #[deprecated(
        note = "logging to clients is deprecated since 2026-07-28; log with `tracing`, and tell the user with `ctx.progress_message`"
    )]
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        self.log_message(level, None, &data);
    }

    /// As [`log`](Self::log), with the name of the part of the server that says it.
    #[deprecated(
        note = "logging to clients is deprecated since 2026-07-28; log with `tracing`, and tell the user with `ctx.progress_message`"
    )]
    pub fn log_from(&self, logger: &str, level: LogLevel, data: impl Serialize) {
        self.log_message(level, Some(logger), &data);
    }

    /// Whether a message of this level would be sent, so that costly ones need not be made.
    #[deprecated(note = "logging to clients is deprecated since 2026-07-28; log with `tracing`")]
    #[must_use]
    pub fn wants_log(&self, level: LogLevel) -> bool {
        self.host().wants_log(level)
    }

    fn log_message(&self, level: LogLevel, logger: Option<&str>, data: &impl Serialize) {
        if !self.host().wants_log(level) {
            return;
        }
        match serde_json::value::to_raw_value(data) {
            Ok(data) => self.host().log(LogMessage { level, logger, data: &data }),
            Err(error) => {
                tracing::error!(%error, "a log message for the client cannot be written as JSON and is dropped");
            }
        }
    }
}
