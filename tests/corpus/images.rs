//! Pictures of a photo library.

use taffrail::prelude::*;

use crate::shared::{Entry, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Library {
    bucket: String,
}

/// Finds photos by what is on them, newest first, each with its key and size.
#[tool(readonly, when = "the user looks for a picture")]
async fn find_photos(
    /// What is on them.
    #[arg(min_len = 2, max_len = 100)]
    subject: String,
    /// Only those in this album.
    #[arg(max_len = 80)]
    album: Option<String>,
    #[arg(flatten)] page: PageRequest<20, 100>,
    library: &Library,
) -> Result<Page<Entry>, Trouble> {
    let _ = (subject, album);
    let _ = &library.bucket;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns a link under which the client can read a photo.
#[tool(readonly, when = "the user wants to see a photo")]
async fn link_photo(
    /// Key of the photo, as `find_photos` gives it.
    #[arg(max_len = 80)]
    photo: String,
    /// Width in pixels.
    #[arg(default = 800, min = 16, max = 4096)]
    width: u16,
    library: &Library,
) -> Result<taffrail::ResourceLink, Trouble> {
    let _ = (photo, width);
    let _ = &library.bucket;
    Ok(taffrail::ResourceLink::new("photos://library/1", "photo"))
}

/// Returns when, where and with what a photo was taken.
#[tool(readonly, when = "the user asks about a photo")]
async fn describe_photo(
    /// Key of the photo.
    #[arg(max_len = 80)]
    photo: String,
    library: &Library,
) -> Result<Json<Entry>, Trouble> {
    let _ = (photo,);
    let _ = &library.bucket;
    Ok(Json(entry()?))
}

/// Puts a photo into an album; one that is in it already stays there once.
#[tool(additive, idempotent, when = "the user sorts photos")]
async fn add_to_album(
    /// Key of the photo.
    #[arg(max_len = 80)]
    photo: String,
    /// Name of the album.
    #[arg(max_len = 80)]
    album: String,
    library: &Library,
) -> Result<Json<Entry>, Trouble> {
    let _ = (photo, album);
    let _ = &library.bucket;
    Ok(Json(entry()?))
}

/// Returns the colors that a photo is made of, largest share first.
#[tool(readonly, when = "the user designs around a photo")]
async fn dominant_colors(
    /// Key of the photo.
    #[arg(max_len = 80)]
    photo: String,
    /// How many colors.
    #[arg(default = 5, min = 1, max = 12)]
    count: u8,
    library: &Library,
) -> Result<Json<Entry>, Trouble> {
    let _ = (photo, count);
    let _ = &library.bucket;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Library> {
    tools![find_photos, link_photo, describe_photo, add_to_album, dominant_colors]
}
