//! What the model fills, what it gets back, and what the source of a tool does.

use taffrail::prelude::*;
use taffrail::{Cursor, ToolOutput};

use super::texts::bool_record::{Bool, yes};
use super::{advice, assert_only};

/// Says in one sentence what the weather was like in a city on some day.
#[tool(readonly, when = "the past is asked for")]
async fn recall_weather(
    /// The city, or the nearest one.
    city: Option<String>,
    /// How many days ago.
    days: u32,
    /// Either rain or sun.
    #[arg(max_len = 9)]
    sort: String,
    /// The day.
    #[arg(max_len = 10)]
    since: String,
    /// What it may have cost.
    amount: f64,
) -> Json<Bool> {
    let _ = (city, days, sort, since, amount);
    yes()
}

/// Does something else entirely, which no other rule minds at all.
#[tool(readonly, when = "something else is wanted")]
async fn do_otherwise() -> Json<Bool> {
    yes()
}

#[test]
fn gr_58_60_61_63_and_69_loose_parameters_are_told() {
    let expected = [
        "unbounded_string: tool `recall_weather`",
        "silent_optional: parameter `city` of tool `recall_weather`",
        "unbounded_number: parameter `days` of tool `recall_weather`",
        "stringly_typed: parameter `sort` of tool `recall_weather`",
        "plain_text_format: parameter `since` of tool `recall_weather`",
        "plain_text_format: parameter `amount` of tool `recall_weather`",
    ];
    assert_only(tools![recall_weather, do_otherwise], &expected);
}

/// Says in one sentence what the weather will be like in a city tomorrow.
#[tool(readonly, when = "the future is asked for")]
async fn predict_weather(
    /// The city; left out, where the user lives.
    #[arg(max_len = 60)]
    city: Option<String>,
    /// How many days ahead.
    #[arg(min = 1, max = 14)]
    days: u32,
    /// A postal code.
    #[arg(pattern = "^[0-9]{5}$")]
    code: Option<String>,
    /// Whether to say why.
    #[arg(default)]
    reasons: bool,
    /// What it may cost, in cents.
    #[arg(min = 0, max = 10_000)]
    amount_cents: i64,
) -> Json<Bool> {
    let _ = (city, days, code, reasons, amount_cents);
    yes()
}

#[test]
fn bounded_parameters_are_left_alone() {
    let told = advice(tools![predict_weather, do_otherwise]);
    assert_eq!(told, ["silent_optional: parameter `code` of tool `predict_weather`"]);
}

/// Where in a building.
#[derive(ToolInput)]
struct Floor {
    /// The floor.
    #[arg(min = 0, max = 9)]
    floor: u8,
}

/// Where in a town.
#[derive(ToolInput)]
struct House {
    /// The place in the house.
    inside: Floor,
}

/// Calls a lift to a floor of a house and says how long it takes.
#[tool(additive, idempotent, when = "a lift is wanted")]
#[rustfmt::skip]
async fn call_lift(
    /// Where.
    house: House,
    /// One.
    a: bool,
    /// Two.
    b: bool,
    /// Three.
    c: bool,
    /// Four.
    d: bool,
    /// Five.
    e: bool,
    /// Six.
    #[arg(default)] f: bool,
    /// Seven.
    #[arg(default)] g: bool,
    /// Eight.
    #[arg(default)] h: bool,
    /// Nine.
    #[arg(default)] i: bool,
    /// Ten.
    #[arg(default)] j: bool,
) -> Json<Bool> {
    let _ = (house.inside.floor, a, b, c, d, e, f, g, h, i, j);
    yes()
}

#[test]
fn gr_59_64_and_67_many_and_deep_parameters_are_told() {
    let lift = |guardrail: &str| format!("{guardrail}: tool `call_lift`");
    let told = advice(tools![call_lift]);
    assert_eq!(told, [lift("many_required"), lift("many_parameters"), lift("deep_arguments")]);
}

/// Moves a parcel to another depot and says when it will be there.
#[tool(additive, idempotent, when = "a parcel is in the wrong place")]
async fn move_parcel(
    /// The parcel.
    #[arg(max_len = 20)]
    parcel_id: String,
) -> Json<Bool> {
    let _ = parcel_id;
    yes()
}

/// A parcel.
#[derive(ToolOutput)]
struct Parcel {
    parcel_id: String,
}

/// Says which parcel the customer is waiting for, by its age.
#[tool(readonly, when = "somebody waits for a parcel", instead(move_parcel = "it is misplaced"))]
async fn find_parcel() -> Json<Parcel> {
    Json(Parcel { parcel_id: String::new() })
}

#[test]
fn gr_68_an_identifier_needs_a_source() {
    let told = advice(tools![move_parcel, do_otherwise]);
    assert_eq!(told, ["id_without_source: parameter `parcel_id` of tool `move_parcel`"]);
    assert!(!advice(tools![move_parcel, find_parcel]).iter().any(|told| told.starts_with("id_")));
}

/// Twelve fields.
#[derive(ToolOutput)]
#[rustfmt::skip]
struct Wide { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8 }

/// Returns everything that is known about all parcels on their way.
#[tool(readonly, when = "all are wanted")]
async fn all_parcels(#[arg(flatten)] page: PageRequest<80, 100>) -> Page<Wide> {
    page.page(Vec::new(), None::<Cursor_>)
}

type Cursor_ = u32;

#[test]
fn gr_75_79_and_80_heavy_pages_are_told() {
    let _ = Cursor::at(1);
    let expected = [
        "large_page: parameter `limit` of tool `all_parcels`",
        "no_filter: tool `all_parcels`",
        "fat_items: tool `all_parcels`",
    ];
    assert_only(tools![all_parcels], &expected);
}

/// Gives what the upstream service answered, unread and whole.
#[tool(readonly, when = "anything will do")]
async fn pass_through() -> Json<serde_json::Value> {
    Json(serde_json::Value::Null)
}

/// Counts the parcels that arrived today and gives the number.
#[tool(readonly, when = "a number will do")]
async fn count_parcels() -> Json<u32> {
    Json(1)
}

/// Counts the letters that arrived today and says so in words.
#[tool(readonly, when = "a sentence will do")]
async fn describe_letters() -> String {
    String::new()
}

#[test]
fn gr_82_87_and_88_loose_results_are_told() {
    let expected = [
        "legacy_output_shape: tool `count_parcels`",
        "text_only_output: tool `describe_letters`",
        "untyped_output: tool `pass_through`",
    ];
    assert_only(tools![pass_through, count_parcels, describe_letters], &expected);
}

/// Reads the notes of the day from a file and counts them.
#[tool(readonly, when = "notes are wanted")]
async fn count_notes() -> Json<Bool> {
    let text = std::fs::read_to_string("notes").unwrap_or_else(|_| String::new());
    let first = text.lines().next().unwrap();
    let _ = first;
    yes()
}

#[test]
fn gr_99_and_145_what_a_body_does_is_told_with_its_line() {
    let service = taffrail::Server::new(()).tools(tools![count_notes]).build().unwrap();
    let advice = service.advice();
    let told: Vec<_> = advice.iter().map(|advice| (advice.guardrail, advice.line.unwrap())).collect();
    let [("blocking_call", first), ("may_panic", second)] = told[..] else { panic!("{told:?}") };
    assert_eq!(second, first + 1, "each remark stands at its own line");
    let source = include_str!("values.rs").lines().nth(first as usize - 1).unwrap();
    assert!(source.contains("std::fs"), "{source}");
    assert!(advice[0].file.unwrap().ends_with("values.rs"));
}

/// Reads where a parcel goes from the office that handles it, and says so.
#[tool(readonly, when = "a parcel has an office", header = "Office")]
async fn route_parcel(
    /// The office.
    office: String,
) -> Json<Bool> {
    let _ = office;
    yes()
}

#[test]
fn gr_48_a_header_without_a_length_is_told() {
    let told = advice(tools![route_parcel, do_otherwise]);
    assert_eq!(told, ["unbounded_header: parameter `office` of tool `route_parcel`"]);
}

async fn stock() -> Result<Vec<u32>, Failure> {
    Ok(Vec::new())
}

/// Orders what is missing in the store, and says what came of it.
#[tool(additive, idempotent, when = "the store runs low")]
async fn refill_store() -> Json<Bool> {
    let missing = stock().await.unwrap_or_default();
    tokio::spawn(async move { missing.len() });
    yes()
}

/// Something went wrong.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("something went wrong")]
#[failure(transient, retry_after = "5s")]
struct Vague;

/// Counts what is in the store, shelf by shelf.
#[tool(readonly, when = "the store is counted")]
async fn count_store() -> Result<Json<Bool>, Vague> {
    if stock().await.is_err() {
        return Err(Vague);
    }
    Ok(yes())
}

#[test]
fn gr_95_96_and_147_what_a_body_and_its_errors_do_is_told() {
    let expected = [
        "swallowed_failure: tool `refill_store`",
        "detached_task: tool `refill_store`",
        "vague_error: tool `count_store`",
    ];
    let mut told = advice(tools![refill_store, count_store]);
    let mut expected = expected.map(str::to_owned).to_vec();
    told.sort();
    expected.sort();
    assert_eq!(told, expected);
}

#[test]
fn gr_61_and_76_the_limit_of_a_page_is_brought_into_its_range() {
    let told = advice(tools![all_parcels]);
    assert!(!told.iter().any(|told| told.starts_with("unbounded_number")), "{told:?}");
}
