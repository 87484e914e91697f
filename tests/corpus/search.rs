//! A search engine over documentation.

use taffrail::prelude::*;

use crate::shared::{Entry, Tag, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Index {
    shards: u8,
}

/// Finds pages by words, best match first, each with the passage that matched.
#[tool(readonly, when = "the user asks something that the documentation may answer")]
async fn search_pages(
    /// Words, as the user said them.
    #[arg(min_len = 2, max_len = 200)]
    query: String,
    /// Only pages of this section.
    section: Option<Tag>,
    #[arg(flatten)] page: PageRequest<20, 100>,
    index: &Index,
) -> Result<Page<Entry>, Trouble> {
    let _ = (query, section);
    let _ = &index.shards;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns one page as Markdown, in portions of at most 400 lines.
#[tool(readonly, when = "one page is meant")]
async fn read_page(
    /// Key of the page, as `search_pages` gives it.
    #[arg(max_len = 120)]
    page: String,
    /// Which portion, from 1.
    #[arg(default = 1, min = 1, max = 500)]
    portion: u16,
    index: &Index,
) -> Result<Json<Entry>, Trouble> {
    let _ = (page, portion);
    let _ = &index.shards;
    Ok(Json(entry()?))
}

/// Returns pages that are about the same things as a given one.
#[tool(readonly, when = "the user wants to read on")]
async fn similar_pages(
    /// Key of the page.
    #[arg(max_len = 120)]
    page: String,
    /// How many.
    #[arg(default = 5, min = 1, max = 20)]
    count: u8,
    index: &Index,
) -> Result<Json<Entry>, Trouble> {
    let _ = (page, count);
    let _ = &index.shards;
    Ok(Json(entry()?))
}

/// Returns terms that begin with some letters, most used first.
#[tool(readonly, when = "the user does not know the exact term")]
async fn suggest_terms(
    /// The first letters.
    #[arg(min_len = 1, max_len = 40)]
    letters: String,
    index: &Index,
) -> Result<Json<Entry>, Trouble> {
    let _ = (letters,);
    let _ = &index.shards;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Index> {
    tools![search_pages, read_page, similar_pages, suggest_terms]
}
