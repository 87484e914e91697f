//! I and J. Output: size, pages, schema.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures};
use crate::Outcome::{Advise, Auto, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 74,
        title: "Unbounded list",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/list_without_an_end", pass: "tool/pass/pages", waiver: "" },
    },
    Entry {
        number: 75,
        title: "Limit without default or maximum; generous default",
        outcome: Advise,
        held: Advice("large_page"),
    },
    Entry {
        number: 76,
        title: "Over-limit treated inconsistently",
        outcome: Auto,
        held: Built(
            "`PageRequest` brings a larger limit down, and the result says so.",
            "mcp-core/src/reply/page.rs",
        ),
    },
    Entry {
        number: 77,
        title: "No way to continue",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/page_without_a_cursor", pass: "tool/pass/pages", waiver: "" },
    },
    Entry {
        number: 78,
        title: "Silent truncation",
        outcome: Auto,
        held: Built("A `Page` says whether it was cut and how to go on.", "mcp-core/src/reply/page.rs"),
    },
    Entry { number: 79, title: "No filter on a list", outcome: Advise, held: Advice("no_filter") },
    Entry { number: 80, title: "Full records in lists", outcome: Advise, held: Advice("fat_items") },
    Entry {
        number: 81,
        title: "Large or binary data inline",
        outcome: Deny,
        held: Fixtures { fail: "tool/fail/image_inline", pass: "tool/pass/media", waiver: "inline_media" },
    },
    Entry { number: 82, title: "Untyped output", outcome: Advise, held: Advice("untyped_output") },
    Entry {
        number: 83,
        title: "Unstable field or item order",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool_output/fail/unordered_field",
            pass: "tool_output/pass/ordered",
            waiver: "",
        },
    },
    Entry {
        number: 84,
        title: "Structured result without or against its schema",
        outcome: Auto,
        held: Built(
            "The output schema follows from the return type; schemas written by hand are checked when the server is assembled.",
            "mcp-runtime/src/dispatch/check.rs",
        ),
    },
    Entry {
        number: 85,
        title: "Error object sent as structured content",
        outcome: Auto,
        held: Built(
            "A failure has no structured content; its fields go to `_meta`.",
            "mcp-core/src/failure.rs",
        ),
    },
    Entry {
        number: 86,
        title: "Structured result without text",
        outcome: Auto,
        held: Built(
            "The JSON of a structured result is always repeated as text.",
            "mcp-core/src/protocol/tools.rs",
        ),
    },
    Entry {
        number: 87,
        title: "Output legacy clients reject",
        outcome: Advise,
        held: Advice("legacy_output_shape"),
    },
    Entry {
        number: 88,
        title: "Read tool with free text only",
        outcome: Advise,
        held: Advice("text_only_output"),
    },
];
