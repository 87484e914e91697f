use taffrail::prelude::*;

/// Says whether a balance is possible.
#[tool(readonly)]
async fn check_balance(
    /// The balance.
    balance: u128,
) {
    let _ = (balance,);
}

fn main() {
    let _: taffrail::Tools<()> = tools![check_balance];
}
