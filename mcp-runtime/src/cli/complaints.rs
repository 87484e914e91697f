//! Warnings and errors on stderr, for programs that have installed nothing to log with: whoever calls a tool by hand wants to see why it
//! failed, which no client is told.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::tell;

/// Shows complaints from here on, unless the program has a log of its own.
pub(super) fn show() {
    if !tracing::dispatcher::has_been_set() {
        // It fails when somebody else was faster, who then shows them.
        let _ = tracing::subscriber::set_global_default(Complaints);
    }
}

/// Writes each warning and error as a line.
struct Complaints;

impl Subscriber for Complaints {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        tell(&line(event));
    }

    // No span is enabled, so that none of these is called for one that counts.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn line(event: &Event<'_>) -> String {
    let level = if *event.metadata().level() == Level::ERROR { "error" } else { "warning" };
    let mut fields = Fields::default();
    event.record(&mut fields);
    format!("{level}: {}{}", fields.message, fields.others)
}

/// The message of an event, and what else it holds.
#[derive(Default)]
struct Fields {
    message: String,
    others: String,
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.others, "\n  {name}: {value:?}"),
        };
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Keeps the lines instead.
    struct Kept(Arc<Mutex<Vec<String>>>);

    impl Subscriber for Kept {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            Complaints.enabled(metadata)
        }

        fn event(&self, event: &Event<'_>) {
            self.0.lock().unwrap().push(line(event));
        }

        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn enter(&self, _: &Id) {}

        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn a_complaint_says_what_happened_and_why_and_chatter_is_left_out() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        tracing::subscriber::with_default(Kept(Arc::clone(&lines)), || {
            tracing::info!("all is well");
            let error = std::io::Error::other("disk\nfull");
            tracing::warn!(tool = "save", cause = %error, count = 2, "a call failed");
        });
        let expected = "warning: a call failed\n  tool: save\n  cause: disk\nfull\n  count: 2";
        assert_eq!(*lines.lock().unwrap(), [expected]);
    }
}
