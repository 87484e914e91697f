use taffrail::prelude::*;


use std::collections::HashMap;

/// Returns how many there are of each article.
#[tool(readonly)]
async fn count_articles() -> Result<Json<HashMap<String, u32>>, taffrail::Failure> {
    Ok(Json(HashMap::new()))
}

fn main() {
    let _: taffrail::Tools<()> = tools![count_articles];
}
