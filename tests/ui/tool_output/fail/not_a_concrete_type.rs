use taffrail::prelude::*;

#[derive(ToolOutput)]
struct Found<T> {
    value: T,
}

#[derive(ToolOutput)]
union Either {
    a: u32,
    b: i32,
}

/// Finds things.
#[tool(readonly)]
async fn find_things() -> Json<Found<u32>> {
    Json(Found { value: 1 })
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
