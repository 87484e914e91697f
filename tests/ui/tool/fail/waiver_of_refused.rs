use taffrail::prelude::*;

/// Says hello to everybody.
#[tool(readonly, allow(open_arguments, reason = "clients send what they like"))]
async fn greet(
    /// Whom.
    #[arg(allow(open_arguments, reason = "clients send what they like"))]
    name: String,
) {
    let _ = (name,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![greet];
}
