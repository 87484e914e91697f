//! L. Handles and state.

use crate::Entry;
use crate::Held::{Built, Fixtures, Open};
use crate::Outcome::{Advise, Auto, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { number: 102, title: "Transparent handle", outcome: Auto, held: Open },
    Entry { number: 103, title: "Handle without lifetime", outcome: Refuse, held: Open },
    Entry { number: 104, title: "No owner check", outcome: Auto, held: Open },
    Entry { number: 105, title: "Expired handle without a way out", outcome: Refuse, held: Open },
    Entry { number: 106, title: "Handle argument optional", outcome: Refuse, held: Open },
    Entry { number: 107, title: "Bearer handles that never die", outcome: Refuse, held: Open },
    Entry { number: 108, title: "No clean-up or recovery tool", outcome: Advise, held: Open },
    Entry {
        number: 109,
        title: "State tied to connection or process",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/state_in_a_static", pass: "tool/pass/locks", waiver: "" },
    },
    Entry {
        number: 110,
        title: "A call that changes the tool list",
        outcome: Auto,
        held: Built("Nothing that a tool can reach registers tools.", "mcp-core/src/context.rs"),
    },
];
