use taffrail::prelude::*;

struct Anything;

/// Accepts anything.
#[tool(readonly)]
async fn accept(
    /// A value.
    value: Anything,
    /// Values.
    values: Vec<Anything>,
) {
    let _ = (value, values);
}

fn main() {
    let _: taffrail::Tools<()> = tools![accept];
}
