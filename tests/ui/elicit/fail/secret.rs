//! GR-50 and ELIC-08: a secret is no field of a form, under whatever name.

use taffrail::prelude::*;

type Hidden = Secret<String>;

#[derive(Elicit)]
struct Login {
    user: String,
    proof: Hidden,
}

fn main() {
    let _ = taffrail::Form::schema::<Login>();
}
