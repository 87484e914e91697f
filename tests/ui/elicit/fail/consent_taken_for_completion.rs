//! GR-130: that the user agreed to open a page says nothing of what they did there.

use taffrail::PageUrl;
use taffrail::prelude::*;

struct Credentials;

async fn connect(ctx: &Context, page: PageUrl) -> Result<Credentials, Failure> {
    ctx.elicit_url("Connect your account", page).await
}

fn main() {
    let _ = connect;
}
