//! A server whose tools take and give every type that taffrail accepts, to see what clients make of the schemas.
//!
//! ```text
//! cargo run --example every_type -- list --json
//! ```

mod types;

use taffrail::prelude::*;

use crate::types::{accept_dates, accept_numbers, accept_shapes, accept_texts, give_shapes};

#[tokio::main]
async fn main() -> taffrail::Result<()> {
    Server::new(())
        .name("every-type")
        .tools(tools![accept_numbers, accept_texts, accept_shapes, accept_dates, give_shapes])
        .run()
        .await
}
