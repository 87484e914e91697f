use taffrail::prelude::*;

/// Calls the API and returns its answer.
#[tool(additive, idempotent)]
async fn call_api(
    /// GET, POST and so on.
    method: String,
    /// The path.
    path: String,
    /// The body; left out, none is sent.
    body: Option<String>,
) {
    let _ = (method, path, body,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![call_api];
}
