//! A. Names and registration.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures};
use crate::Outcome::{Advise, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 1,
        title: "Tool name outside the portable alphabet",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/name_outside_the_alphabet",
            pass: "tool/pass/names_and_descriptions",
            waiver: "",
        },
    },
    Entry { number: 2, title: "Name that says nothing", outcome: Advise, held: Advice("generic_name") },
    Entry { number: 3, title: "Mixed naming style", outcome: Advise, held: Advice("mixed_naming") },
    Entry {
        number: 4,
        title: "Same name twice in one server, across modules",
        outcome: Refuse,
        held: Fixtures {
            fail: "tools/fail/duplicate_name",
            pass: "tool/pass/names_and_descriptions",
            waiver: "",
        },
    },
    Entry {
        number: 5,
        title: "Same name through automatic registration",
        outcome: Refuse,
        held: Built("Assembling the server names both places.", "mcp-runtime/src/dispatch/check.rs"),
    },
    Entry {
        number: 6,
        title: "Tool written but not exposed",
        outcome: Advise,
        held: Built(
            "The compiler warns that the tool's type is never constructed.",
            "mcp-macros/src/expand/tool.rs",
        ),
    },
    Entry { number: 7, title: "Too many tools", outcome: Advise, held: Advice("too_many_tools") },
    Entry {
        number: 8,
        title: "The do-anything tool",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/any_sql",
            pass: "tool/pass/narrow_tasks",
            waiver: "universal_tool",
        },
    },
    Entry {
        number: 9,
        title: "One tool per REST endpoint",
        outcome: Advise,
        held: Advice("endpoint_mirror"),
    },
    Entry {
        number: 10,
        title: "Two tools a model cannot tell apart",
        outcome: Advise,
        held: Advice("near_duplicate_tools"),
    },
];
