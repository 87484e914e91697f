//! Log messages to the client on the wire (*Logging*), a deprecated feature of the protocol.

use serde::Serialize;
use serde_json::value::RawValue;

use super::json::ObjectWriter;

/// How severe a log message to the client is; the levels are those of RFC 5424, in its order.
///
/// ```
/// use taffrail::LogLevel;
///
/// assert!(LogLevel::Debug < LogLevel::Info && LogLevel::Error < LogLevel::Critical);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// For whoever looks for a fault.
    Debug,
    /// The usual course of things.
    Info,
    /// Usual, and worth a look.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part does not work any more.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// Nothing works any more.
    Emergency,
}

impl LogLevel {
    /// All levels, the least severe first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// Its word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// Reads a level; `None` for anything that is none.
    #[must_use]
    pub fn read(json: &RawValue) -> Option<Self> {
        let word = json.get().strip_prefix('"')?.strip_suffix('"')?;
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// A log message for the client.
#[derive(Clone, Copy, Debug)]
pub struct LogMessage<'a> {
    /// How severe it is.
    pub level: LogLevel,
    /// Which part of the server it comes from.
    pub logger: Option<&'a str>,
    /// What it says, any JSON.
    pub data: &'a RawValue,
}

impl LogMessage<'_> {
    /// The notification, on one line.
    #[must_use]
    pub fn to_notification(&self) -> Vec<u8> {
        let mut out = br#"{"jsonrpc":"2.0","method":"notifications/message","params":"#.to_vec();
        let mut params = ObjectWriter::open(&mut out);
        params.text("level", self.level.word());
        params.text_if_any("logger", self.logger);
        params.member("data").extend_from_slice(self.data.get().as_bytes());
        params.close();
        out.push(b'}');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    #[test]
    fn log_05_a_level_is_one_of_eight_words() {
        for level in LogLevel::ALL {
            assert_eq!(LogLevel::read(&raw(&format!("\"{}\"", level.word()))), Some(level));
        }
        for other in ["\"loud\"", "\"Info\"", "\"\"", "6", "null", "{}", "\"inf\\u006f2\""] {
            assert_eq!(LogLevel::read(&raw(other)), None, "{other}");
        }
    }

    #[test]
    fn log_06_a_message_has_a_level_data_and_perhaps_a_logger() {
        let data = raw(r#"{"rows":[1,2]}"#);
        let written = |logger| {
            let message = LogMessage { level: LogLevel::Notice, logger, data: &data };
            String::from_utf8(message.to_notification()).unwrap()
        };
        assert_eq!(
            written(None),
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"notice","data":{"rows":[1,2]}}}"#
        );
        assert!(written(Some("db")).contains(r#""logger":"db""#));
    }
}
