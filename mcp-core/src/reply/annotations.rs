//! For whom something is, how important, and how old (*Resources > Annotations*).

use std::borrow::Cow;
use std::time::SystemTime;

use serde::Serialize;

use crate::protocol::json::{ObjectWriter, write_list, write_value, write_word};

/// For whom a block or a resource is, how important, and when it changed last.
///
/// ```
/// use std::time::SystemTime;
/// use taffrail::{Annotations, Audience};
///
/// let annotations = Annotations::audience(Audience::User).priority(0.8).last_modified(SystemTime::UNIX_EPOCH);
/// assert_eq!(
///     serde_json::to_string(&annotations).unwrap(),
///     r#"{"audience":["user"],"priority":0.8,"lastModified":"1970-01-01T00:00:00Z"}"#
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    audience: Cow<'static, [Audience]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<Cow<'static, str>>,
}

/// Who should see a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Audience {
    /// People.
    User,
    /// The model.
    Assistant,
}

impl Audience {
    const fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl Annotations {
    /// For one audience.
    #[must_use]
    pub fn audience(audience: Audience) -> Self {
        Self { audience: vec![audience].into(), ..Self::default() }
    }

    /// How important it is, from 0.0 (can be left out) to 1.0 (needed); values outside are brought inside.
    #[must_use]
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(if priority.is_nan() { 0.0 } else { priority.clamp(0.0, 1.0) });
        self
    }

    /// When it changed last, to the second.
    #[must_use]
    pub fn last_modified(mut self, time: SystemTime) -> Self {
        self.last_modified = Some(timestamp(time).into());
        self
    }

    /// What an attribute says; it was checked while the program was compiled.
    pub(crate) const fn fixed(
        audience: &'static [Audience],
        priority: Option<f64>,
        last_modified: Option<&'static str>,
    ) -> Self {
        let last_modified = match last_modified {
            Some(time) => Some(Cow::Borrowed(time)),
            None => None,
        };
        Self { audience: Cow::Borrowed(audience), priority, last_modified }
    }

    /// Appends them as JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::open(out);
        if !self.audience.is_empty() {
            write_list(object.member("audience"), &*self.audience, |out, audience| {
                write_word(out, audience.word());
            });
        }
        if let Some(priority) = self.priority {
            write_value(object.member("priority"), &priority.into());
        }
        object.text_if_any("lastModified", self.last_modified.as_deref());
        object.close();
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.audience.is_empty() && self.priority.is_none() && self.last_modified.is_none()
    }
}

/// A time as ISO 8601 writes it, in UTC, to the second. Times before 1970 are brought up to it.
#[must_use]
pub fn timestamp(time: SystemTime) -> String {
    const DAY: u64 = 86_400;
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / DAY);
    let rest = seconds % DAY;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The Gregorian date of a number of days since 1970. Years are counted from March, so that the leap day is the last.
fn date(days: u64) -> (u64, u64, u64) {
    const DAYS_TO_1970: u64 = 719_468;
    const IN_400_YEARS: u64 = 146_097;
    let days = days + DAYS_TO_1970;
    let (era, day) = (days / IN_400_YEARS, days % IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (of_month, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (era * 400 + year + u64::from(month <= 2), month, of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn res_12_times_are_written_as_iso_8601() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_785_283_199, "2026-07-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn res_12_a_priority_lies_between_0_and_1() {
        for (given, sent) in [(1.5, 1.0), (-1.0, 0.0), (0.25, 0.25), (f64::NAN, 0.0)] {
            assert_eq!(Annotations::default().priority(given).priority, Some(sent));
        }
    }
}
