use taffrail::prelude::*;

/// Finds things.
#[tool(readonly)]
async fn find_things() {
    println!("found");
    if let Some(x) = Some(1) {
        std::print!("{x}");
    }
    use std::io::Write;
    let _ = std::io::stdout().flush();
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
