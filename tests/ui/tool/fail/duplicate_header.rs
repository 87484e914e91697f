use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, header = "Region", header(place = "Zone"))]
async fn find_things(
    /// Where.
    region: u32,
    /// Where else.
    #[arg(header = "REGION")]
    other: u32,
    /// Which place.
    #[arg(header = "Place")]
    place: u32,
) {
    let _ = (region, other, place);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
