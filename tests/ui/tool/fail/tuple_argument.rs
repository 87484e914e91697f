use taffrail::prelude::*;

/// Finds the nearest city.
#[tool(readonly)]
async fn find_city(
    /// Where.
    position: (f64, f64),
) {
    let _ = (position,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_city];
}
