//! GR-50 and ELIC-08: names that sound like credentials, and waivers that waive nothing.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Login {
    user_name: String,
    password: String,
    #[arg(name = "card_number")]
    card: String,
    #[arg(title = "Your API key")]
    text: String,
    #[arg(allow(secret_wording, reason = "there is nothing to waive here"))]
    city: String,
}

fn main() {
    let _ = taffrail::Form::schema::<Login>();
}
