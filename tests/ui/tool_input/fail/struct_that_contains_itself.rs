use taffrail::prelude::*;

#[derive(ToolInput)]
struct Folder {
    /// The folder's name.
    name: String,
    /// What is in it.
    folders: Option<Vec<Folder>>,
}

/// Makes folders.
#[tool(additive, idempotent)]
async fn make_folders(
    /// The folders.
    root: Folder,
) {
    let _ = (root.name, root.folders);
}

fn main() {
    let _: taffrail::Tools<()> = tools![make_folders];
}
