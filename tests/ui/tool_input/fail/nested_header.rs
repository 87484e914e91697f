use taffrail::prelude::*;

#[derive(ToolInput)]
struct Place {
    /// Where.
    #[arg(header = "Region")]
    region: u32,
}

#[derive(ToolInput)]
struct Filter {
    /// Where to look.
    place: Place,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(#[arg(flatten)] filter: Filter) {
    let _ = filter.place.region;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
