use taffrail::prelude::*;


/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u64>, taffrail::Failure> {
    let file = std::fs::metadata("balance")?;
    Ok(Json(file.len()))
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
