use taffrail::prelude::*;

#[derive(Provides)]
enum Either {
    Left,
}

#[derive(Provides)]
struct Generic<T>(T);

#[derive(Provides)]
#[provides(skip)]
struct Skipped {
    #[provides(ignore)]
    number: u32,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(ctx: &Context) {
    let _ = ctx;
}

fn main() {
    let _ = (Either::Left, Generic(1), Skipped { number: 1 });
    let _: taffrail::Tools<Either> = tools![find_things];
    let _: taffrail::Tools<Skipped> = tools![find_things];
}
