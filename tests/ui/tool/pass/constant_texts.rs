use taffrail::prelude::*;


#[doc = include_str!("description.md")]
#[tool(readonly, when = "a file is the place for it")]
async fn described_in_a_file() {}

#[doc = concat!("Returns what version ", "1", " of the index holds.")]
#[tool(readonly, when = "two halves are wanted")]
async fn described_in_halves(
    #[doc = concat!("The ", "index.")]
    #[arg(default = concat!("main", "-index").to_owned())]
    index: String,
) {
    let _ = index;
}

fn main() {
    let _: taffrail::Tools<()> = tools![described_in_a_file, described_in_halves];
}
