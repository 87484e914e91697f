//! Words of names and sentences, compared without regard to number and case.

/// The words of a name in any style, in lower case.
pub(super) fn of_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase() || c.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a text, in lower case and in order.
pub(super) fn of_text(text: &str) -> Vec<String> {
    let words =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '_').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A word without its plural or third person, which is enough to compare.
pub(super) fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() > 1) {
        return format!("{root}y");
    }
    for (ending, kept) in [("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")] {
        if let Some(root) = word.strip_suffix(ending) {
            return format!("{root}{kept}");
        }
    }
    match word.strip_suffix('s') {
        Some(root) if root.len() > 1 && !root.ends_with(['s', 'u', 'i']) => root.to_owned(),
        _ => word.to_owned(),
    }
}

/// Words that say nothing about what a tool is for.
const EMPTY: &[&str] = &[
    "a", "an", "the", "and", "or", "of", "to", "in", "on", "for", "from", "with", "by", "at", "as", "is",
    "are", "be", "it", "its", "this", "that", "which", "all", "any", "one", "given", "tool", "return", "get",
    "give", "some", "into", "about",
];

/// The words that carry meaning, without plural.
pub(super) fn content(words: &[String]) -> Vec<String> {
    let stems = words.iter().map(|word| stem(word));
    stems.filter(|word| !EMPTY.contains(&word.as_str())).collect()
}

/// Verbs with which names of tools begin.
pub(super) const VERBS: &[&str] = &[
    "add",
    "analyse",
    "analyze",
    "append",
    "archive",
    "book",
    "calculate",
    "call",
    "cancel",
    "change",
    "check",
    "close",
    "compare",
    "convert",
    "copy",
    "count",
    "create",
    "delete",
    "describe",
    "download",
    "edit",
    "execute",
    "export",
    "fetch",
    "find",
    "get",
    "import",
    "insert",
    "list",
    "lookup",
    "make",
    "merge",
    "move",
    "open",
    "post",
    "publish",
    "query",
    "read",
    "record",
    "remove",
    "rename",
    "render",
    "replace",
    "resize",
    "run",
    "save",
    "schedule",
    "search",
    "send",
    "set",
    "show",
    "start",
    "stop",
    "store",
    "summarise",
    "summarize",
    "sync",
    "update",
    "upload",
    "write",
];

/// What a name is about: its words without the leading verb and without what narrows it (`by_email`).
pub(super) fn nouns(name: &str) -> Vec<String> {
    let words = of_name(name.rsplit('.').next().unwrap_or(name));
    let until =
        words.iter().position(|word| matches!(word.as_str(), "by" | "for" | "from" | "to" | "in" | "with"));
    let words = &words[..until.unwrap_or(words.len())];
    let skip = usize::from(words.first().is_some_and(|word| VERBS.contains(&word.as_str())));
    words.iter().skip(skip).map(|word| stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::{nouns, of_name, stem};

    #[test]
    fn names_come_apart_in_every_style() {
        for name in ["getUser", "get_user", "get-user", "get.user"] {
            assert_eq!(of_name(name), ["get", "user"], "{name}");
        }
    }

    #[test]
    fn plurals_are_the_same_word() {
        for (many, one) in
            [("invoices", "invoice"), ("boxes", "box"), ("queries", "query"), ("status", "status")]
        {
            assert_eq!(stem(many), one);
        }
    }

    #[test]
    fn a_name_is_about_its_nouns() {
        assert_eq!(nouns("get_customers_by_email"), ["customer"]);
        assert_eq!(nouns("orders.find_overdue"), ["overdue"]);
    }
}
