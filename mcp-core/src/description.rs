//! The one form in which a declaration becomes the text that a model reads.

use crate::{Consequences, Declaration, Undo};

/// The longest description that clients keep, in characters.
pub const MAX_DESCRIPTION: usize = 2048;

const WHEN: &str = "Use when ";
const NOT_WHEN: &str = "Do not use when ";
const INSTEAD: &str = "Use `";
const INSTEAD_WHEN: &str = "` instead when ";

/// The description: what, when, when not, and which neighbour instead; the important part first,
/// because some clients cut the end off.
pub(crate) fn assemble(declaration: &Declaration) -> String {
    // What most tools say fits at once; every one of them is written when a server starts.
    let sentence = |start: &str, text: Option<&str>| text.map_or(0, |text| start.len() + text.len() + 3);
    let said = sentence(WHEN, declaration.when) + sentence(NOT_WHEN, declaration.not_when);
    let mut text = String::with_capacity(declaration.what.len() + said);
    text.push_str(declaration.what);
    consequences(&declaration.consequences, &mut text);
    let mut sentence = |parts: &[&str]| {
        text.push_str("\n\n");
        parts.iter().for_each(|part| text.push_str(part));
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
    };
    if let Some(when) = declaration.when {
        sentence(&[WHEN, when]);
    }
    if let Some(not_when) = declaration.not_when {
        sentence(&[NOT_WHEN, not_when]);
    }
    for instead in declaration.instead {
        sentence(&[INSTEAD, instead.tool, INSTEAD_WHEN, instead.when]);
    }
    text
}

const NEVER: &str = "It cannot be undone.";
const UNDONE_BY: &str = "It can be undone with `";
const CHARGES: &str = "It charges ";
const SENDS: &str = "It sends ";
const AT_MOST: &str = "One call affects at most ";
const ITEMS: &str = " items.";
const CONFIRMED: &str = "The user is asked to confirm first.";

/// GR-19: what a model and a user must know before it runs, in one paragraph of fixed sentences.
fn consequences(consequences: &Consequences, text: &mut String) {
    let Consequences { undo, confirm, max_affected, charges, sends } = consequences;
    let sentences = [
        charges.map(|whom| format!("{CHARGES}{}.", bare(whom))),
        sends.map(|what| format!("{SENDS}{}.", bare(what))),
        undo.map(|undo| match undo {
            Undo::Never => NEVER.to_owned(),
            Undo::By(tool) => format!("{UNDONE_BY}{tool}`."),
        }),
        max_affected.map(|most| format!("{AT_MOST}{most}{ITEMS}")),
        confirm.map(|_| CONFIRMED.to_owned()),
    ];
    for (at, sentence) in sentences.into_iter().flatten().enumerate() {
        text.push_str(if at == 0 { "\n\n" } else { " " });
        text.push_str(&sentence);
    }
}

/// The end of the sentence is ours.
fn bare(text: &str) -> &str {
    text.trim_end_matches(['.', '!', ' '])
}

/// An upper bound of the length of [`consequences`]' text in characters.
const fn consequences_length(consequences: &Consequences) -> usize {
    const DIGITS: usize = 20;
    let mut total = 0;
    if let Some(whom) = consequences.charges {
        total += 3 + characters(CHARGES) + characters(whom);
    }
    if let Some(what) = consequences.sends {
        total += 3 + characters(SENDS) + characters(what);
    }
    match consequences.undo {
        Some(Undo::Never) => total += 2 + characters(NEVER),
        Some(Undo::By(tool)) => total += 4 + characters(UNDONE_BY) + characters(tool),
        None => {}
    }
    if consequences.max_affected.is_some() {
        total += 2 + characters(AT_MOST) + DIGITS + characters(ITEMS);
    }
    if consequences.confirm.is_some() {
        total += 2 + characters(CONFIRMED);
    }
    total
}

/// Whether [`assemble`]'s text is short enough by its bytes alone. To count the characters of every tool would take constant
/// evaluation longer than all that it is asked besides.
pub(crate) const fn is_short(declaration: &Declaration) -> bool {
    const FIXED: usize = 512;
    const EACH: usize = 64;
    let Declaration { what, when, not_when, instead, .. } = declaration;
    let Consequences { charges, sends, undo, .. } = declaration.consequences;
    let undo = if let Some(Undo::By(tool)) = undo { tool.len() } else { 0 };
    let mut bytes =
        FIXED + what.len() + bytes(*when) + bytes(*not_when) + bytes(charges) + bytes(sends) + undo;
    let mut at = 0;
    while at < instead.len() {
        bytes += EACH + instead[at].tool.len() + instead[at].when.len();
        at += 1;
    }
    bytes <= MAX_DESCRIPTION
}

const fn bytes(text: Option<&str>) -> usize {
    match text {
        Some(text) => text.len(),
        None => 0,
    }
}

/// An upper bound of the length of [`assemble`]'s text in characters, for const evaluation.
pub(crate) const fn length(declaration: &Declaration) -> usize {
    const JOINTS: usize = 3;
    let mut total = characters(declaration.what) + consequences_length(&declaration.consequences);
    if let Some(when) = declaration.when {
        total += JOINTS + characters(WHEN) + characters(when);
    }
    if let Some(not_when) = declaration.not_when {
        total += JOINTS + characters(NOT_WHEN) + characters(not_when);
    }
    let mut at = 0;
    while at < declaration.instead.len() {
        let instead = &declaration.instead[at];
        total += JOINTS + characters(INSTEAD) + characters(instead.tool);
        total += characters(INSTEAD_WHEN) + characters(instead.when);
        at += 1;
    }
    total
}

const fn characters(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        // Continuation bytes of UTF-8 begin no character.
        if bytes[at] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        at += 1;
    }
    count
}

/// `find_overdue_invoices` as people write it: "Find overdue invoices".
pub(crate) fn in_words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut previous_lower = false;
    for c in name.chars() {
        if matches!(c, '_' | '-' | '.') {
            words.push(' ');
        } else if c.is_ascii_uppercase() && previous_lower {
            words.push(' ');
            words.push(c.to_ascii_lowercase());
        } else {
            words.push(c);
        }
        previous_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effect, Instead, Source};

    fn declaration() -> Declaration {
        Declaration {
            name: "find_overdue",
            title: None,
            what: "Returns invoices that are past due, größte zuerst.",
            when: Some("somebody asks who owes money"),
            not_when: Some("a single invoice is wanted!"),
            instead: &[Instead { tool: "get_invoice", when: "one invoice is wanted" }],
            effect: Effect::Readonly,
            idempotent: false,
            closed_world: false,
            needs: &[],
            uses: &[],
            consequences: crate::Consequences::NONE,
            task: None,
            scopes: &[],
            timeout_ms: None,
            waivers: &[],
            icons: &[],
            remarks: &[],
            source: Source { module: "m", file: "f", line: 1 },
        }
    }

    #[test]
    fn gr_12_and_13_are_rendered_in_one_form() {
        assert_eq!(
            assemble(&declaration()),
            "Returns invoices that are past due, größte zuerst.\n\n\
             Use when somebody asks who owes money.\n\n\
             Do not use when a single invoice is wanted!\n\n\
             Use `get_invoice` instead when one invoice is wanted."
        );
    }

    #[test]
    fn gr_19_what_it_leaves_behind_is_said_in_fixed_sentences() {
        let mut declaration = declaration();
        declaration.consequences = Consequences {
            undo: Some(Undo::By("restore_project")),
            confirm: Some(crate::Fallback::Refuse),
            max_affected: Some(50),
            charges: Some("the customer's card."),
            sends: Some("an e-mail to the owner"),
        };
        let text = assemble(&declaration);
        assert!(
            text.contains(
                "zuerst.\n\nIt charges the customer's card. It sends an e-mail to the owner. It can be undone with \
                 `restore_project`. One call affects at most 50 items. The user is asked to confirm first.\n\nUse when"
            ),
            "{text}"
        );
        assert!(length(&declaration) >= text.chars().count());
        assert!(is_short(&declaration));
        declaration.consequences = Consequences { undo: Some(Undo::Never), ..Consequences::NONE };
        assert!(assemble(&declaration).contains("\n\nIt cannot be undone.\n\n"));
    }

    #[test]
    fn the_const_length_never_understates_the_text() {
        let declaration = declaration();
        let real = assemble(&declaration).chars().count();
        assert!((real..=real + 4).contains(&length(&declaration)));
    }

    #[test]
    fn no_text_is_called_short_that_is_not() {
        const WORDS: &str =
            "is wanted and nothing else than that one thing would do, as far as anybody can tell from here";
        let mut declaration = declaration();
        declaration.consequences = Consequences {
            undo: Some(Undo::Never),
            confirm: Some(crate::Fallback::Refuse),
            max_affected: Some(u64::MAX),
            charges: Some("the customer's card"),
            sends: Some("an e-mail to the owner"),
        };
        let mut neighbours = Vec::new();
        while is_short(&declaration) {
            assert!(length(&declaration) <= MAX_DESCRIPTION, "{}", length(&declaration));
            assert!(assemble(&declaration).chars().count() <= MAX_DESCRIPTION);
            neighbours.push(Instead { tool: "t", when: &WORDS[..neighbours.len() * 7] });
            declaration.instead = neighbours.clone().leak();
        }
        assert!(neighbours.len() > 5);
    }

    #[test]
    fn names_become_words() {
        assert_eq!(in_words("find_overdue_invoices"), "Find overdue invoices");
        assert_eq!(in_words("getUser"), "Get user");
        assert_eq!(in_words("orders.list-all"), "Orders list all");
    }
}
