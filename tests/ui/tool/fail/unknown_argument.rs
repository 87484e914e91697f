use taffrail::prelude::*;

#[tool(read_only, description = "Finds things.", tags("a"))]
/// Finds things.
async fn find_things(
    /// How many.
    #[arg(minimum = 1, optional, deafult = 3)]
    limit: u32,
) {
    let _ = limit;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
