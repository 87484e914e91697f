use taffrail::prelude::*;


/// Returns the projects.
#[tool(readonly, scope = "projects read", scope = "projects:\"read\"", scope = "projects:read", scopes("projects:read"))]
async fn list_projects() {}

fn main() {
    let _: taffrail::Tools<()> = tools![list_projects];
}
