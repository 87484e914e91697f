//! G. Secrets.

use crate::Entry;
use crate::Held::{Built, Fixtures, Open};
use crate::Outcome::{Auto, Deny, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 50,
        title: "Secret asked for in a form",
        outcome: Refuse,
        held: Fixtures {
            fail: "elicit/fail/sounds_like_a_credential",
            pass: "elicit/pass/forms",
            waiver: "secret_wording",
        },
    },
    Entry {
        number: 51,
        title: "Secret as a tool parameter",
        outcome: Deny,
        held: Fixtures {
            fail: "tool/fail/credential_as_argument",
            pass: "tool/pass/credentials_that_are_none",
            waiver: "secret_argument",
        },
    },
    Entry {
        number: 52,
        title: "Secret in a result",
        outcome: Refuse,
        held: Built(
            "`Secret<T>` implements neither `Serialize` nor `Display`, and its `Debug` is redacted.",
            "mcp-core/src/argument/secret.rs",
        ),
    },
    Entry {
        number: 53,
        title: "Secret or internals in an error message or log",
        outcome: Deny,
        held: Fixtures {
            fail: "tool_failure/fail/cause_in_a_message",
            pass: "tool_failure/pass/messages",
            waiver: "detail_in_error",
        },
    },
    Entry {
        number: 54,
        title: "Build-time secret in the binary or definition",
        outcome: Refuse,
        held: Fixtures {
            fail: "tool/fail/environment_in_a_description",
            pass: "tool/pass/constant_texts",
            waiver: "",
        },
    },
    Entry { number: 55, title: "Caller's token passed upstream", outcome: Auto, held: Open },
    Entry {
        number: 56,
        title: "URL elicitation that carries credentials or personal data",
        outcome: Refuse,
        held: Built(
            "A call that would send the user to such an address fails, and the address is not sent.",
            "mcp-core/src/ask/url.rs",
        ),
    },
];
