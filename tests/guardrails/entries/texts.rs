//! N. Prompts, resources, elicitation, completion.

use crate::Entry;
use crate::Held::{Built, Fixtures};
use crate::Outcome::{Advise, Auto, Refuse};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        number: 121,
        title: "Template variables and parameters disagree",
        outcome: Refuse,
        held: Fixtures {
            fail: "resource/fail/variables_and_parameters_disagree",
            pass: "resource/pass/every_resource",
            waiver: "",
        },
    },
    Entry {
        number: 122,
        title: "Invalid URI, template or scheme",
        outcome: Refuse,
        held: Fixtures { fail: "resource/fail/not_a_uri", pass: "resource/pass/every_resource", waiver: "" },
    },
    Entry {
        number: 123,
        title: "Overlapping templates or duplicate URIs",
        outcome: Refuse,
        held: Fixtures { fail: "resources/fail/same_form", pass: "resource/pass/every_resource", waiver: "" },
    },
    Entry {
        number: 124,
        title: "`https://` for something the client cannot fetch",
        outcome: Refuse,
        held: Fixtures {
            fail: "resource/fail/https_without_client_fetchable",
            pass: "resource/pass/every_resource",
            waiver: "",
        },
    },
    Entry {
        number: 125,
        title: "File access by raw path",
        outcome: Refuse,
        held: Fixtures {
            fail: "resource/fail/unchecked_path",
            pass: "resource/pass/every_resource",
            waiver: "",
        },
    },
    Entry {
        number: 126,
        title: "Prompt argument that is not text",
        outcome: Refuse,
        held: Fixtures {
            fail: "prompt/fail/argument_that_is_not_text",
            pass: "prompt/pass/every_prompt",
            waiver: "",
        },
    },
    Entry {
        number: 127,
        title: "Elicitation form beyond the permitted subset",
        outcome: Refuse,
        held: Fixtures { fail: "elicit/fail/beyond_the_subset", pass: "elicit/pass/forms", waiver: "" },
    },
    Entry {
        number: 128,
        title: "Form default or required list inconsistent",
        outcome: Refuse,
        held: Fixtures {
            fail: "elicit/fail/default_that_does_not_fit",
            pass: "elicit/pass/forms",
            waiver: "",
        },
    },
    Entry {
        number: 129,
        title: "Decline and cancel not handled",
        outcome: Refuse,
        held: Fixtures { fail: "elicit/fail/answer_not_matched", pass: "elicit/pass/forms", waiver: "" },
    },
    Entry {
        number: 130,
        title: "URL consent taken as completion",
        outcome: Auto,
        held: Fixtures {
            fail: "elicit/fail/consent_taken_for_completion",
            pass: "elicit/pass/forms",
            waiver: "",
        },
    },
    Entry {
        number: 131,
        title: "Input asked for where it is not allowed",
        outcome: Auto,
        held: Built(
            "Only calls of tools, prompts and resources have a round; nothing else can ask.",
            "mcp-runtime/src/dispatch/input.rs",
        ),
    },
    Entry {
        number: 132,
        title: "Client capability used but not declared",
        outcome: Refuse,
        held: Fixtures {
            fail: "elicit/fail/question_that_is_not_declared",
            pass: "elicit/pass/forms",
            waiver: "",
        },
    },
    Entry {
        number: 133,
        title: "Completer for a non-existent argument, or more than 100 values",
        outcome: Refuse,
        held: Fixtures {
            fail: "prompt/fail/completer_for_a_missing_argument",
            pass: "prompt/pass/every_prompt",
            waiver: "",
        },
    },
    Entry {
        number: 134,
        title: "Annotation values out of range",
        outcome: Refuse,
        held: Fixtures {
            fail: "resource/fail/annotations_out_of_range",
            pass: "resource/pass/every_resource",
            waiver: "",
        },
    },
    Entry {
        number: 135,
        title: "Icon with an unsafe or unusable source",
        outcome: Refuse,
        held: Fixtures { fail: "prompt/fail/unsafe_icon", pass: "prompt/pass/every_prompt", waiver: "" },
    },
    Entry {
        number: 136,
        title: "Reserved or malformed `_meta` key or extension id",
        outcome: Auto,
        held: Built(
            "No author names a key of `_meta` or an extension: the few that there are stand in the library.",
            "mcp-core/src/protocol/tools.rs",
        ),
    },
    Entry {
        number: 137,
        title: "Deprecated features",
        outcome: Advise,
        held: Built(
            "Sampling, roots and logging to clients are features of their own, and `#[deprecated]` with what to do instead.",
            "mcp-core/src/ask/sampling.rs",
        ),
    },
];
