//! The one form in which a declaration becomes the text that a model reads.

use crate::Declaration;

/// The longest description that clients keep, in characters.
pub const MAX_DESCRIPTION: usize = 2048;

const WHEN: &str = "Use when ";
const NOT_WHEN: &str = "Do not use when ";
const INSTEAD: &str = "Use `";
const INSTEAD_WHEN: &str = "` instead when ";

/// The description: what, when, when not, and which neighbour instead; the important part first,
/// because some clients cut the end off.
pub(crate) fn assemble(declaration: &Declaration) -> String {
    let mut text = String::from(declaration.what);
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

/// An upper bound of the length of [`assemble`]'s text in characters, for const evaluation.
pub(crate) const fn length(declaration: &Declaration) -> usize {
    const JOINTS: usize = 3;
    let mut total = characters(declaration.what);
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
    fn the_const_length_never_understates_the_text() {
        let declaration = declaration();
        let real = assemble(&declaration).chars().count();
        assert!((real..=real + 4).contains(&length(&declaration)));
    }

    #[test]
    fn names_become_words() {
        assert_eq!(in_words("find_overdue_invoices"), "Find overdue invoices");
        assert_eq!(in_words("getUser"), "Get user");
        assert_eq!(in_words("orders.list-all"), "Orders list all");
    }
}
