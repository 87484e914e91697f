//! Calendars of a team.

use taffrail::prelude::*;

use crate::shared::{Entry, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Calendars {
    zone: String,
}

/// Returns the events of one person between two days, in order.
#[tool(readonly, when = "the user asks what is planned")]
async fn list_events(
    /// Name, as the team writes it.
    #[arg(max_len = 80)]
    person: String,
    /// First day, as YYYY-MM-DD.
    #[arg(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", example = "2026-07-28")]
    first_day: String,
    /// How many days.
    #[arg(default = 7, min = 1, max = 31)]
    days: u8,
    #[arg(flatten)] page: PageRequest<20, 100>,
    calendars: &Calendars,
) -> Result<Page<Entry>, Trouble> {
    let _ = (person, first_day, days);
    let _ = &calendars.zone;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns when all of several people are free, earliest first.
#[tool(readonly, when = "a meeting is to be found")]
async fn find_free_slots(
    /// Who has to be there.
    #[arg(min_len = 1, max_len = 20)]
    people: Vec<String>,
    /// How long.
    #[arg(default = 30, min = 5, max = 480)]
    minutes: u16,
    /// Whether Saturdays and Sundays count.
    #[arg(default)]
    weekend: bool,
    calendars: &Calendars,
) -> Result<Json<Entry>, Trouble> {
    let _ = (people, minutes, weekend);
    let _ = &calendars.zone;
    Ok(Json(entry()?))
}

/// Books an event under a key of the caller; the same key is the same event.
#[tool(additive, idempotent, when = "a time is agreed")]
async fn book_event(
    /// Chosen by the caller, for example a UUID.
    #[arg(max_len = 64)]
    key: String,
    /// What it is about.
    #[arg(max_len = 120)]
    title: String,
    /// Start, as YYYY-MM-DDThh:mm.
    #[arg(pattern = "^[0-9-]{10}T[0-9:]{5}$")]
    start: String,
    /// How long.
    #[arg(min = 5, max = 480)]
    minutes: u16,
    calendars: &Calendars,
) -> Result<Json<Entry>, Trouble> {
    let _ = (key, title, start, minutes);
    let _ = &calendars.zone;
    Ok(Json(entry()?))
}

/// Returns the next public holiday of a country.
#[tool(readonly, when = "the user plans around holidays")]
async fn next_holiday(
    /// Two letters.
    #[arg(pattern = "^[A-Z]{2}$", example = "DE")]
    country: String,
    calendars: &Calendars,
) -> Result<Json<Entry>, Trouble> {
    let _ = (country,);
    let _ = &calendars.zone;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Calendars> {
    tools![list_events, find_free_slots, book_event, next_holiday]
}
