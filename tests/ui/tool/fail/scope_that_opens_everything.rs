use taffrail::prelude::*;


/// Returns the projects.
#[tool(readonly, scopes("*", "full-access", "offline_access"))]
async fn list_projects() {}

fn main() {
    let _: taffrail::Tools<()> = tools![list_projects];
}
