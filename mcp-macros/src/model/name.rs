//! Names: on the wire, in words, and in serde's cases.

use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt as _;

use crate::diagnostic::{Errors, Fault};

/// The name that an identifier has without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The longest name of a tool that every client takes.
const LONGEST_TOOL_NAME: usize = 128;

/// The longest name of a property that every model interface takes.
const LONGEST_ARGUMENT_NAME: usize = 64;

/// GR-01: reports a tool name outside `[A-Za-z0-9_.-]{1,128}`.
pub(crate) fn check_tool_name(name: &str, at: impl ToTokens, errors: &Errors) {
    check_item_name("tool", name, at, errors);
}

/// As [`check_tool_name`], for what the author calls otherwise.
pub(crate) fn check_item_name(noun: &str, name: &str, at: impl ToTokens, errors: &Errors) {
    if name.len() > LONGEST_TOOL_NAME {
        errors.push(
            Fault::at(at, format!("{noun} name `{name}` has {} characters", name.chars().count()))
                .note(format!("clients refuse names of more than {LONGEST_TOOL_NAME}"))
                .help(format!("write a shorter one: `#[{noun}(…, name = \"…\")]`")),
        );
        return;
    }
    if let Some(offence) = offence(name, |c| matches!(c, '_' | '-' | '.')) {
        let better = portable(&without_accents(name), |c| matches!(c, '_' | '-' | '.'));
        errors.push(
            Fault::at(at, format!("{noun} name `{name}` {offence}"))
                .note("clients and model interfaces accept letters, digits, `_`, `-` and `.` only")
                .help(if better.is_empty() {
                    format!("write a name of such characters: `#[{noun}(…, name = \"…\")]`")
                } else {
                    format!("write `#[{noun}(…, name = \"{better}\")]`")
                }),
        );
    }
}

/// Reports a parameter name that model interfaces refuse as a property.
pub(crate) fn check_argument_name(name: &str, at: impl ToTokens, errors: &Errors) {
    if name.len() > LONGEST_ARGUMENT_NAME {
        errors.push(
            Fault::at(at, format!("parameter name `{name}` has {} characters", name.chars().count()))
                .note(format!("model interfaces refuse properties of more than {LONGEST_ARGUMENT_NAME}"))
                .help("write `#[arg(name = \"…\")]` with a shorter one"),
        );
        return;
    }
    if let Some(offence) = offence(name, |c| matches!(c, '_' | '-' | '.')) {
        let better = portable(&without_accents(name), |c| matches!(c, '_' | '-' | '.'));
        let better = if better.is_empty() { "…" } else { &better };
        errors.push(
            Fault::at(at, format!("parameter name `{name}` {offence}"))
                .note("model interfaces accept letters, digits, `_`, `-` and `.` in the name of a property")
                .help(format!("write `#[arg(name = \"{better}\")]`")),
        );
    }
}

fn offence(name: &str, extra: impl Fn(char) -> bool) -> Option<String> {
    if name.is_empty() {
        return Some("is empty".to_owned());
    }
    let c = name.chars().find(|c| !c.is_ascii_alphanumeric() && !extra(*c))?;
    Some(match c {
        ' ' => "contains a space".to_owned(),
        c if c.is_control() => "contains a control character".to_owned(),
        c => format!("contains `{c}`"),
    })
}

fn portable(name: &str, extra: impl Fn(char) -> bool) -> String {
    let kept: String =
        name.trim().chars().map(|c| if c.is_ascii_alphanumeric() || extra(c) { c } else { '_' }).collect();
    kept.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

/// Letters of Latin alphabets without their marks, so that a suggestion keeps the word. Others stay as they are.
pub(crate) fn without_accents(name: &str) -> String {
    const BASES: &[(&str, &str)] = &[
        ("àáâãäåāă", "a"),
        ("çćč", "c"),
        ("èéêëēěę", "e"),
        ("ìíîïī", "i"),
        ("ñńň", "n"),
        ("òóôõöøō", "o"),
        ("śš", "s"),
        ("ùúûüūů", "u"),
        ("ýÿ", "y"),
        ("źžż", "z"),
        ("ß", "ss"),
        ("æ", "ae"),
        ("œ", "oe"),
    ];
    let base = |c: char| {
        let lower = c.to_lowercase().to_string();
        let (_, base) = BASES.iter().find(|(marked, _)| marked.contains(&lower))?;
        Some(if c.is_uppercase() { capitalised(base) } else { (*base).to_owned() })
    };
    name.chars().map(|c| base(c).unwrap_or_else(|| c.to_string())).collect()
}

/// The words of a name in any case, in lower case.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            fresh = true;
            after_lower = false;
            continue;
        }
        if fresh || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        fresh = false;
        after_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words
}

/// serde's `rename_all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    pub(crate) const NAMES: &'static [(&'static str, Self)] = &[
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, case)| *case)
    }

    /// As serde renames the fields of a struct, which are written in snake case.
    pub(crate) fn of_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => capitalised(name),
            Self::Camel => uncapitalised(&capitalised(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// As serde renames the variants of an enum, which are written in Pascal case.
    pub(crate) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => uncapitalised(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// `sampling_tools` as `SamplingTools`.
pub(crate) fn capitalised(snake: &str) -> String {
    let mut result = String::new();
    let mut upper = true;
    for c in snake.chars() {
        match c {
            '_' => upper = true,
            c if upper => {
                result.push(c.to_ascii_uppercase());
                upper = false;
            }
            c => result.push(c),
        }
    }
    result
}

fn uncapitalised(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + chars.as_str())
}

fn snake(pascal: &str) -> String {
    let mut result = String::new();
    for (index, c) in pascal.char_indices() {
        if index > 0 && c.is_uppercase() {
            result.push('_');
        }
        result.push(c.to_ascii_lowercase());
    }
    result
}

#[cfg(test)]
mod tests {
    use super::{Case, words};

    #[test]
    fn words_follow_separators_and_humps() {
        assert_eq!(words("find_overdue-invoices"), ["find", "overdue", "invoices"]);
        assert_eq!(words("TenantId"), ["tenant", "id"]);
        assert_eq!(words("oauth2Token"), ["oauth2", "token"]);
        assert_eq!(words("APIKey"), ["apikey"]);
    }

    #[test]
    fn cases_are_serdes() {
        assert_eq!(Case::Camel.of_field("min_days_overdue"), "minDaysOverdue");
        assert_eq!(Case::Kebab.of_field("min_days"), "min-days");
        assert_eq!(Case::Snake.of_variant("EuWest"), "eu_west");
        assert_eq!(Case::ScreamingKebab.of_variant("EuWest"), "EU-WEST");
        assert_eq!(Case::Camel.of_variant("EuWest"), "euWest");
    }
}
