//! GR-10, 68 and 112: tools beside each other.

use taffrail_core::{Definition, Effect};

use super::descriptions::what;
use super::words::{VERBS, content, of_name, of_text, stem};
use super::{Finding, Subject};

pub(super) fn all(subject: Subject<'_>, found: &mut Vec<Finding>) {
    for (at, definition) in subject.definitions.iter().enumerate() {
        if let Some(other) = subject.definitions[..at].iter().find(|other| alike(other, definition)) {
            found.push(Finding::tool(
                "near_duplicate_tools",
                at,
                format!(
                    "a model can hardly tell it from `{}`: their descriptions say nearly the same",
                    other.name
                ),
                "say in each what sets it apart, with `not_when` or `instead(…)`, or make them one tool",
            ));
        }
        ids(at, definition, subject, found);
    }
    scopes(subject, found);
}

/// GR-10.
fn alike(a: &Definition, b: &Definition) -> bool {
    let points = |from: &Definition, to: &Definition| from.description.contains(&format!("`{}`", to.name));
    if points(a, b) || points(b, a) {
        return false;
    }
    let (words_a, words_b) = (content(&of_text(what(a))), content(&of_text(what(b))));
    if overlap(&words_a, &words_b) >= 0.8 && words_a.len().min(words_b.len()) >= 2 {
        return true;
    }
    same_but_for_a_vague_noun(a, b)
}

/// `analyze_content` and `analyze_document`, neither of which says more than its name.
fn same_but_for_a_vague_noun(a: &Definition, b: &Definition) -> bool {
    const VAGUE: &[&str] = &[
        "content",
        "data",
        "document",
        "entry",
        "file",
        "info",
        "information",
        "input",
        "item",
        "object",
        "record",
        "text",
    ];
    let (name_a, name_b) = (stems(&a.name), stems(&b.name));
    let same_verb =
        name_a.first() == name_b.first() && name_a.first().is_some_and(|verb| VERBS.contains(&verb.as_str()));
    let differ = |own: &[String], other: &[String]| {
        own.iter().filter(|word| !other.contains(word)).all(|word| VAGUE.contains(&word.as_str()))
    };
    let brief = |definition: &Definition| content(&of_text(what(definition))).len() <= 3;
    same_verb && differ(&name_a, &name_b) && differ(&name_b, &name_a) && brief(a) && brief(b)
}

fn stems(name: &str) -> Vec<String> {
    of_name(name).iter().map(|word| stem(word)).collect()
}

/// How much of the words of two texts they share, from 0 to 1.
fn overlap(a: &[String], b: &[String]) -> f64 {
    let shared =
        a.iter().filter(|word| b.contains(word)).count() + b.iter().filter(|word| a.contains(word)).count();
    let all = a.len() + b.len();
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = if all == 0 { 0.0 } else { shared as f64 / all as f64 };
    share
}

/// GR-68: an identifier that nobody gives.
fn ids(at: usize, definition: &Definition, subject: Subject<'_>, found: &mut Vec<Finding>) {
    for property in definition.input.properties().iter().filter(|property| property.required) {
        let name = &*property.name;
        let Some(noun) = name.strip_suffix("_id").filter(|noun| !noun.is_empty()) else { continue };
        let description = property.schema.description();
        if description.contains('`')
            || !property.schema.examples().is_empty()
            || super::parameters::mentions(description, "user")
        {
            continue;
        }
        let given = subject.definitions.iter().any(|other| gives(other, name, noun));
        if !given {
            found.push(
                Finding::tool(
                    "id_without_source",
                    at,
                    "no tool of this server returns it, so a model invents one or asks for it",
                    format!("accept a name (`{noun}`) and resolve it, return `{name}` from another tool, or say where the user finds it"),
                )
                .of(name),
            );
        }
    }
}

fn gives(definition: &Definition, name: &str, noun: &str) -> bool {
    let Some(output) = definition.output.as_ref().and_then(|output| serde_json::to_string(output).ok())
    else {
        // A text may say anything, so it may say the identifier.
        return definition.description.contains(name);
    };
    let own_id = stems(&definition.name).contains(&stem(noun)) && output.contains("\"id\":");
    own_id || output.contains(&format!("\"{name}\":"))
}

/// GR-112.
fn scopes(subject: Subject<'_>, found: &mut Vec<Finding>) {
    for (at, definition) in subject.definitions.iter().enumerate() {
        if definition.effect != Effect::Destructive {
            continue;
        }
        for scope in definition.scopes.iter() {
            let reads = subject
                .definitions
                .iter()
                .find(|other| other.effect == Effect::Readonly && other.scopes.contains(scope));
            if let Some(reader) = reads {
                found.push(Finding::tool(
                    "shared_scope",
                    at,
                    format!("scope `{scope}` also covers the read-only tool `{}`, so a token for reading can destroy", reader.name),
                    format!("use two scopes, for example `{scope}:read` and `{scope}:write`"),
                ));
            }
        }
    }
}
