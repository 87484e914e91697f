use taffrail::prelude::*;


/// Waits.
#[tool(readonly, needs(elicitaton, samplin, roots, roots))]
async fn wait() {}

fn main() {
    let _: taffrail::Tools<()> = tools![wait];
}
