//! H. Parameters.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures};
use crate::Outcome::{Advise, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 57,
        title: "Unknown arguments accepted",
        outcome: Deny,
        held: Built(
            "Unknown arguments are refused with the nearest right name; nothing opts out.",
            "mcp-core/src/argument/object.rs",
        ),
    },
    Entry {
        number: 58,
        title: "Optional argument whose absence means nothing stated",
        outcome: Advise,
        held: Advice("silent_optional"),
    },
    Entry {
        number: 59,
        title: "Required argument the model can only guess",
        outcome: Advise,
        held: Advice("many_required"),
    },
    Entry {
        number: 60,
        title: "Closed set typed as free text",
        outcome: Advise,
        held: Advice("stringly_typed"),
    },
    Entry { number: 61, title: "Number without a range", outcome: Advise, held: Advice("unbounded_number") },
    Entry {
        number: 62,
        title: "Default or example outside its own constraint",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/default_outside_its_constraint",
            pass: "tool/pass/parameters",
            waiver: "",
        },
    },
    Entry {
        number: 63,
        title: "String without a length limit",
        outcome: Advise,
        held: Advice("unbounded_string"),
    },
    Entry { number: 64, title: "Nested arguments", outcome: Advise, held: Advice("deep_arguments") },
    Entry {
        number: 65,
        title: "Unions in arguments",
        outcome: Deny,
        held: Fixtures {
            fail: "tool_input/fail/enum_that_carries_data",
            pass: "tool_input/pass/union_by_waiver",
            waiver: "union_argument",
        },
    },
    Entry {
        number: 66,
        title: "Untyped arguments",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/untyped_argument",
            pass: "tool/pass/parameters",
            waiver: "untyped_argument",
        },
    },
    Entry { number: 67, title: "Too many parameters", outcome: Advise, held: Advice("many_parameters") },
    Entry {
        number: 68,
        title: "Ids where users have names",
        outcome: Advise,
        held: Advice("id_without_source"),
    },
    Entry {
        number: 69,
        title: "Dates, money, e-mail as bare strings",
        outcome: Advise,
        held: Advice("plain_text_format"),
    },
    Entry {
        number: 70,
        title: "Schema and deserializer disagree",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool_input/fail/serde_attributes",
            pass: "tool_input/pass/serde_attributes_that_agree",
            waiver: "",
        },
    },
    Entry {
        number: 71,
        title: "Pattern that is not portable",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/pattern_not_portable", pass: "tool/pass/parameters", waiver: "" },
    },
    Entry {
        number: 72,
        title: "Wide integers as JSON numbers",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/wide_identifier",
            pass: "tool/pass/identifiers",
            waiver: "wide_integer",
        },
    },
    Entry {
        number: 73,
        title: "Arguments that are not an object",
        outcome: Refuse,
        held: Built(
            "The arguments of a tool are named parameters, so they are an object.",
            "mcp-core/src/argument/object.rs",
        ),
    },
];
