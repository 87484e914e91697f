use taffrail::prelude::*;

/// Returns the pages of a book.
#[tool(readonly, allow(secret_argument, reason = "it opens nothing at all"))]
async fn list_pages(
    /// Where to go on.
    page_token: String,
) {
    let _ = (page_token,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![list_pages];
}
