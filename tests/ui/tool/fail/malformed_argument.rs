use taffrail::prelude::*;

/// Finds things.
#[tool(readonly = true, title, when = "", not_when = env!("X"), needs, scope = "a b", timeout = "30")]
async fn find_things() {}

/// Finds other things.
#[tool(readonly, "find", timeout = "0s", needs(elicit), when: "x", instead())]
async fn find_other_things() {}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
