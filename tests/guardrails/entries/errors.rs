//! K. Errors.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures, Open};
use crate::Outcome::{Advise, Auto, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 89,
        title: "Error type that tells the model nothing",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/text_as_error",
            pass: "tool_failure/pass/every_category",
            waiver: "",
        },
    },
    Entry {
        number: 90,
        title: "Variant without category",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool_failure/fail/variant_without_category",
            pass: "tool_failure/pass/every_category",
            waiver: "",
        },
    },
    Entry {
        number: 91,
        title: "Transient without a retry hint",
        outcome: Deny,
        held: Fixtures {
            fail: "tool_failure/fail/transient_without_retry_hint",
            pass: "tool_failure/pass/every_category",
            waiver: "no_retry_hint",
        },
    },
    Entry {
        number: 92,
        title: "Permission or business error without a required action",
        outcome: Deny,
        held: Fixtures {
            fail: "tool_failure/fail/no_required_action",
            pass: "tool_failure/pass/every_category",
            waiver: "no_required_action",
        },
    },
    Entry {
        number: 93,
        title: "Validation error without the fix",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool_failure/fail/validation_without_what_is_right",
            pass: "tool_failure/pass/messages",
            waiver: "",
        },
    },
    Entry {
        number: 94,
        title: "Flags that contradict the category",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool_failure/fail/flags_against_the_category",
            pass: "tool_failure/pass/every_category",
            waiver: "",
        },
    },
    Entry { number: 95, title: "Vague wording", outcome: Advise, held: Advice("vague_error") },
    Entry {
        number: 96,
        title: "Failed access reported as empty result",
        outcome: Advise,
        held: Advice("swallowed_failure"),
    },
    Entry {
        number: 97,
        title: "Fixable failure sent as protocol error",
        outcome: Auto,
        held: Built(
            "A tool returns failures only; protocol errors come from the dispatcher.",
            "mcp-core/src/reply/mod.rs",
        ),
    },
    Entry {
        number: 98,
        title: "Reserved or legacy error codes",
        outcome: Refuse,
        held: Built("No constructor of protocol errors is public.", "mcp-core/src/protocol/fault.rs"),
    },
    Entry { number: 99, title: "Panicking handler", outcome: Advise, held: Advice("may_panic") },
    Entry {
        number: 100,
        title: "Built with `panic = \"abort\"`",
        outcome: Deny,
        held: Built(
            "`tools![…]` does not compile with `panic = \"abort\"`, unless it says `allow(panic_abort, reason = \"…\")`.",
            "mcp-macros/src/expand/tools.rs",
        ),
    },
    Entry { number: 101, title: "Existence leaked by permission errors", outcome: Refuse, held: Open },
];
