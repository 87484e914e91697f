//! GR-20 and 25: what a tool does, and what its words say.

use taffrail_core::{Definition, Effect};

use super::Finding;
use super::descriptions::what;
use super::words::{of_name, of_text};

/// What only a tool that changes something does.
const CHANGES: &[&str] = &[
    "cancels",
    "charges",
    "deletes",
    "deploys",
    "drops",
    "erases",
    "overwrites",
    "pays",
    "publishes",
    "purges",
    "refunds",
    "removes",
    "saves",
    "sends",
    "stores",
    "updates",
    "uploads",
    "writes",
];

/// What a tool that destroys would not be described by.
const SHOWS: &[&str] = &["displays", "finds", "gets", "lists", "looks", "reads", "searches", "shows"];

pub(super) fn one(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    wording(at, definition, found);
    relative(at, definition, found);
    unbounded(at, definition, found);
}

/// GR-34: a tool that destroys many things says how many at most.
fn unbounded(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    if definition.effect != Effect::Destructive || definition.consequences.max_affected.is_some() {
        return;
    }
    let is_many = |word: &String| {
        let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
        plural || matches!(word.as_str(), "all" | "everything" | "where" | "bulk")
    };
    // The first word is the verb.
    if of_name(&definition.name).iter().skip(1).any(is_many) {
        found.push(Finding::tool(
            "unbounded_destruction",
            at,
            "it destroys several things and has no limit on how many",
            "write `max_affected = 50`, and say the count when asking: `intent.confirm(…).affecting(count)`",
        ));
    }
}

/// GR-20: the verbs at the beginning of a sentence, and those that follow "and" or "then".
fn wording(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let (words, declared, help) = match definition.effect {
        Effect::Readonly => (CHANGES, "readonly", "declare `additive` or `destructive`, or reword it"),
        Effect::Destructive => (SHOWS, "destructive", "declare `readonly`, or say what it changes first"),
        Effect::Additive => return,
    };
    let sentences = what(definition).split(['.', '\n', ';']).map(of_text);
    let mut first = true;
    // What is sent back is only an answer.
    let told = |sentence: &Vec<String>| !sentence.is_empty() && !sentence.iter().any(|word| word == "back");
    for sentence in sentences.filter(told) {
        // What a destructive tool says after its first sentence may well be what it returns.
        let skip = definition.effect == Effect::Destructive && !std::mem::take(&mut first);
        let verb = sentence.iter().enumerate().find(|(at, word)| {
            let leads = *at == 0 || matches!(sentence[at - 1].as_str(), "and" | "then");
            leads && words.contains(&word.as_str()) && (definition.effect == Effect::Readonly || *at == 0)
        });
        if let Some((_, verb)) = verb.filter(|_| !skip) {
            found.push(Finding::tool(
                "effect_wording",
                at,
                format!(
                    "it is declared `{declared}` and described with \"{verb}\"; clients go by the declaration"
                ),
                help,
            ));
            return;
        }
    }
}

/// GR-25.
fn relative(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    if !definition.idempotent {
        return;
    }
    let is_relative = |name: &str| {
        let words = of_name(name);
        let whole = matches!(name, "delta" | "by" | "increment" | "decrement" | "step");
        let first = words
            .first()
            .is_some_and(|word| matches!(word.as_str(), "increment" | "decrement" | "append" | "add"));
        whole || (first && words.len() > 1) || words.last().is_some_and(|word| word == "delta")
    };
    let Some(property) = definition.input.properties().iter().find(|property| is_relative(&property.name))
    else {
        return;
    };
    let problem =
        "the tool is declared `idempotent` and this is a relative amount; a repeated call applies it twice";
    let help = "take the wanted state, for example `quantity`, or do not declare `idempotent`";
    found.push(Finding::tool("relative_update", at, problem, help).of(&property.name));
}
