use taffrail::prelude::*;


/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, Box<dyn std::error::Error + Send + Sync>> {
    Ok(Json(1))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
