use taffrail::prelude::*;

/// Searches an index.
#[tool(readonly)]
async fn search_index(
    /// The index.
    #[arg(default = env!("CARGO_PKG_NAME").to_owned(), example = option_env!("HOME").unwrap_or_default().to_owned())]
    index: String,
) {
    let _ = (index,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![search_index];
}
