//! A public API for packages, called over HTTP.

use taffrail::prelude::*;

use crate::shared::{Entry, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Registry {
    base: String,
}

/// Finds packages by a word in their name or description, most downloaded first.
#[tool(readonly, when = "the user looks for a library")]
async fn find_packages(
    /// What to look for.
    #[arg(min_len = 2, max_len = 60)]
    word: String,
    #[arg(flatten)] page: PageRequest<20, 100>,
    registry: &Registry,
) -> Result<Page<Entry>, Trouble> {
    let _ = (word,);
    let _ = &registry.base;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns one package with its newest version, licence and repository.
#[tool(readonly, when = "one package is named")]
async fn show_package(
    /// Exact name.
    #[arg(max_len = 64)]
    name: String,
    registry: &Registry,
) -> Result<Json<Entry>, Trouble> {
    let _ = (name,);
    let _ = &registry.base;
    Ok(Json(entry()?))
}

/// Returns the versions of a package that are not withdrawn, newest first.
#[tool(readonly, when = "the user asks which versions there are")]
async fn list_versions(
    /// Exact name.
    #[arg(max_len = 64)]
    name: String,
    #[arg(flatten)] page: PageRequest<20, 100>,
    registry: &Registry,
) -> Result<Page<Entry>, Trouble> {
    let _ = (name,);
    let _ = &registry.base;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Says whether a page answers, with its status and how long that took.
#[tool(readonly, when = "somebody says that a page is down")]
async fn check_url(
    /// Path on the site of the registry.
    #[arg(max_len = 200)]
    path: String,
    registry: &Registry,
) -> Result<Json<Entry>, Trouble> {
    let _ = (path,);
    let _ = &registry.base;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Registry> {
    tools![find_packages, show_package, list_versions, check_url]
}
