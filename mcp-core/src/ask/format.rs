//! The formats that a text in a form may have.

/// A format of text (*Elicitation > Requested Schema*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An e-mail address.
    Email,
    /// A URI.
    Uri,
    /// A day: `2026-07-28`.
    Date,
    /// A moment: `2026-07-28T09:30:00Z`.
    DateTime,
}

impl Format {
    /// The word of the schema.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether a text is of this format.
    #[must_use]
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }

    /// What is expected, as the end of a sentence.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Email => "must be an e-mail address, such as `ada@example.com`",
            Self::Uri => "must be a URI, such as `https://example.com/`",
            Self::Date => "must be a day, such as `2026-07-28`",
            Self::DateTime => "must be a moment with its offset, such as `2026-07-28T09:30:00Z`",
        }
    }
}

/// Something, an `@`, and a domain; whether mail arrives there only sending it shows.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let plain = |part: &str| !part.is_empty() && !part.chars().any(|c| c.is_whitespace() || c.is_control());
    plain(local)
        && !local.contains('@')
        && domain.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        })
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        && !rest.is_empty()
        && rest.chars().all(|c| {
            c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
        })
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) =
        (number(&bytes[..4]), number(&bytes[5..7]), number(&bytes[8..]))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_at_checked(10) else { return false };
    let Some(time) = time.strip_prefix(['T', 't']) else { return false };
    let Some((clock, rest)) = time.split_at_checked(8) else { return false };
    let fraction = rest.strip_prefix('.').map_or(Some(rest), |fraction| {
        let offset = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        (offset.len() < fraction.len()).then_some(offset)
    });
    let Some(offset) = fraction else { return false };
    is_date(date) && is_clock(clock.as_bytes()) && is_offset(offset.as_bytes())
}

fn is_clock(bytes: &[u8]) -> bool {
    let parts = (bytes.get(..2), bytes.get(2), bytes.get(3..5), bytes.get(5), bytes.get(6..8));
    let (Some(hour), Some(b':'), Some(minute), Some(b':'), Some(second)) = parts else { return false };
    // 60 is a leap second.
    number(hour).is_some_and(|hour| hour < 24)
        && number(minute).is_some_and(|minute| minute < 60)
        && number(second).is_some_and(|second| second <= 60)
}

fn is_offset(bytes: &[u8]) -> bool {
    match bytes {
        b"Z" | b"z" => true,
        [b'+' | b'-', hour @ .., b':', a, b] if hour.len() == 2 => {
            number(hour).is_some_and(|hour| hour < 24) && number(&[*a, *b]).is_some_and(|minute| minute < 60)
        }
        _ => false,
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn elic_05_each_format_takes_its_own_and_nothing_else() {
        for (format, good, bad) in [
            (
                Format::Email,
                &["ada@example.com", "a+b@x.co"][..],
                &["", "ada", "@x.com", "a@", "a b@x.com", "a@b@c.com", "a@-x.com", "a@x..com"][..],
            ),
            (
                Format::Uri,
                &["https://example.com/a?b#c", "mailto:a@b"],
                &["", "example.com", "1a:b", "a:", "a: b", ":x"],
            ),
            (
                Format::Date,
                &["2026-07-28", "2024-02-29"],
                &["", "2026-7-28", "2026-02-29", "2026-13-01", "2026-00-10", "2026-07-32", "ä26-07-28"],
            ),
            (
                Format::DateTime,
                &["2026-07-28T09:30:00Z", "2026-07-28t09:30:00.25+02:00", "2026-12-31T23:59:60Z"],
                &[
                    "",
                    "2026-07-28",
                    "2026-07-28T09:30Z",
                    "2026-07-28T09:30:00",
                    "2026-07-28T24:00:00Z",
                    "2026-07-28T09:30:00.Z",
                    "2026-07-28T09:30:00+2:00",
                    "2026-07-28T09:30:äZ",
                ],
            ),
        ] {
            for text in good {
                assert!(format.matches(text), "{format:?} {text}");
            }
            for text in bad {
                assert!(!format.matches(text), "{format:?} {text}");
            }
        }
    }
}
