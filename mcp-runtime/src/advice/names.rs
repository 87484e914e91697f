//! GR-01, 02, 03, 07 and 09: names, and how many there are.

use std::collections::BTreeMap;

use taffrail_core::Definition;

use super::words::{of_name, stem};
use super::{Finding, Subject};

const LONG_NAME: usize = 64;
const MANY_TOOLS: usize = 20;

/// Names that other servers have as well, because they say what is done and not to what.
const GENERIC: &[&str] = &[
    "action", "analyse", "analyze", "call", "create", "data", "delete", "do", "execute", "fetch", "find",
    "get", "handle", "help", "info", "insert", "invoke", "list", "lookup", "open", "process", "query",
    "read", "remove", "request", "run", "search", "select", "send", "set", "show", "submit", "tool",
    "update", "upload", "write",
];

pub(super) fn one(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let name = &definition.name;
    let length = name.len();
    if length > LONG_NAME {
        let problem = format!("the name has {length} characters; some clients take {LONG_NAME}");
        found.push(Finding::tool("long_name", at, problem, "shorten it, or set `name = \"…\"`"));
    }
    if GENERIC.contains(&name.to_lowercase().as_str()) {
        found.push(Finding::tool(
            "generic_name",
            at,
            "the name does not say what it is about; a client that uses several servers has another tool of this name",
            format!("name what it works on, for example `{name}_tickets`"),
        ));
    }
}

pub(super) fn all(subject: Subject<'_>, found: &mut Vec<Finding>) {
    mixed(subject, found);
    let count = subject.definitions.len();
    if count > MANY_TOOLS {
        let problem = format!(
            "{count} tools, all of which stand in every conversation; models choose worse among more than {MANY_TOOLS}"
        );
        found.push(Finding::server(
            "too_many_tools",
            problem,
            "merge tools that mirror endpoints into tasks, or split the server by the roles that use it",
        ));
    }
    mirrored(subject, found);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Style {
    Snake,
    Camel,
    Kebab,
}

impl Style {
    fn of(name: &str) -> Option<Self> {
        let last = name.rsplit('.').next().unwrap_or(name);
        if last.contains('_') {
            Some(Self::Snake)
        } else if last.contains('-') {
            Some(Self::Kebab)
        } else {
            last.contains(|c: char| c.is_ascii_uppercase()).then_some(Self::Camel)
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Kebab => "kebab-case",
        }
    }

    fn write(self, name: &str) -> String {
        let words = of_name(name);
        match self {
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::Camel => words
                .iter()
                .enumerate()
                .map(|(at, word)| if at == 0 { word.clone() } else { capital(word) })
                .collect(),
        }
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().to_string() + chars.as_str())
}

/// GR-03: the style of fewer tools gives way.
fn mixed(subject: Subject<'_>, found: &mut Vec<Finding>) {
    let mut count: BTreeMap<Style, usize> = BTreeMap::new();
    for style in subject.definitions.iter().filter_map(|definition| Style::of(&definition.name)) {
        *count.entry(style).or_default() += 1;
    }
    let Some((common, _)) = count.iter().max_by_key(|(style, count)| (**count, std::cmp::Reverse(**style)))
    else {
        return;
    };
    for (at, definition) in subject.definitions.iter().enumerate() {
        let Some(style) = Style::of(&definition.name).filter(|style| style != common) else { continue };
        let problem = format!(
            "the name is in {}, most others are in {}; a model guesses names by their style",
            style.word(),
            common.word()
        );
        let help = format!("name it `{}`", common.write(&definition.name));
        found.push(Finding::tool("mixed_naming", at, problem, help));
    }
}

/// GR-09: three verbs each of three things.
fn mirrored(subject: Subject<'_>, found: &mut Vec<Finding>) {
    const CRUD: &[&str] = &[
        "get", "list", "create", "update", "delete", "fetch", "add", "remove", "edit", "patch", "post", "put",
    ];
    let mut verbs_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for definition in subject.definitions {
        let words = of_name(&definition.name);
        let Some((verb, rest)) = words.split_first().filter(|(verb, _)| CRUD.contains(&verb.as_str())) else {
            continue;
        };
        let until = rest.iter().position(|word| word == "by").unwrap_or(rest.len());
        let noun = rest[..until].iter().map(|word| stem(word)).collect::<Vec<_>>().join("_");
        let verbs = verbs_of.entry(noun).or_default();
        if !verbs.contains(verb) {
            verbs.push(verb.clone());
        }
    }
    verbs_of.retain(|noun, verbs| !noun.is_empty() && verbs.len() >= 3);
    if verbs_of.len() < 3 {
        return;
    }
    let tools: usize = verbs_of.values().map(Vec::len).sum();
    let nouns: Vec<_> = verbs_of.keys().map(String::as_str).collect();
    found.push(Finding::server(
        "endpoint_mirror",
        format!(
            "{tools} tools mirror {} resources ({}); every request of a user takes several calls, and all data in between pass through the model",
            nouns.len(),
            nouns.join(", ")
        ),
        "start from what users ask for: `find_overdue_invoices`, `get_customer_account_summary`",
    ));
}
