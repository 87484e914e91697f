use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things(#[arg(flatten, default, min = 1, header = "Page")] page: PageRequest<20, 100>) {
    let _ = page;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
