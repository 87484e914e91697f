//! C to E. Declared effects, destructive operations and idempotency.

use crate::Entry;
use crate::Held::{Advice, Built, Fixtures, Open};
use crate::Outcome::{Advise, Auto, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 22,
        title: "Effect not declared",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/no_effect", pass: "tool/pass/effects", waiver: "" },
    },
    Entry {
        number: 23,
        title: "Contradictory declarations",
        outcome: Refuse,
        held: Fixtures { fail: "tool/fail/contradictory_effects", pass: "tool/pass/effects", waiver: "" },
    },
    Entry {
        number: 24,
        title: "\"Read-only\" tool that can write",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/readonly_borrows_write_access",
            pass: "tool/pass/effects",
            waiver: "",
        },
    },
    Entry { number: 25, title: "Idempotent by claim only", outcome: Advise, held: Advice("relative_update") },
    Entry {
        number: 26,
        title: "Annotations as the only protection",
        outcome: Refuse,
        held: Built("Hints never decide anything in the server.", "mcp-runtime/src/dispatch/respond.rs"),
    },
    Entry {
        number: 27,
        title: "Destructive without dry run or confirmation",
        outcome: Refuse,
        held: Fixtures {
            fail: "destructive/fail/success_without_consent",
            pass: "destructive/pass/asked",
            waiver: "",
        },
    },
    Entry {
        number: 28,
        title: "`dry_run` defaulting to false",
        outcome: Refuse,
        held: Fixtures {
            fail: "destructive/fail/dry_run_as_a_flag",
            pass: "destructive/pass/asked",
            waiver: "",
        },
    },
    Entry {
        number: 29,
        title: "`dry_run` accepted but ignored",
        outcome: Refuse,
        held: Fixtures {
            fail: "destructive/fail/proofs_cannot_be_made",
            pass: "destructive/pass/asked",
            waiver: "",
        },
    },
    Entry {
        number: 30,
        title: "Confirmation left to the model",
        outcome: Advise,
        held: Advice("model_side_confirmation"),
    },
    Entry {
        number: 31,
        title: "No plan for clients that cannot elicit",
        outcome: Refuse,
        held: Fixtures {
            fail: "destructive/fail/consequences_that_contradict",
            pass: "destructive/pass/asked",
            waiver: "",
        },
    },
    Entry {
        number: 32,
        title: "Confirmation not tied to what was shown",
        outcome: Auto,
        held: Built(
            "Consent is good for the message and the plan that were shown; with any other the user is asked again.",
            "mcp-runtime/src/round/mod.rs",
        ),
    },
    Entry {
        number: 33,
        title: "Side effects before the input is complete",
        outcome: Refuse,
        held: Built(
            "A function is entered again from the top; `Context::once` remembers what was done, and a permit comes last.",
            "mcp-core/src/ask/once.rs",
        ),
    },
    Entry {
        number: 34,
        title: "Unbounded destruction",
        outcome: Advise,
        held: Advice("unbounded_destruction"),
    },
    Entry {
        number: 35,
        title: "Side effect without idempotency key",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/repeated_call_runs_twice",
            pass: "tool/pass/repeatable",
            waiver: "not_idempotent",
        },
    },
    Entry { number: 36, title: "Key without a store", outcome: Refuse, held: Open },
    Entry { number: 37, title: "Optional or server-made key", outcome: Refuse, held: Open },
    Entry { number: 38, title: "Key reused with other arguments", outcome: Refuse, held: Open },
];
