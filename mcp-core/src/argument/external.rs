//! Types of other crates that are one string on the wire, each behind a feature of its crate's name.

use serde::de::Deserializer;
use serde_json::Value;

use super::{Argument, HeaderParam, Length, Place};
use crate::schema::Schema;

/// A type that is one string of a standard format. `parse` says what is wrong as the end of a sentence.
macro_rules! texts {
    ($(#[$cfg:meta] $type:ty, $format:literal, $parse:expr, $show:expr;)*) => {$(
        #[$cfg]
        impl Argument for $type {
            type Rule = ();

            fn schema((): &()) -> Schema {
                Schema::string(Length::default(), None, Some($format))
            }

            fn decode<'de, D: Deserializer<'de>>(
                input: D,
                (): &(),
                mut at: Place<'_>,
            ) -> Result<Option<Self>, D::Error> {
                let Some(text) = String::decode(input, &Default::default(), at.here())? else { return Ok(None) };
                let parsed: Result<$type, &str> = $parse(&text);
                match parsed {
                    Ok(value) => Ok(Some(value)),
                    Err(problem) => {
                        at.refuse(problem);
                        Ok(None)
                    }
                }
            }

            fn encode(&self) -> Value {
                Value::from($show(self))
            }
        }

        #[$cfg]
        impl HeaderParam for $type {}
    )*};
}

texts! {
    #[cfg(feature = "uuid")]
    uuid::Uuid, "uuid",
        |text: &str| hyphenated(text).ok_or("must be a UUID with hyphens, such as \"67e55044-10b1-426f-9247-bb680e5fe0c8\""),
        uuid::Uuid::to_string;
    #[cfg(feature = "url")]
    url::Url, "uri",
        |text: &str| text.parse::<url::Url>().map_err(|_| "must be an absolute URL, such as \"https://example.com/a\""),
        url::Url::to_string;
    #[cfg(feature = "chrono")]
    chrono::NaiveDate, "date",
        |text: &str| full_date(text).ok_or("must be a date such as \"2026-07-28\""),
        chrono::NaiveDate::to_string;
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::Utc>, "date-time",
        |text: &str| instant(text).ok_or("must be a time with its offset, such as \"2026-07-28T09:30:00Z\""),
        |value: &chrono::DateTime<chrono::Utc>| value.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true);
    #[cfg(feature = "chrono")]
    chrono::DateTime<chrono::FixedOffset>, "date-time",
        |text: &str| {
            chrono::DateTime::parse_from_rfc3339(text)
                .map_err(|_| "must be a time with its offset, such as \"2026-07-28T09:30:00+02:00\"")
        },
        |value: &chrono::DateTime<chrono::FixedOffset>| value.to_rfc3339();
}

/// `format: uuid` is the form with hyphens only; the parser also knows others.
#[cfg(feature = "uuid")]
fn hyphenated(text: &str) -> Option<uuid::Uuid> {
    const LENGTH: usize = 36;
    (text.len() == LENGTH).then(|| text.parse().ok()).flatten()
}

/// `format: date` has four digits for the year and two for month and day; the parser also takes fewer.
#[cfg(feature = "chrono")]
fn full_date(text: &str) -> Option<chrono::NaiveDate> {
    const LENGTH: usize = 10;
    (text.len() == LENGTH).then(|| text.parse().ok()).flatten()
}

#[cfg(feature = "chrono")]
fn instant(text: &str) -> Option<chrono::DateTime<chrono::Utc>> {
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc())
}
