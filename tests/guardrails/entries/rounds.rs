//! O. Request state.

use crate::Entry;
use crate::Held::Built;
use crate::Outcome::{Auto, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 138,
        title: "Unprotected state",
        outcome: Auto,
        held: Built("States are sealed by the server; a tool never sees one.", "mcp-runtime/src/seal.rs"),
    },
    Entry {
        number: 139,
        title: "State not bound to user, request and time",
        outcome: Auto,
        held: Built(
            "Principal, method, target and arguments are authenticated with the state, which expires.",
            "mcp-runtime/src/round/binding.rs",
        ),
    },
    Entry {
        number: 140,
        title: "Random or missing key in a multi-instance server",
        outcome: Refuse,
        held: Built(
            "A server whose tools ask does not listen over HTTP without a shared key, unless it is the only instance.",
            "mcp-runtime/src/round/settings.rs",
        ),
    },
    Entry {
        number: 141,
        title: "Secret in readable state",
        outcome: Refuse,
        held: Built("States are encrypted, so nothing in one can be read.", "mcp-runtime/src/seal.rs"),
    },
    Entry {
        number: 142,
        title: "Single-use confirmation that can be replayed",
        outcome: Refuse,
        held: Built(
            "A confirmation is used up in a store when it is used; over HTTP instances share one.",
            "mcp-runtime/src/consent.rs",
        ),
    },
    Entry {
        number: 143,
        title: "Empty `input_required`",
        outcome: Auto,
        held: Built("A result that asks always carries a state.", "mcp-core/src/protocol/tools.rs"),
    },
];
