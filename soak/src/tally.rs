//! What the clients did, and what the server holds.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use crate::messages::request;
use crate::process::Process;
use crate::wire::Connection;

macro_rules! counts {
    ($($name:ident: $what:literal,)*) => {
        /// What the clients did, over all rounds.
        #[derive(Debug, Default)]
        pub(crate) struct Counts {
            $(pub(crate) $name: Count,)*
        }

        impl Counts {
            /// Everything was done at least once; if not, the soak has soaked less than it says. Only `busy` may be missing: a few
            /// clients are never too many.
            pub(crate) fn reached_everything(&self) -> Result<(), String> {
                $(if self.$name.get() == 0 && stringify!($name) != "busy" {
                    return Err(concat!("it never happened that they were ", $what).into());
                })*
                Ok(())
            }
        }

        impl fmt::Display for Counts {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut before = "";
                $(
                    write!(f, "{before}{} {}", self.$name.get(), $what)?;
                    before = ", ";
                )*
                Ok(())
            }
        }
    };
}

counts! {
    answered: "answered",
    busy: "told to come back",
    asked: "asked and answered",
    abandoned: "hung up on",
    cancelled: "cancelled",
    slow: "read slowly",
    listened: "listened to",
    tasks: "given tasks that were done",
    heard: "told of the end of tasks",
    dismissed: "rid of tasks",
    noise: "noise",
    legacy: "answered in a session",
    lines: "answered on stdio",
}

#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts what a client did last.
    pub(crate) fn end(&self) -> Result<(), String> {
        self.add();
        Ok(())
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a server holds in a calm.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) running: u64,
    pub(crate) repeated: u64,
    /// Memory in KiB and open files; 0 where the system does not tell.
    pub(crate) kib: u64,
    pub(crate) files: usize,
}

impl Tally {
    pub(crate) async fn of(server: &Process) -> Result<Self, String> {
        let mut connection = Connection::open(server.address()).await?;
        let question = request(1, "tools/call", json!({ "name": "held", "arguments": {} }));
        let answer = connection.answer(&question).await?;
        let held = &answer["result"]["structuredContent"];
        let number = |name: &str| held[name].as_u64().ok_or_else(|| format!("no `{name}` in {answer}"));
        let (running, repeated) = (number("running")?, number("repeated")?);
        drop(connection);
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        Ok(Self { running, repeated, kib: server.memory_kib(), files: server.open_files() })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { running, kib, files, .. } = self;
        write!(f, "then {running} calls running, {kib} KiB of memory, {files} open files")
    }
}
