use taffrail::prelude::*;

/// Deletes a project.
#[tool(readonly, destructive)]
async fn delete_project() {}

/// Finds a project.
#[tool(readonly, idempotent)]
async fn find_project() {}

/// Lists projects.
#[tool(readonly)]
async fn list_projects(
    /// Whether to try only.
    dry_run: bool,
) {
    let _ = dry_run;
}

fn main() {
    let _: taffrail::Tools<()> = tools![delete_project];
}
