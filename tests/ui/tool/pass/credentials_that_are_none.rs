use taffrail::prelude::*;


/// Sets a pin of the board to high or low and returns what it was.
#[tool(additive, idempotent, when = "a pin shall change")]
async fn set_pin(
    /// The number of the pin.
    pin: u8,
    /// Whether it shall be high.
    high: bool,
) {
    let _ = (pin, high);
}

/// Returns a summary that is no longer than the caller wants.
#[tool(readonly, when = "a summary is wanted")]
async fn summarise_notes(
    /// How long it may be.
    max_tokens: u16,
    /// Where to go on.
    page_token: String,
    /// Which key of the map to read.
    map_key: String,
) {
    let _ = (max_tokens, page_token, map_key);
}

/// Unlocks a door with the code that the user has been sent.
#[tool(additive, idempotent, when = "somebody stands before the door")]
async fn unlock_door(
    /// The code.
    #[arg(secret)]
    otp: String,
    /// The pass phrase.
    passphrase: Secret<String>,
    /// A word that only looks like one.
    #[arg(allow(secret_argument, reason = "it is the name of a chess opening"))]
    secret: String,
) {
    let _ = (otp, passphrase, secret);
}

fn main() {
    let _: taffrail::Tools<()> = tools![set_pin, summarise_notes, unlock_door];
}
