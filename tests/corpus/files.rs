//! Files in a project folder.

use taffrail::prelude::*;

use crate::shared::{Entry, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Folder {
    root: std::path::PathBuf,
}

/// Returns the files of a folder of the project, newest first, with size and time of change.
#[tool(readonly, when = "the user asks what is in a folder")]
async fn list_files(
    /// Folder, relative to the project.
    #[arg(max_len = 400)]
    directory: String,
    #[arg(flatten)] page: PageRequest<20, 100>,
    folder: &Folder,
) -> Result<Page<Entry>, Trouble> {
    let _ = (directory,);
    let _ = &folder.root;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns some lines of a text file, with the number of the first one.
#[tool(readonly, when = "the content of a file is needed")]
async fn read_text_file(
    /// Path, relative to the project, for example "src/main.rs".
    #[arg(max_len = 400)]
    path: String,
    /// First line, from 1.
    #[arg(default = 1, min = 1, max = 1_000_000)]
    first_line: u32,
    /// How many lines.
    #[arg(default = 200, min = 1, max = 2000)]
    lines: u16,
    folder: &Folder,
) -> Result<Json<Entry>, Trouble> {
    let _ = (path, first_line, lines);
    let _ = &folder.root;
    Ok(Json(entry()?))
}

/// Finds lines that match a text, with file and line number.
#[tool(readonly, when = "the user looks for something inside of files")]
async fn search_in_files(
    /// What to look for, taken literally.
    #[arg(min_len = 1, max_len = 200)]
    text: String,
    /// Files to look in, such as "*.rs"; left out, all of them.
    #[arg(max_len = 100)]
    glob: Option<String>,
    #[arg(flatten)] page: PageRequest<20, 100>,
    folder: &Folder,
) -> Result<Page<Entry>, Trouble> {
    let _ = (text, glob);
    let _ = &folder.root;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Writes a file that does not exist yet, and returns its size.
#[tool(additive, idempotent, when = "a new file is wanted")]
async fn write_new_file(
    /// Path of the new file, relative to the project.
    #[arg(max_len = 400)]
    path: String,
    /// The whole content.
    #[arg(max_len = 1_000_000)]
    content: String,
    folder: &Folder,
) -> Result<Json<Entry>, Trouble> {
    let _ = (path, content);
    let _ = &folder.root;
    Ok(Json(entry()?))
}

/// Returns what differs between two files, as a unified diff.
#[tool(readonly, when = "two versions are compared")]
async fn compare_files(
    /// Path of the older file.
    #[arg(max_len = 400)]
    left: String,
    /// Path of the newer file.
    #[arg(max_len = 400)]
    right: String,
    folder: &Folder,
) -> Result<Json<Entry>, Trouble> {
    let _ = (left, right);
    let _ = &folder.root;
    Ok(Json(entry()?))
}

/// Deletes files of the project that nobody has opened for some time, and returns what was freed.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = dry_run_only),
    max_affected = 200,
    when = "the user wants to tidy up or needs space"
)]
async fn delete_unused_files(
    /// Folder, relative to the project.
    #[arg(max_len = 400)]
    directory: String,
    /// For how many days nobody opened them.
    #[arg(min = 30, max = 3650)]
    days: u16,
    dry_run: DryRun,
    folder: &Folder,
    ctx: &Context,
) -> Result<Guarded<Json<Entry>>, Trouble> {
    let _ = (&folder.root, days);
    let files = ["notes.txt", "draft.md"];
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(entry()?))),
        DryRun::No(intent) => {
            let question = format!("Delete {} files in {directory}?", files.len());
            intent.confirm(ctx, question).covering(&files).affecting(files.len() as u64).await?
        }
    };
    Ok(permit.done(Json(entry()?)))
}

/// Replaces a file by what is given, and keeps the version before in the history of the project.
#[tool(
    destructive,
    reversible_by = restore_version,
    confirm(fallback = refuse),
    when = "a file that exists shall have another content"
)]
async fn overwrite_file(
    /// Path, relative to the project.
    #[arg(max_len = 400)]
    path: String,
    /// The whole new content.
    #[arg(max_len = 1_000_000)]
    content: String,
    dry_run: DryRun,
    folder: &Folder,
    ctx: &Context,
) -> Result<Guarded<Json<Entry>>, Trouble> {
    let _ = (&folder.root, content);
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(entry()?))),
        DryRun::No(intent) => intent.confirm(ctx, format!("Overwrite {path}?")).await?,
    };
    Ok(permit.done(Json(entry()?)))
}

/// Brings back what a file held before it was overwritten.
#[tool(additive, idempotent, when = "a change of a file was a mistake")]
async fn restore_version(
    /// Path, relative to the project.
    #[arg(max_len = 400)]
    path: String,
    /// Number of the version, as the history gives it.
    #[arg(min = 1, max = 100_000)]
    version: u32,
    folder: &Folder,
) -> Result<Json<Entry>, Trouble> {
    let _ = (path, version, &folder.root);
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Folder> {
    tools![
        list_files,
        read_text_file,
        search_in_files,
        write_new_file,
        compare_files,
        delete_unused_files,
        overwrite_file,
        restore_version,
    ]
}
