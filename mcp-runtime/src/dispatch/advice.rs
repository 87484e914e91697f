//! Advice: what would make the tools better and never keeps a server from starting.

use std::fmt;

use taffrail_core::Definition;
use taffrail_core::schema::Property;

use super::check::waives;

/// One piece of advice about one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The guardrail's name, as `allow(…)` takes it.
    pub guardrail: &'static str,
    /// The tool.
    pub tool: String,
    /// What could be better, and why.
    pub problem: String,
    /// What to write.
    pub help: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}`: {} ({})\n  help: {}", self.tool, self.problem, self.guardrail, self.help)
    }
}

const LONG_NAME: usize = 64;
const LONG_DESCRIPTION: usize = 1024;

/// All advice about a set of tools, without what was waived.
pub(super) fn advise<'a>(definitions: impl Iterator<Item = &'a Definition>) -> Vec<Advice> {
    let mut advice = Vec::new();
    for definition in definitions {
        let mut say = |guardrail, problem: String, help: &str| {
            if !waives(definition, guardrail) {
                advice.push(Advice {
                    guardrail,
                    tool: definition.name.to_string(),
                    problem,
                    help: help.into(),
                });
            }
        };
        let length = definition.name.len();
        if length > LONG_NAME {
            let problem = format!("the name has {length} characters; some clients take {LONG_NAME}");
            say("long_name", problem, "shorten it, or set `name = \"…\"`");
        }
        let length = definition.description.chars().count();
        if length > LONG_DESCRIPTION {
            let problem = format!(
                "the description has {length} characters, all of them paid for in every conversation"
            );
            say(
                "long_description",
                problem,
                "keep what it does, `when` and `not_when`; move details into results and errors",
            );
        }
        for Property { name, schema, .. } in definition.input.properties() {
            if schema.header().is_some() && schema.is_unbounded_text() {
                let problem = format!(
                    "the mirrored parameter `{name}` has no maximum length; proxies refuse long headers"
                );
                say(
                    "unbounded_header",
                    problem,
                    "mirror a short routing value: add `#[arg(max_len = 64)]`, or use an enum",
                );
            }
        }
    }
    advice
}
