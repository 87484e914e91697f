//! GR-129: a refusal is not consent, so all three answers are matched.

use taffrail::prelude::*;

#[derive(Elicit)]
struct Name {
    name: String,
}

async fn ask(ctx: &Context) -> Result<String, Failure> {
    match ctx.elicit::<Name>("Who are you?").answer().await? {
        Answer::Accept(Name { name }) => Ok(name),
    }
}

fn main() {
    let _ = ask;
}
