use taffrail::prelude::*;

/// Is generic.
#[tool(readonly, when = "it is wanted")]
async fn generic<T: Send + 'static>(
    /// A value.
    value: T,
) {
    drop(value);
}

/// Has lifetimes.
#[tool(readonly, when = "it is wanted")]
async fn with_lifetime<'a>(name: &'a u32) {
    let _ = name;
}

/// Is unsafe.
#[tool(readonly, when = "it is wanted")]
async unsafe fn dangerous() {}

/// Is foreign.
#[tool(readonly, when = "it is wanted")]
async extern "C" fn foreign() {}

/// Hides its result.
#[tool(readonly, when = "it is wanted")]
async fn hidden() -> impl Into<String> {
    "x"
}

fn main() {
    let _: taffrail::Tools<()> = tools![generic, with_lifetime, dangerous, foreign, hidden];
}
