use taffrail::prelude::*;


#[doc = concat!("Searches the index of ", env!("CARGO_PKG_VERSION"), ".")]
#[tool(readonly)]
async fn search_index(
    #[doc = option_env!("INDEX")]
    index: String,
) {
    let _ = index;
}

fn main() {
    let _: taffrail::Tools<()> = tools![search_index];
}
