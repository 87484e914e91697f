use taffrail::prelude::*;

/// Adds numbers.
#[tool(readonly)]
fn add(
    /// A number.
    a: u32,
) -> String {
    a.to_string()
}

fn main() {
    let _: taffrail::Tools<()> = tools![add];
}
