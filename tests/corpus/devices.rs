//! Lamps, locks and sensors of a house.

use taffrail::prelude::*;

use crate::shared::{Entry, Tag, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct House {
    hub: String,
}

/// Returns what a sensor measures now, with its unit and the time of measuring.
#[tool(readonly, when = "the user asks how warm, humid or bright it is")]
async fn read_sensor(
    /// Name of the sensor, for example "kitchen".
    #[arg(max_len = 60)]
    sensor: String,
    house: &House,
) -> Result<Json<Entry>, Trouble> {
    let _ = (sensor,);
    let _ = &house.hub;
    Ok(Json(entry()?))
}

/// Sets a lamp to a brightness; setting it again changes nothing.
#[tool(additive, idempotent, when = "the user wants light")]
async fn set_lamp(
    /// Name of the lamp.
    #[arg(max_len = 60)]
    lamp: String,
    /// Brightness, 0 is off.
    #[arg(min = 0, max = 100)]
    percent: u8,
    /// Color; left out, it stays as it is.
    color: Option<Tag>,
    house: &House,
) -> Result<Json<Entry>, Trouble> {
    let _ = (lamp, percent, color);
    let _ = &house.hub;
    Ok(Json(entry()?))
}

/// Sets an output of the board to high or low.
#[tool(additive, idempotent, when = "a relay shall switch")]
async fn set_pin(
    /// Number on the board.
    #[arg(min = 0, max = 40)]
    pin: u8,
    /// Whether it shall be high.
    high: bool,
    house: &House,
) -> Result<Json<Entry>, Trouble> {
    let _ = (pin, high);
    let _ = &house.hub;
    Ok(Json(entry()?))
}

/// Returns the rooms of the house with the devices in each.
#[tool(readonly, when = "the user names a room")]
async fn list_rooms(
    /// Only rooms on this floor.
    #[arg(min = -2, max = 20)]
    floor: Option<i8>,
    house: &House,
) -> Result<Json<Entry>, Trouble> {
    let _ = (floor,);
    let _ = &house.hub;
    Ok(Json(entry()?))
}

/// Returns where the car is, with the accuracy in metres.
#[tool(readonly, when = "the user looks for the car")]
async fn locate_vehicle(
    /// Number plate.
    #[arg(max_len = 12)]
    plate: String,
    house: &House,
) -> Result<Json<Entry>, Trouble> {
    let _ = (plate,);
    let _ = &house.hub;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<House> {
    tools![read_sensor, set_lamp, set_pin, list_rooms, locate_vehicle]
}
