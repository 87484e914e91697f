use taffrail::prelude::*;

/// Runs a statement and returns its rows.
#[tool(readonly)]
async fn query_database(
    /// The statement.
    sql: String,
) {
    let _ = (sql,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![query_database];
}
