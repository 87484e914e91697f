//! GR-144: words that look like printing and are not.

use taffrail::prelude::*;

struct Child;

impl Child {
    fn stdout(&self) -> u32 {
        1
    }
}

/// Runs a child.
#[tool(readonly)]
async fn run() -> String {
    eprintln!("to stderr");
    let println = Child.stdout();
    let text = format!("println! wrote {println}");
    text
}

fn main() {
    let _: taffrail::Tools<()> = tools![run];
}
