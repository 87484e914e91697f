//! Types of the user's that are spelt like types that no argument can have.

use taffrail::prelude::*;

/// What is wanted.
#[derive(ToolInput)]
enum Value {
    Much,
    Little,
}

/// Where it is.
#[derive(ToolInput)]
struct PathBuf(String);

/// What it is about.
#[derive(ToolInput)]
enum Context {
    Work,
    Home,
}

/// Finds things.
#[tool(readonly, when = "things are wanted")]
async fn find_things(
    /// How much.
    value: Value,
    /// Where.
    #[arg(max_len = 40)]
    path: PathBuf,
    /// What for.
    context: Context,
) -> String {
    let _ = (value, path.0, context);
    String::new()
}

fn main() {
    let _ = [Value::Much, Value::Little].len() + [Context::Work, Context::Home].len();
    let _: taffrail::Tools<()> = tools![find_things];
}
