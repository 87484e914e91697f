use taffrail::prelude::*;

/// Runs a program and returns what it prints.
#[tool(readonly)]
async fn run_python(
    /// Python source.
    code: String,
) {
    let _ = (code,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![run_python];
}
