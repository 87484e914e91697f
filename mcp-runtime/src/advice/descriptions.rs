//! GR-12 to 15, 20, 21, 30 and 154: what the texts say.

use taffrail_core::{Capability, Definition, Effect};

use super::words::{content, nouns, of_name, of_text, stem};
use super::{Finding, Subject};
use crate::cli::nearest;

const LONG: usize = 1024;
const SHORT: usize = 40;
/// So many words in a row are a copy.
const COPIED: usize = 8;

/// The part of a description before the sentences that `when`, `not_when` and `instead` make.
pub(super) fn what(definition: &Definition) -> &str {
    let text = &*definition.description;
    let ends =
        ["\n\nUse when ", "\n\nDo not use when ", "\n\nUse `"].iter().filter_map(|lead| text.find(lead));
    &text[..ends.min().unwrap_or(text.len())]
}

pub(super) fn one(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let length = definition.description.chars().count();
    if length > LONG {
        found.push(Finding::tool(
            "long_description",
            at,
            format!("the description has {length} characters, all of them paid for in every conversation"),
            "keep what it does, `when` and `not_when`; move details into results and errors",
        ));
    }
    thin(at, definition, found);
    confirmation(at, definition, found);
    order(at, definition, found);
}

pub(super) fn all(subject: Subject<'_>, found: &mut Vec<Finding>) {
    for (at, definition) in subject.definitions.iter().enumerate() {
        boundary(at, definition, subject, found);
        dangling(at, definition, subject, found);
        repeated(at, definition, subject, found);
    }
}

/// GR-15.
fn thin(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let what = what(definition);
    let name: Vec<String> = of_name(&definition.name).iter().map(|word| stem(word)).collect();
    let more = content(&of_text(what)).into_iter().filter(|word| !name.contains(word)).count();
    let problem = match (more, what.chars().count()) {
        (0, _) => "the description only repeats the name".to_owned(),
        (1 | 2, length) if length < SHORT => {
            format!("the description has {length} characters and adds little to the name")
        }
        _ => return,
    };
    found.push(Finding::tool(
        "thin_description",
        at,
        problem,
        "say what comes back, in what order, and what it leaves out",
    ));
}

/// GR-30.
fn confirmation(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    const PHRASES: &[&str] = &[
        "ask the user",
        "ask for confirmation",
        "ask for permission",
        "ask for approval",
        "confirm with",
        "after approval",
        "after confirmation",
        "user has confirmed",
        "user confirms",
        "user's approval",
        "user's permission",
        "get approval",
    ];
    let asks = definition
        .needs
        .iter()
        .any(|need| matches!(need, Capability::Elicitation | Capability::ElicitationUrl))
        || definition.consequences.confirm.is_some();
    let text = definition.description.to_lowercase();
    let Some(phrase) = PHRASES.iter().find(|phrase| text.contains(*phrase)).filter(|_| !asks) else { return };
    found.push(Finding::tool(
        "model_side_confirmation",
        at,
        format!("\"{phrase}\" asks the model to confirm, and nothing makes it do so"),
        "let the server ask: `ctx.confirm(\"…\").await?`, and declare `confirm(fallback = refuse)`",
    ));
}

/// GR-154.
fn order(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    const PHRASES: &[&str] = &[
        "after connecting",
        "after logging in",
        "after login",
        "must be called after",
        "must be called first",
        "once connected",
        "requires a prior call",
        "requires an earlier call",
        "after calling",
        "before calling this",
        "you must first call",
        "log in first",
        "login first",
        "connect first",
    ];
    let text = definition.description.to_lowercase();
    let call_first = text
        .find("call `")
        .is_some_and(|start| text[start..].split('.').next().is_some_and(|rest| rest.contains("` first")));
    let phrase = PHRASES
        .iter()
        .find(|phrase| text.contains(*phrase))
        .copied()
        .or(call_first.then_some("call … first"));
    let carries = definition.input.properties().iter().any(|property| {
        let words = of_name(&property.name);
        words.iter().any(|word| {
            matches!(word.as_str(), "id" | "handle" | "session" | "connection" | "token" | "cursor")
        })
    });
    let Some(phrase) = phrase.filter(|_| !carries) else { return };
    found.push(Finding::tool(
        "call_order",
        at,
        format!("\"{phrase}\" asks for an earlier call, and no parameter carries its result"),
        "take what the earlier tool returns as a parameter, so that the call works on every connection",
    ));
}

/// Verbs that a model takes for each other.
const ALIKE: &[&[&str]] = &[
    &["describe", "fetch", "find", "get", "list", "lookup", "query", "read", "search", "show"],
    &["add", "create", "insert", "make", "post", "record"],
    &["change", "edit", "set", "update"],
    &["archive", "cancel", "delete", "remove"],
];

/// The kind of verb that a name begins with, and what it is about; one thing and many are told apart.
fn purpose(name: &str) -> Option<(usize, String)> {
    let words = of_name(name);
    let kind =
        ALIKE.iter().position(|verbs| words.first().is_some_and(|verb| verbs.contains(&verb.as_str())))?;
    let about = words.last().filter(|_| words.len() > 1)?;
    nouns(name).last().filter(|noun| **noun == stem(about)).map(|_| (kind, about.clone()))
}

/// GR-12: neighbours that do alike things to one noun need a boundary.
fn boundary(at: usize, definition: &Definition, subject: Subject<'_>, found: &mut Vec<Finding>) {
    let text = &definition.description;
    if text.contains("Do not use when ") || text.contains("` instead when ") {
        return;
    }
    let Some(own) = purpose(&definition.name) else { return };
    // A tool that reads and one that changes something are told apart by that, whatever their verbs.
    let alike = |other: &Definition| {
        purpose(&other.name).as_ref() == Some(&own)
            && (other.effect == Effect::Readonly) == (definition.effect == Effect::Readonly)
    };
    let neighbour =
        subject.definitions.iter().enumerate().find(|(other, neighbour)| *other != at && alike(neighbour));
    let Some((_, neighbour)) = neighbour else { return };
    let name = &neighbour.name;
    if definition.description.contains(&format!("`{name}`")) {
        return;
    }
    found.push(Finding::tool(
        "no_boundary",
        at,
        format!("it does not say when to take `{name}` instead, which is about the same thing"),
        format!("add `not_when = \"…\"`, or `instead({} = \"…\")`", name.replace(['-', '.'], "_")),
    ));
}

/// GR-13: a tool in back quotes that is not there.
fn dangling(at: usize, definition: &Definition, subject: Subject<'_>, found: &mut Vec<Finding>) {
    let names = || subject.definitions.iter().map(|other| &*other.name);
    let mut quoted = definition.description.split('`').skip(1).step_by(2);
    let Some(mention) = quoted.find(|word| {
        let is_name =
            word.contains('_') && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        is_name && names().all(|name| name != *word) && !is_of_tool(definition, word)
    }) else {
        return;
    };
    let begins_as_tool =
        of_name(mention).first().is_some_and(|verb| super::words::VERBS.contains(&verb.as_str()));
    let meant = nearest(mention, names());
    if meant.is_none() && !begins_as_tool {
        return;
    }
    let help = match meant {
        Some(name) => format!("write `{name}`; better, name it by its path: `instead({name} = \"…\")`"),
        None => "name a tool of this server by its path: `instead(path::to::tool = \"…\")`".to_owned(),
    };
    found.push(Finding::tool(
        "dangling_mention",
        at,
        format!("the description names `{mention}`, and there is no such tool"),
        help,
    ));
}

/// Whether a word is a parameter, a value or a member of the result of the tool.
fn is_of_tool(definition: &Definition, word: &str) -> bool {
    let quoted = format!("\"{word}\"");
    let input = serde_json::to_string(&definition.input).unwrap_or_default();
    let output =
        definition.output.as_ref().and_then(|output| serde_json::to_string(output).ok()).unwrap_or_default();
    input.contains(&quoted) || output.contains(&quoted)
}

/// GR-21.
fn repeated(at: usize, definition: &Definition, subject: Subject<'_>, found: &mut Vec<Finding>) {
    let Some(instructions) = subject.instructions else { return };
    let (instructions, what) = (of_text(instructions), of_text(what(definition)));
    let copied = what
        .windows(COPIED.min(what.len()).max(4))
        .any(|run| instructions.windows(run.len()).any(|other| other == run));
    if copied {
        found.push(Finding::tool(
            "repeated_instructions",
            at,
            "the server's `instructions` repeat this description; both stand in every conversation, and one will go stale",
            "say in `instructions` only what concerns several tools",
        ));
    }
}
