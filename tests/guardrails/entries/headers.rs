//! F. Mirrored headers.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures};
use crate::Outcome::{Advise, Auto, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 39,
        title: "Header on a floating-point number",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_on_float", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 40,
        title: "Header on an array, object or untyped value",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_on_list_or_object", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 41,
        title: "Header name that is not a token",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_not_a_token", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 42,
        title: "Header names equal ignoring case",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/duplicate_header", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 43,
        title: "Integer that can exceed 2^53",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_on_wide_integer", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 44,
        title: "Header inside an array, union or reference",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_inside_a_list", pass: "tool/pass/headers", waiver: "" },
    },
    Entry {
        number: 45,
        title: "Header on a nested object",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/nested_header",
            pass: "tool/pass/headers",
            waiver: "nested_header",
        },
    },
    Entry {
        number: 46,
        title: "Secret or personal data in a header",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/sensitive_header",
            pass: "tool/pass/headers",
            waiver: "sensitive_header",
        },
    },
    Entry {
        number: 47,
        title: "Nullable or enum header rendered in a form clients reject",
        outcome: Auto,
        held: Built(
            "Optional values publish one `type`, and assembling checks every header again.",
            "mcp-runtime/src/dispatch/check.rs",
        ),
    },
    Entry {
        number: 48,
        title: "Long free text in a header",
        outcome: Advise,
        held: Advice("unbounded_header"),
    },
    Entry {
        number: 49,
        title: "Header on something that cannot have one",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/header_on_nothing", pass: "tool/pass/headers", waiver: "" },
    },
];
