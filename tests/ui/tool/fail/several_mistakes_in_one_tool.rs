use taffrail::prelude::*;


#[tool(readnly, scope = "*", timeout = "soon")]
async fn search(
    #[arg(min = 9, max = 1)]
    days: u32,
    /// The key.
    api_key: String,
    db: &mut Db,
) -> Vec<String> {
    println!("{days}");
    let _ = (api_key, db);
    Vec::new()
}

struct Db;

fn main() {
    let _: taffrail::Tools<()> = tools![search];
}
