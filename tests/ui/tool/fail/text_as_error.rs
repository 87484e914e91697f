use taffrail::prelude::*;


/// Returns the balance.
#[tool(readonly)]
async fn show_balance() -> Result<Json<u32>, String> {
    Err("no".to_owned())
}

fn main() {
    let _: taffrail::Tools<()> = tools![show_balance];
}
