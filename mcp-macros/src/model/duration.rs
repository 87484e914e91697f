//! Durations as literals: `"500ms"`, `"30s"`, `"2m"`, `"1h"`.

use syn::LitStr;

use crate::diagnostic::{Errors, Fault};

/// The longest that anything here may last, in milliseconds: a year is certainly a slip.
const LONGEST: u64 = 365 * 24 * 60 * 60 * 1000;

/// The milliseconds that `literal` means; `key` is the argument it is the value of.
pub(crate) fn milliseconds(key: &str, literal: &LitStr, errors: &Errors) -> Option<u64> {
    let text = literal.value();
    match parse(&text) {
        Some(0) => {
            errors.push(
                Fault::at(literal, format!("`{key}` is zero")).help(format!("write `{key} = \"30s\"`")),
            );
            None
        }
        Some(duration) if duration <= LONGEST => Some(duration),
        _ => {
            errors.push(
                Fault::at(literal, format!("`{text}` is not a duration"))
                    .note("a duration is a whole number and `ms`, `s`, `m` or `h`, a year at most")
                    .help(format!("write `{key} = \"{}\"`", with_unit(&text))),
            );
            None
        }
    }
}

/// A number alone is meant in seconds.
fn with_unit(text: &str) -> String {
    let seconds = format!("{text}s");
    let fits = parse(&seconds).is_some_and(|duration| (1..=LONGEST).contains(&duration));
    if fits { seconds } else { "30s".to_owned() }
}

fn parse(text: &str) -> Option<u64> {
    let unit = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit);
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn durations_have_a_unit() {
        assert_eq!(parse("30s"), Some(30_000));
        assert_eq!(parse("1 h"), Some(3_600_000));
        assert_eq!(parse("500ms"), Some(500));
        for wrong in ["30", "s", "1.5s", "-1s", "1d", "99999999999999999999s"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
