//! Lists in portions: the arguments that ask for one, and the result that says when it was cut.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};

use super::json::written;
use super::{IntoReply, Outcome, Reply, Structured, Text};
use crate::argument::{Entry, Field, ObjectSchema, Place, Range, Slot};
use crate::schema::{Property, Schema, of_output};
use crate::{Argument, Failure, HeaderTree, Ranged, ToolInput};

/// The arguments `limit` and `cursor`: where to start and how many items to return. Flatten it into a tool's
/// parameters: `#[arg(flatten)] page: PageRequest<20, 100>`.
///
/// Left out, `limit` is `DEFAULT`. More than `MAX` is brought down to `MAX`, and the result says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest<const DEFAULT: u32, const MAX: u32> {
    asked: u32,
    cursor: Option<Cursor>,
}

impl<const DEFAULT: u32, const MAX: u32> PageRequest<DEFAULT, MAX> {
    /// A request as a test would make it.
    #[must_use]
    pub fn new(limit: u32, cursor: Option<Cursor>) -> Self {
        Self { asked: limit, cursor }
    }

    /// How many items to return at most: 1 to `MAX`.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.asked.clamp(1, MAX)
    }

    /// Where to start: the position that an earlier page ended with, or `None` for the beginning.
    ///
    /// # Errors
    /// A validation failure when the cursor is not one that this tool gave.
    pub fn position<P: FromStr>(&self) -> Result<Option<P>, Failure> {
        self.cursor.as_ref().map(Cursor::position).transpose()
    }

    /// The page: its items, and the position at which the next one starts if there are more.
    pub fn page<T>(&self, items: Vec<T>, next: Option<impl Display>) -> Page<T> {
        let mut page = match next {
            Some(next) => Page::more(items, Cursor::at(next)),
            None => Page::last(items),
        };
        if self.asked > MAX {
            page.notes.push(format!("`limit` {} was reduced to the maximum of {MAX}.", self.asked));
        }
        page
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for PageRequest<DEFAULT, MAX> {
    fn default() -> Self {
        Self { asked: DEFAULT, cursor: None }
    }
}

impl<const DEFAULT: u32, const MAX: u32> PageRequest<DEFAULT, MAX> {
    const SANE: () = assert!(
        DEFAULT >= 1 && DEFAULT <= MAX,
        "`PageRequest<DEFAULT, MAX>` needs 1 <= DEFAULT <= MAX\nhelp: for example `PageRequest<20, 100>`"
    );

    /// The published range has no maximum, because more than `MAX` is accepted and brought down.
    fn limit_rule() -> Range<u32> {
        let mut rule = Range::default();
        u32::range(&mut rule, Some(1), None);
        rule
    }
}

impl<const DEFAULT: u32, const MAX: u32> ToolInput for PageRequest<DEFAULT, MAX> {
    type Partial = (Slot<u32>, Slot<Option<Cursor>>);

    const HEADERS: HeaderTree = {
        let () = Self::SANE;
        HeaderTree::NONE
    };

    fn describe(object: &mut ObjectSchema) {
        let description = format!(
            "How many items to return, at most {MAX}; more is reduced to that, and the result says so."
        );
        let schema = u32::schema(&Self::limit_rule())
            .described(description)
            .with_default(Some(DEFAULT.into()))
            .with_clamp(true);
        object.property(Property { name: Cow::Borrowed("limit"), schema, required: false });
        let cursor = Field {
            description: "Where to go on: `next_cursor` of the page before. Leave out for the first page.",
            ..Field::default()
        };
        object.field::<Option<Cursor>>("cursor", cursor, &());
    }

    fn accept(partial: &mut Self::Partial, entry: &mut Entry<'_, '_>) -> bool {
        match entry.name() {
            "limit" => entry.read::<u32>(&mut partial.0, &Self::limit_rule()),
            "cursor" => entry.read::<Option<Cursor>>(&mut partial.1, &()),
            _ => return false,
        }
        true
    }

    fn settle(partial: &mut Self::Partial, at: &mut Place<'_>) {
        partial.1.settle("cursor", at);
    }

    fn finish(partial: Self::Partial) -> Option<Self> {
        Some(Self { asked: partial.0.or_default(|| DEFAULT)?, cursor: partial.1.given()? })
    }

    fn encode_into(&self, object: &mut Map<String, Value>) {
        object.insert("limit".into(), self.asked.into());
        if let Some(cursor) = &self.cursor {
            object.insert("cursor".into(), cursor.encode());
        }
    }
}

/// Where a page ends, in a form that a model passes on unread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// A cursor for a position: an offset, or the key of the last item.
    pub fn at(position: impl Display) -> Self {
        Self(URL_SAFE_NO_PAD.encode(position.to_string()))
    }

    /// The position.
    ///
    /// # Errors
    /// A validation failure when this is not a cursor that the tool gave.
    pub fn position<P: FromStr>(&self) -> Result<P, Failure> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.0).ok();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.and_then(|text| text.parse().ok()).ok_or_else(|| {
            Failure::validation("`cursor` is not one that this tool gave")
                .accepts("`next_cursor` of an earlier page, unchanged; or no cursor, for the first page")
        })
    }
}

impl Argument for Cursor {
    type Rule = ();

    fn schema((): &()) -> Schema {
        String::schema(&Default::default())
    }

    fn decode<'de, D: serde::Deserializer<'de>>(
        input: D,
        (): &(),
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        Ok(String::decode(input, &Default::default(), at)?.map(Self))
    }

    fn encode(&self) -> Value {
        Value::from(self.0.as_str())
    }
}

/// A portion of a list. It says whether it was cut and how to get the rest, and an empty one says that the
/// search succeeded.
///
/// ```
/// use taffrail::{Cursor, IntoReply, Page};
///
/// let page = Page::more(vec!["a", "b"], Cursor::at(2)).total(5);
/// let reply = page.into_reply().unwrap();
/// assert_eq!(reply.structured(), Some(r#"{"items":["a","b"],"truncated":true,"total":5,"next_cursor":"Mg"}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    items: Vec<T>,
    next: Option<Cursor>,
    total: Option<u64>,
    notes: Vec<String>,
}

impl<T> Page<T> {
    /// The last page: there is nothing after these items.
    #[must_use]
    pub fn last(items: Vec<T>) -> Self {
        Self { items, next: None, total: None, notes: Vec::new() }
    }

    /// A page with more after it.
    #[must_use]
    pub fn more(items: Vec<T>, next: Cursor) -> Self {
        Self { next: Some(next), ..Self::last(items) }
    }

    /// How many items there are on all pages together.
    #[must_use]
    pub fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }

    /// Adds a sentence for the model, for example how the items are sorted.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    fn summary(&self) -> String {
        let shown = self.items.len();
        let mut text = match (self.total, &self.next) {
            (_, None) if shown == 0 => String::from("The search succeeded and found nothing."),
            (Some(total), Some(_)) => format!("{shown} of {total} are shown."),
            (None, Some(_)) => format!("The first {shown} from here are shown; there are more."),
            (_, None) => format!("{shown} found; nothing follows."),
        };
        if self.next.is_some() {
            text.push_str(" Pass `next_cursor` as `cursor` for the rest, or narrow the search.");
        }
        for note in &self.notes {
            text.push(' ');
            text.push_str(note);
        }
        text
    }
}

// The members of a page on the wire; no doc comment, because that would be published.
#[derive(Serialize, JsonSchema)]
struct Wire<I> {
    /// The items of this page.
    items: I,
    /// Whether there are more items after these.
    truncated: bool,
    /// How many items there are on all pages together.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    /// What to pass as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

impl<T: Serialize> Serialize for Page<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let next_cursor = self.next.as_ref().map(|cursor| cursor.0.clone());
        let wire = Wire {
            items: self.items.as_slice(),
            truncated: self.next.is_some(),
            total: self.total,
            next_cursor,
        };
        wire.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Page<T> {
    fn schema_name() -> Cow<'static, str> {
        Wire::<Vec<T>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        Wire::<Vec<T>>::json_schema(generator)
    }
}

impl<T: Structured> IntoReply for Page<T> {
    fn output_schema() -> Option<Schema> {
        Some(of_output::<Self>())
    }

    fn into_reply(self) -> Outcome {
        let structured = Some(written(&self)?);
        Ok(Reply { content: vec![Text::new(self.summary()).into()], structured })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_above_the_maximum_is_brought_down_and_told() {
        let request = PageRequest::<20, 100>::new(500, None);
        assert_eq!(request.limit(), 100);
        let summary = request.page(vec![1], Some(7)).summary();
        assert!(summary.contains("`limit` 500 was reduced to the maximum of 100."), "{summary}");
    }

    #[test]
    fn an_empty_page_says_that_the_search_succeeded() {
        assert_eq!(Page::<u8>::last(Vec::new()).summary(), "The search succeeded and found nothing.");
    }

    #[test]
    fn a_cursor_comes_back_and_a_foreign_one_is_a_validation_failure() {
        assert_eq!(Cursor::at(41).position::<u64>().unwrap(), 41);
        let failure = Cursor("!".into()).position::<u64>().unwrap_err();
        assert_eq!(failure.category(), crate::Category::Validation);
    }
}
