use taffrail::prelude::*;

/// Accepts anything.
#[tool(readonly, allow(untyped_argument, reason = "it is handed on as it is"))]
async fn accept(
    /// Anything.
    #[arg(default, min = 1, allow(untyped_argument, reason = "it is handed on as it is"))]
    anything: serde_json::Value,
    /// A number.
    #[arg(allow(untyped_argument, reason = "it is handed on as it is"))]
    number: u32,
    /// A word.
    #[arg(allow(open_arguments, reason = "it is handed on as it is"))]
    word: String,
) {
    let _ = (anything, number, word);
}

fn main() {
    let _: taffrail::Tools<()> = tools![accept];
}
