use taffrail::prelude::*;

use std::collections::HashMap;

/// Finds nodes by their labels.
#[tool(readonly)]
async fn find_nodes(
    /// The labels.
    labels: HashMap<String, String>,
) {
    let _ = (labels,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_nodes];
}
