//! P. Conduct at run time.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures};
use crate::Outcome::{Advise, Auto, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 144,
        title: "Printing to stdout on stdio",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/printing_to_stdout",
            pass: "tool/pass/output_that_is_not_printed",
            waiver: "",
        },
    },
    Entry { number: 145, title: "Blocking inside async", outcome: Advise, held: Advice("blocking_call") },
    Entry {
        number: 146,
        title: "Lock held across an await",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/lock_across_an_await", pass: "tool/pass/locks", waiver: "" },
    },
    Entry {
        number: 147,
        title: "Work that outlives cancellation",
        outcome: Advise,
        held: Advice("detached_task"),
    },
    Entry {
        number: 148,
        title: "No time limit",
        outcome: Auto,
        held: Built(
            "Every call has a time limit; `timeout` narrows it and cannot be zero.",
            "mcp-runtime/src/dispatch/call.rs",
        ),
    },
    Entry {
        number: 149,
        title: "Progress that goes back or never ends",
        outcome: Auto,
        held: Built(
            "Progress reports only advance, and end with the call.",
            "mcp-runtime/src/dispatch/host.rs",
        ),
    },
    Entry {
        number: 150,
        title: "Logs or progress to clients that did not ask",
        outcome: Auto,
        held: Built("Progress goes only to a request that asked for it.", "mcp-runtime/src/dispatch/host.rs"),
    },
    Entry {
        number: 151,
        title: "Behaviour that depends on `clientInfo`",
        outcome: Auto,
        held: Built("What a client says of itself is for display only.", "mcp-core/src/context.rs"),
    },
    Entry {
        number: 152,
        title: "Unsanitised output",
        outcome: Auto,
        held: Built(
            "What could take over a terminal is taken out of every text that a tool or prompt returns.",
            "mcp-core/src/protocol/tools.rs",
        ),
    },
    Entry {
        number: 153,
        title: "Capability declared but not served, or the reverse",
        outcome: Auto,
        held: Built(
            "Capabilities follow from what is registered.",
            "mcp-runtime/src/dispatch/introduction.rs",
        ),
    },
    Entry {
        number: 154,
        title: "Tool that only works after another call on the same connection",
        outcome: Advise,
        held: Advice("call_order"),
    },
    Entry {
        number: 155,
        title: "Definitions that change while running",
        outcome: Auto,
        held: Built(
            "A running server changes through a `Registry` only, which checks what is new and tells the clients.",
            "mcp-runtime/src/registry.rs",
        ),
    },
];
