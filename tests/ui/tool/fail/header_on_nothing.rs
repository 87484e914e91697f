use taffrail::prelude::*;

struct Db;

/// Finds things.
#[tool(readonly, header = "Regoin", header(tenant = "Tenant", db = "Db", page = "Page"))]
async fn find_things(
    /// Where.
    region: u32,
    #[arg(flatten)] page: PageRequest<20, 100>,
    db: &Db,
) {
    let _ = (region, page, db);
}

/// Finds nothing.
#[tool(readonly, header = "Region")]
async fn find_nothing() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
