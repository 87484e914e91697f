use taffrail::prelude::*;


/// Waits.
#[tool(readonly, when = "", not_when = " ", title = "")]
async fn wait() {}

fn main() {
    let _: taffrail::Tools<()> = tools![wait];
}
