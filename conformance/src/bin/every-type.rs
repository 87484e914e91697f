//! A server that uses every type that a tool may take or give, so that outside judges see the schema of each:
//! `every-type stdio`, or `every-type http --addr HOST:PORT`.
//!
//! Each tool gives back what it was given, as structured content where it can, so that a client also validates the value
//! against the published output schema.

use std::collections::BTreeMap;

use taffrail::prelude::*;

#[derive(ToolOutput)]
struct Numbers {
    int8: i8,
    int16: i16,
    int32: i32,
    int64: i64,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: u64,
    signed: isize,
    unsigned: usize,
    single: f32,
    double: f64,
}

/// Returns the number of each width that it was given.
#[tool(readonly, closed_world, when = "numbers of every width are wanted back")]
#[expect(clippy::too_many_arguments, reason = "one for each type")]
async fn give_numbers(
    /// An integer of 8 bits.
    int8: i8,
    /// An integer of 16 bits.
    int16: i16,
    /// An integer of 32 bits.
    int32: i32,
    /// An integer of 64 bits.
    int64: i64,
    /// A natural number of 8 bits.
    uint8: u8,
    /// A natural number of 16 bits.
    uint16: u16,
    /// A natural number of 32 bits.
    uint32: u32,
    /// A natural number of 64 bits.
    uint64: u64,
    /// An integer of the machine's width.
    signed: isize,
    /// A natural number of the machine's width.
    #[arg(default = 1)]
    unsigned: usize,
    /// A float of 32 bits.
    #[arg(default = 0.5, min = 0.0, max = 1.0)]
    single: f32,
    /// A float of 64 bits.
    #[arg(default = 0.25, min = -1.0)]
    double: f64,
) -> Json<Numbers> {
    Json(Numbers {
        int8,
        int16,
        int32,
        int64,
        uint8,
        uint16,
        uint32,
        uint64,
        signed,
        unsigned,
        single,
        double,
    })
}

/// How loud.
#[derive(ToolInput, ToolOutput)]
enum Loudness {
    /// Not to be heard in the next room.
    Low,
    /// To be heard in the next house.
    VeryHigh,
}

/// The number of a tenant.
#[derive(ToolInput)]
struct Tenant(u32);

#[derive(ToolOutput)]
struct Texts {
    text: String,
    letter: char,
    flag: bool,
    loudness: Loudness,
    tenant: u32,
    absent: Option<String>,
    characters_of_the_secret: usize,
}

/// Returns the texts, words and flags that it was given, and of the secret only its length.
#[tool(readonly, closed_world, header(tenant = "Tenant", loudness = "Loudness"), when = "texts are wanted back")]
#[expect(clippy::too_many_arguments, reason = "one for each type")]
async fn give_texts(
    /// Any text.
    #[arg(min_len = 1, max_len = 40, example = "a text")]
    text: String,
    /// One character.
    letter: char,
    /// Yes or no.
    flag: bool,
    /// How loud.
    loudness: Loudness,
    /// Whose.
    tenant: Tenant,
    /// A code of three letters.
    #[arg(pattern = "^[A-Z]{3}$", default = "EUR")]
    currency: String,
    /// Left out if there is none.
    absent: Option<String>,
    /// Kept out of every log.
    phrase: Option<Secret<String>>,
) -> Json<Texts> {
    let characters_of_the_secret = phrase.map_or(0, |phrase| phrase.expose().chars().count());
    let text = format!("{text} {currency}");
    Json(Texts { text, letter, flag, loudness, tenant: tenant.0, absent, characters_of_the_secret })
}

/// A place on a map.
#[derive(ToolInput, ToolOutput)]
struct Place {
    /// Degrees north.
    #[arg(min = -90.0, max = 90.0)]
    latitude: f64,
    /// Degrees east.
    #[arg(min = -180.0, max = 180.0)]
    longitude: f64,
    /// What people call it.
    name: Option<String>,
}

/// How it is counted.
#[derive(ToolInput)]
struct Counting {
    /// Where to begin.
    #[arg(default = 0)]
    from: u32,
    /// What to call each.
    #[arg(default = "item", max_len = 20)]
    noun: String,
}

#[derive(ToolOutput)]
struct Shapes {
    names: Vec<String>,
    weights: BTreeMap<String, f64>,
    place: Place,
    stops: Vec<Place>,
    outcome: Outcome,
}

/// A result that is one of several.
#[derive(ToolOutput)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Outcome {
    /// All went well.
    Done { counted: u32 },
    /// Nothing was there to do.
    Idle,
}

/// Returns the lists, maps and objects that it was given.
#[tool(readonly, closed_world, when = "lists, maps and objects are wanted back")]
async fn give_shapes(
    /// At most five names.
    #[arg(min_len = 1, max_len = 5)]
    names: Vec<String>,
    /// A weight for each name.
    weights: BTreeMap<String, f64>,
    /// Where it begins.
    place: Place,
    /// Where it stops on the way.
    stops: Option<Vec<Place>>,
    /// How it is counted.
    #[arg(flatten)]
    counting: Counting,
) -> Json<Shapes> {
    let counted = u32::try_from(names.len()).unwrap_or(u32::MAX).saturating_add(counting.from);
    let outcome = if counting.noun.is_empty() { Outcome::Idle } else { Outcome::Done { counted } };
    Json(Shapes { names, weights, place, stops: stops.unwrap_or_default(), outcome })
}

#[derive(ToolOutput)]
struct Square {
    root: u32,
    square: u64,
}

/// Lists squares of the natural numbers, smallest first.
#[tool(readonly, closed_world, when = "a list in pages is wanted")]
async fn list_squares(
    /// Where to start and how many to return.
    #[arg(flatten)]
    page: PageRequest<5, 50>,
) -> Result<Page<Square>, Failure> {
    let first: u32 = page.position()?.unwrap_or(0);
    let next = first.saturating_add(page.limit());
    let squares = (first..next).map(|root| Square { root, square: u64::from(root).pow(2) }).collect();
    Ok(page.page(squares, Some(next)))
}

/// Returns nothing but that it is done.
#[tool(readonly, closed_world, when = "no result is wanted")]
async fn give_nothing() {}

/// Returns a text, a link and an embedded resource.
#[tool(readonly, closed_world, when = "content blocks are wanted")]
async fn give_blocks() -> Vec<Content> {
    vec![
        Text::new("three blocks").into(),
        ResourceLink::new("test://manual", "manual").into(),
        EmbeddedResource::text("test://note", "a note").into(),
    ]
}

#[tokio::main]
async fn main() -> taffrail::Result<()> {
    Server::new(())
        .tools(tools![give_blocks, give_nothing, give_numbers, give_shapes, give_texts, list_squares])
        .run()
        .await
}
