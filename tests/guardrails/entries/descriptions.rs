//! B. Descriptions.

use crate::Entry;
use crate::Held::{Advice, Fixtures};
use crate::Outcome::{Advise, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 11,
        title: "No description",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/no_description",
            pass: "tool/pass/names_and_descriptions",
            waiver: "",
        },
    },
    Entry {
        number: 12,
        title: "What, but not when",
        outcome: Deny,
        held: Fixtures {
            fail: "tools/fail/no_when",
            pass: "tool/pass/names_and_descriptions",
            waiver: "no_when",
        },
    },
    Entry {
        number: 13,
        title: "Pointing at a tool that does not exist",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/instead_of_a_missing_tool",
            pass: "tool/pass/names_and_descriptions",
            waiver: "",
        },
    },
    Entry {
        number: 14,
        title: "Description longer than clients keep",
        outcome: Deny,
        held: Fixtures {
            fail: "tools/fail/description_too_long",
            pass: "tool/pass/names_and_descriptions",
            waiver: "long_description",
        },
    },
    Entry {
        number: 15,
        title: "Description thinner than the name",
        outcome: Advise,
        held: Advice("thin_description"),
    },
    Entry {
        number: 16,
        title: "Values that change in a description",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/computed_text", pass: "tool/pass/constant_texts", waiver: "" },
    },
    Entry {
        number: 17,
        title: "Foreign text in a description",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/computed_text", pass: "tool/pass/constant_texts", waiver: "" },
    },
    Entry {
        number: 18,
        title: "Parameter without description",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/undescribed_parameter", pass: "tool/pass/parameters", waiver: "" },
    },
    Entry {
        number: 19,
        title: "Side effects and limits the model must know are hidden",
        outcome: Refuse,
        held: Fixtures { fail: "destructive/fail/says_nothing", pass: "destructive/pass/asked", waiver: "" },
    },
    Entry {
        number: 20,
        title: "Wording that contradicts the declared effect",
        outcome: Advise,
        held: Advice("effect_wording"),
    },
    Entry {
        number: 21,
        title: "Instructions that repeat tool descriptions",
        outcome: Advise,
        held: Advice("repeated_instructions"),
    },
];
