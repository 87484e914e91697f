//! GR-130: that the user agreed to open a page says nothing of what they did there.

use taffrail::prelude::*;

struct Credentials;

async fn connect(ctx: &Context) -> Result<Credentials, Failure> {
    ctx.elicit_url("Connect your account", "https://example.com/connect").await
}

fn main() {
    let _ = connect;
}
