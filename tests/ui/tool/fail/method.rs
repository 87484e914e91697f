use taffrail::prelude::*;

struct Server;

impl Server {
    /// Answers.
    #[tool(readonly)]
    async fn answer(&self) {}
}

fn main() {}
