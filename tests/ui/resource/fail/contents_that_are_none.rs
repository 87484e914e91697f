use taffrail::prelude::*;

/// How many notes there are.
#[resource("notes://count")]
async fn count() -> u32 {
    7
}

/// All notes.
#[resource("notes://index")]
async fn index() -> Result<String, std::io::Error> {
    Ok(String::new())
}

fn main() {
    let _: taffrail::Resources<()> = resources![count, index];
}
