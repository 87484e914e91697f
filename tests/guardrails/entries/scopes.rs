//! M. Scopes, lists, cache.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures, Open};
use crate::Outcome::{Advise, Auto, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { number: 111, title: "Tool without scopes on an authorized server", outcome: Refuse, held: Open },
    Entry {
        number: 112,
        title: "Read and write under one scope",
        outcome: Advise,
        held: Advice("shared_scope"),
    },
    Entry {
        number: 113,
        title: "Omnibus, malformed or misplaced scope",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/scope_that_opens_everything",
            pass: "tool/pass/names_and_descriptions",
            waiver: "",
        },
    },
    Entry { number: 114, title: "Filtering mistaken for authorization", outcome: Auto, held: Open },
    Entry {
        number: 115,
        title: "`public` cache scope on a per-user list or read",
        outcome: Refuse,
        held: Open,
    },
    Entry {
        number: 116,
        title: "Cache hints missing or absurd",
        outcome: Auto,
        held: Built(
            "Every list and read says how long it may be kept; a read of which nothing was said may not be kept at all.",
            "mcp-core/src/cache.rs",
        ),
    },
    Entry {
        number: 117,
        title: "Unstable list order",
        outcome: Auto,
        held: Built(
            "Lists are sorted by name, or stand as they are declared.",
            "mcp-runtime/src/dispatch/assemble.rs",
        ),
    },
    Entry {
        number: 118,
        title: "Public HTTP without authentication, or any origin",
        outcome: Refuse,
        held: Built(
            "HTTP refuses addresses that other machines reach, unless `insecure_public` gives a reason.",
            "mcp-runtime/src/transport/http/config.rs",
        ),
    },
    Entry {
        number: 119,
        title: "No rate limit",
        outcome: Refuse,
        held: Built(
            "Calls are limited by default; `no_rate_limit` needs a reason.",
            "mcp-runtime/src/server.rs",
        ),
    },
    Entry { number: 120, title: "Resource identity mismatch", outcome: Refuse, held: Open },
];
