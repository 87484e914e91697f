use std::collections::HashSet;

use taffrail::prelude::*;

/// Moves a pen.
#[tool(additive, idempotent)]
async fn move_pen(
    /// Where from.
    from: [f64; 2],
    /// Which colours.
    colours: Option<HashSet<String>>,
    /// Where the drawing is.
    path: std::path::PathBuf,
    /// Nothing.
    nothing: (),
) {
    let _ = (from, colours, path, nothing);
}

fn main() {
    let _: taffrail::Tools<()> = tools![move_pen];
}
