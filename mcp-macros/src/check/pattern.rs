//! `pattern`: valid here, and read alike by the JSON Schema validators of clients (the ECMA-262 subset).

use syn::LitStr;

use crate::diagnostic::{Errors, Fault};

/// Whether the pattern is one; if not, that is reported.
pub(crate) fn check(pattern: &LitStr, errors: &Errors) -> bool {
    let text = pattern.value();
    if let Err(error) = regex_lite::Regex::new(&text) {
        errors.push(not_an_expression(pattern, &text, &error.to_string()));
        return false;
    }
    if let Some((found, instead)) = unportable(&text) {
        errors.push(
            Fault::at(
                pattern,
                format!("pattern `{text}` uses `{found}`, which clients read differently or refuse"),
            )
            .note("clients check arguments as ECMA-262 does")
            .help(instead),
        );
        return false;
    }
    true
}

fn not_an_expression(pattern: &LitStr, text: &str, error: &str) -> Fault {
    let fault = Fault::at(pattern, format!("`{text}` is not a regular expression")).note(error);
    let looks_around = ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|start| text.contains(start));
    let refers_back = text.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| matches!(c, '1'..='9')));
    if looks_around || refers_back {
        fault
            .note("look-around and back-references are left out, so that no input can make matching slow")
            .help("remove it, and check the value inside the function")
    } else {
        fault.help("correct it; a `\\` before a special character makes it an ordinary one")
    }
}

/// The first construct that Rust and ECMA-262 do not read alike, and what to write instead.
fn unportable(pattern: &str) -> Option<(&'static str, &'static str)> {
    const ESCAPES: &[(char, &str, &str)] = &[
        ('A', r"\A", "write `^`"),
        ('z', r"\z", "write `$`"),
        ('a', r"\a", r"write `\x07`"),
        ('<', r"\<", r"write `\b`"),
        ('>', r"\>", r"write `\b`"),
        ('x', r"\x{…}", "write the character itself"),
        ('u', r"\u{…}", "write the character itself"),
        ('U', r"\U", "write the character itself"),
        ('p', r"\p", "list the characters in `[…]`"),
        ('P', r"\P", "list the characters in `[^…]`"),
    ];
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if c == '\\' {
            let escaped = rest[1..].chars().next()?;
            let braced = rest.get(2..3) == Some("{");
            let known = ESCAPES.iter().find(|(c, ..)| *c == escaped);
            if let Some((_, found, instead)) = known.filter(|(c, ..)| !matches!(c, 'x' | 'u') || braced) {
                return Some((found, instead));
            }
            rest = &rest[1 + escaped.len_utf8()..];
            continue;
        }
        if rest.starts_with("(?P<") {
            return Some(("(?P<", "write `(?:…)`; nothing reads the name of a group"));
        }
        if rest.starts_with("(?") && !rest.starts_with("(?:") && !rest.starts_with("(?<") {
            return Some(("(?", "spell the flag out, for example `[Aa]` for `(?i)a`"));
        }
        if rest.starts_with("[[:") {
            return Some(("[[:", "list the characters: `[A-Za-z0-9]`"));
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::unportable;

    #[test]
    fn portable_patterns_pass() {
        for pattern in [r"^[A-Z]{2}\d+$", r"a\\A", r"(?:a|b)", r"\x41", "ä+", r"^\p"] {
            assert_eq!(unportable(pattern).is_some(), pattern == r"^\p", "{pattern}");
        }
    }

    #[test]
    fn rust_only_constructs_are_found() {
        for pattern in ["(?i)^a", r"\Aa\z", "(?P<x>a)", "[[:alpha:]]", r"\x{41}"] {
            assert!(unportable(pattern).is_some(), "{pattern}");
        }
    }
}
