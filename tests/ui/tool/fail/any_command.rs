use taffrail::prelude::*;

/// Runs a command and returns what it prints.
#[tool(additive, idempotent)]
async fn run_command(
    /// The command line.
    command: String,
) {
    let _ = (command,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![run_command];
}
