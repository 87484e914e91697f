//! Names, descriptions and the words of a tool.

use taffrail::prelude::*;

use super::{advice, assert_only, said};

/// Tells the weather of today as one short sentence per city.
#[tool(readonly, when = "somebody asks for the weather")]
async fn describe_weather() -> Json<bool_record::Bool> {
    bool_record::yes()
}

/// A result, so that no test is about results.
pub(super) mod bool_record {
    use taffrail::{Json, ToolOutput};

    #[derive(ToolOutput)]
    pub(crate) struct Bool {
        yes: bool,
    }

    pub(crate) fn yes() -> Json<Bool> {
        Json(Bool { yes: true })
    }
}

use bool_record::{Bool, yes};

/// Looks through the tickets of all teams and returns the newest first.
#[tool(readonly, when = "tickets are wanted")]
async fn search() -> Json<Bool> {
    yes()
}

#[test]
fn gr_02_a_name_without_a_noun_is_generic() {
    assert_only(tools![search], &["generic_name: tool `search`"]);
}

/// Gives the users who were active last week, newest first.
#[tool(readonly, when = "users are wanted", name = "activeUsers")]
async fn active_users() -> Json<Bool> {
    yes()
}

/// Gives each open order with its customer and age in days.
#[tool(readonly, when = "orders are wanted")]
async fn open_orders() -> Json<Bool> {
    yes()
}

#[test]
fn gr_03_the_style_of_fewer_names_gives_way() {
    assert_only(tools![describe_weather, active_users, open_orders], &["mixed_naming: tool `activeUsers`"]);
}

/// Gets an invoice.
#[tool(readonly, when = "one invoice is wanted")]
async fn get_invoice() -> Json<Bool> {
    yes()
}

#[test]
fn gr_15_a_description_that_repeats_the_name_is_thin() {
    assert_only(tools![get_invoice], &["thin_description: tool `get_invoice`"]);
}

/// Finds customers whose invoices are late, with the amount that each of them owes.
#[tool(readonly, when = "late payers are wanted")]
async fn find_late_invoice() -> Json<Bool> {
    yes()
}

/// Returns the lines, the payments and the state of one invoice.
#[tool(readonly, when = "one is wanted", instead(find_late_invoice = "late ones are wanted"))]
async fn show_invoice() -> Json<Bool> {
    yes()
}

#[test]
fn gr_12_neighbours_on_one_noun_need_a_boundary() {
    assert_only(tools![find_late_invoice, show_invoice], &["no_boundary: tool `find_late_invoice`"]);
    assert_only(tools![find_late_invoice, describe_weather], &[]);
}

/// Returns where a parcel is now; for its contents see `show_invoce`.
#[tool(readonly, when = "a parcel is late")]
async fn track_parcel() -> Json<Bool> {
    yes()
}

#[test]
fn gr_13_a_tool_in_back_quotes_must_exist() {
    let told = advice(tools![track_parcel, show_invoice, find_late_invoice]);
    assert!(told.contains(&"dangling_mention: tool `track_parcel`".to_owned()), "{told:?}");
    // A neighbour that this server does not have is as useless as a misspelt one.
    assert_only(tools![show_invoice], &["dangling_mention: tool `show_invoice`"]);
}

/// Deletes what nobody has opened for a year and returns how much was freed.
#[tool(readonly, when = "space is short")]
async fn free_space() -> Json<Bool> {
    yes()
}

#[test]
fn gr_20_words_that_contradict_the_effect_are_told() {
    assert_only(tools![free_space], &["effect_wording: tool `free_space`"]);
}

/// Books the room for the team. Ask the user before you call it.
#[tool(additive, idempotent, when = "a room is wanted")]
async fn book_room() -> Json<Bool> {
    yes()
}

#[test]
fn gr_30_a_model_that_shall_confirm_is_no_confirmation() {
    assert_only(tools![book_room], &["model_side_confirmation: tool `book_room`"]);
}

/// Returns the rows of a table, after connecting to the database.
#[tool(readonly, when = "rows are wanted")]
async fn read_rows() -> Json<Bool> {
    yes()
}

#[test]
fn gr_154_an_earlier_call_must_leave_something_in_hand() {
    assert_only(tools![read_rows], &["call_order: tool `read_rows`"]);
}

/// Analyzes content.
#[tool(readonly, when = "content is at hand", allow(thin_description, reason = "it is what the test needs"))]
async fn analyze_content() -> Json<Bool> {
    yes()
}

/// Analyzes documents.
#[tool(
    readonly,
    when = "a document is at hand",
    allow(thin_description, reason = "it is what the test needs")
)]
async fn analyze_document() -> Json<Bool> {
    yes()
}

#[test]
fn gr_10_tools_that_nobody_can_tell_apart_are_told() {
    assert_only(
        tools![analyze_content, analyze_document],
        &["near_duplicate_tools: tool `analyze_document`"],
    );
}

#[test]
fn gr_21_instructions_do_not_repeat_a_tool() {
    let server = || taffrail::Server::new(()).tools(tools![describe_weather]);
    let copied = "It tells the weather of today as one short sentence per city. Be kind.";
    assert_eq!(said(server().instructions(copied)), ["repeated_instructions: tool `describe_weather`"]);
    assert!(said(server().instructions("Cities are European. Times are UTC.")).is_empty());
}

/// Sets how much is in stock of one article and returns what it was before.
#[tool(additive, idempotent, when = "the stock was counted")]
async fn correct_stock(
    /// How many more there are.
    #[arg(min = -500, max = 500)]
    delta: i32,
) -> Json<Bool> {
    let _ = delta;
    yes()
}

#[test]
fn gr_25_a_relative_amount_is_not_idempotent() {
    let told = advice(tools![correct_stock]);
    assert_eq!(told, ["relative_update: parameter `delta` of tool `correct_stock`"]);
}

/// Returns how high the water stands at a gauge, with the time of the reading.
#[tool(
    readonly,
    when = "somebody lives at a river",
    name = "tell_how_high_the_water_stands_at_the_gauge_that_is_nearest_to_the_user"
)]
async fn gauge() -> Json<Bool> {
    yes()
}

#[test]
fn gr_01_a_name_that_some_clients_refuse_is_told() {
    let name = "tell_how_high_the_water_stands_at_the_gauge_that_is_nearest_to_the_user";
    assert_only(tools![gauge], &[&format!("long_name: tool `{name}`")]);
}

/// A description of a thousand characters and more.
macro_rules! long {
    () => {
        concat!(
            "Returns the tides of a harbour. ",
            long!("High water is given first, low water second, both in the time of the place. "),
            "That is all."
        )
    };
    ($sentence:literal) => {
        concat!(
            $sentence, $sentence, $sentence, $sentence, $sentence, $sentence, $sentence, $sentence,
            $sentence, $sentence, $sentence, $sentence, $sentence
        )
    };
}

#[doc = long!()]
#[tool(readonly, when = "somebody sails")]
async fn tell_tides() -> Json<Bool> {
    yes()
}

#[test]
fn gr_14_a_long_description_is_told() {
    assert_only(tools![tell_tides], &["long_description: tool `tell_tides`"]);
}

/// Makes a chart of the sales of one month, as numbers by day.
#[tool(readonly, when = "the sales of a month are wanted")]
async fn make_chart() -> Json<Bool> {
    yes()
}

/// Records a chart that the user has drawn, so that others find it.
#[tool(additive, idempotent, when = "the user has drawn a chart")]
async fn record_chart() -> Json<Bool> {
    yes()
}

#[test]
fn gr_12_opposite_effects_are_a_boundary() {
    assert_only(tools![make_chart, record_chart], &[]);
}
