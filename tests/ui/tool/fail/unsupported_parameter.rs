use taffrail::prelude::*;

struct Db;

/// Takes what a tool cannot take.
#[tool(readonly)]
async fn takes(
    (first, second): (u32, u32),
    /// A name.
    name: &str,
    items: &[u32],
    db: &mut Db,
    /// Ids.
    ids: Vec<&'static str>,
    /// Anything.
    anything: impl Send,
    #[arg(min = 1)] other: &Db,
    #[arg(header = "Region")] region: &Db,
    #[cfg(all())] state: &Db,
    same: &&Db,
) {
    let _ = (first, second, name, items, db, ids, anything, other, region, state, same);
}

fn main() {
    let _: taffrail::Tools<()> = tools![takes];
}
