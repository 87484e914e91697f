//! The tools. Each gives back what it was given, so that a test can compare.

use std::collections::BTreeMap;

use chrono::{DateTime, FixedOffset, NaiveDate, Utc};
use taffrail::prelude::*;
use taffrail::{Secret, ToolInput, ToolOutput};
use url::Url;
use uuid::Uuid;

/// Takes numbers of every width and shows them in one line.
#[tool(readonly, closed_world, when = "numbers are to be tried")]
pub(crate) async fn accept_numbers(
    /// Signed, 8 bits.
    a: i8,
    /// Signed, 16 bits.
    b: i16,
    /// Signed, 32 bits.
    c: i32,
    /// Signed, 64 bits.
    d: i64,
    /// Unsigned, 8 bits.
    e: u8,
    /// Unsigned, 16 bits.
    f: u16,
    /// Unsigned, 32 bits.
    g: u32,
    /// Unsigned, 64 bits.
    h: u64,
    /// Signed, of the machine's width.
    i: isize,
    /// Unsigned, of the machine's width.
    j: usize,
    /// A float of 32 bits.
    k: f32,
    /// A float of 64 bits.
    l: f64,
    /// Bounded, with a default.
    #[arg(min = -5, max = 5, default = 2)]
    m: i32,
    /// A bounded float.
    #[arg(min = 0.5, max = 1.5)]
    n: Option<f64>,
) -> String {
    format!("{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} {k} {l} {m} {n:?}")
}

/// Takes text, booleans and words and shows them in one line.
#[tool(readonly, closed_world, when = "texts are to be tried")]
pub(crate) async fn accept_texts(
    /// Any text.
    any: String,
    /// Text of 2 to 5 characters.
    #[arg(min_len = 2, max_len = 5)]
    short: Option<String>,
    /// Three digits.
    #[arg(pattern = "^[0-9]{3}$", example = "007")]
    digits: Option<String>,
    /// One character.
    one: Option<char>,
    /// Yes or no.
    #[arg(default = true)]
    yes: bool,
    /// A word of a closed set.
    #[arg(default = Color::DarkRed)]
    color: Color,
    /// A value that is not shown.
    hidden: Option<Secret<String>>,
) -> String {
    format!("{any} {short:?} {digits:?} {one:?} {yes} {color:?} {hidden:?}")
}

/// A word of a closed set.
#[derive(Clone, Copy, Debug, ToolInput, ToolOutput)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Color {
    /// As wine.
    DarkRed,
    #[serde(rename = "green!")]
    Green,
}

/// A number of euros.
#[derive(Clone, Copy, Debug, ToolInput)]
pub(crate) struct Euros(u32);

/// Where something is.
#[derive(Clone, Debug, ToolInput, ToolOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    /// The street.
    pub(crate) street_name: String,
    /// The house number.
    #[arg(min = 1)]
    pub(crate) number: Option<u16>,
}

/// Takes lists, maps and objects and shows them in one line.
#[tool(readonly, closed_world, when = "shapes are to be tried")]
pub(crate) async fn accept_shapes(
    /// A list of 1 to 3 numbers.
    #[arg(min_len = 1, max_len = 3)]
    list: Vec<u8>,
    /// A list of lists of words.
    colors: Option<Vec<Vec<Color>>>,
    /// Counts by name.
    counts: Option<BTreeMap<String, u32>>,
    /// A place.
    place: Option<Place>,
    /// Places.
    places: Option<Vec<Place>>,
    /// A price.
    #[arg(max = 1_000_000)]
    price: Option<Euros>,
    #[arg(flatten)] page: PageRequest<5, 10>,
) -> String {
    format!("{list:?} {colors:?} {counts:?} {place:?} {places:?} {price:?} {page:?}")
}

/// Takes dates, times, ids and addresses and shows them in one line.
#[tool(readonly, closed_world, when = "dates and ids are to be tried")]
pub(crate) async fn accept_dates(
    /// A day.
    day: Option<NaiveDate>,
    /// A moment.
    moment: Option<DateTime<Utc>>,
    /// A moment with its offset.
    local: Option<DateTime<FixedOffset>>,
    /// An id.
    id: Option<Uuid>,
    /// An address.
    address: Option<Url>,
) -> String {
    format!("{day:?} {moment:?} {local:?} {id:?} {address:?}")
}

/// Everything that a result can be made of.
#[derive(Debug, ToolOutput)]
pub(crate) struct Shapes {
    /// Signed integers.
    pub(crate) signed: (i8, i16, i32, i64),
    /// An unsigned integer.
    pub(crate) unsigned: u64,
    /// A float.
    pub(crate) float: f32,
    /// Text that may be left out.
    pub(crate) text: Option<String>,
    /// A number that may be left out.
    pub(crate) count: Option<u32>,
    /// Words.
    pub(crate) colors: Vec<Color>,
    /// Counts by name.
    pub(crate) counts: BTreeMap<String, Option<u32>>,
    /// A place that may be left out.
    pub(crate) place: Option<Place>,
    /// One of several kinds.
    pub(crate) kind: Kind,
    /// A day.
    pub(crate) day: NaiveDate,
    /// A moment.
    pub(crate) moment: DateTime<Utc>,
    /// An id.
    pub(crate) id: Uuid,
    /// An address.
    pub(crate) address: Url,
}

/// One of several kinds.
#[derive(Debug, ToolOutput)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Nothing more to say.
    Plain,
    /// With a size.
    Sized {
        /// The size.
        size: u8,
    },
}

/// Gives a structured result made of every type.
#[tool(readonly, closed_world, when = "a structured result is to be tried")]
pub(crate) async fn give_shapes(
    /// Whether what may be left out is left out.
    sparse: bool,
) -> Json<Shapes> {
    let full = |place: Place| (!sparse).then_some(place);
    Json(Shapes {
        signed: (-1, -2, -3, -4),
        unsigned: u64::MAX,
        float: 0.5,
        text: (!sparse).then(|| "a".into()),
        count: (!sparse).then_some(7),
        colors: vec![Color::DarkRed, Color::Green],
        counts: BTreeMap::from([("a".into(), Some(1)), ("b".into(), None)]),
        place: full(Place { street_name: "Quay".into(), number: None }),
        kind: if sparse { Kind::Plain } else { Kind::Sized { size: 3 } },
        day: NaiveDate::default(),
        moment: DateTime::<Utc>::default(),
        id: Uuid::nil(),
        address: Url::parse("https://example.com/a").unwrap_or_else(|_| unreachable!("the address is right")),
    })
}
