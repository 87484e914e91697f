//! A ledger of invoices and customers in a real SQLite database, as a model would use it.
//!
//! ```text
//! cargo run --example ledger -- call find_overdue_invoices region=eu limit=3
//! cargo run --example ledger -- list
//! cargo run --example ledger -- read ledger://invoices/open
//! cargo run --example ledger -- prompt payment_reminder number=2026-00042 tone=firm
//! cargo run --example ledger -- stdio
//! cargo run --example ledger -- http --addr 127.0.0.1:8080
//! ```
//!
//! The database `ledger.sqlite` is created and filled on the first start, in a directory of its own: `--data DIR`,
//! or a directory for temporary files.

mod database;
mod failure;
mod invoices;
mod letters;
mod payments;
mod records;
mod sample;

use std::path::PathBuf;

use taffrail::Arguments;
use taffrail::prelude::*;

use crate::database::Database;
use crate::invoices::{find_overdue_invoices, get_customer_summary, get_invoice};
use crate::letters::{invoice, open_invoices, payment_reminder};
use crate::payments::{delete_stale_drafts, record_payment};

/// What the tools can borrow.
#[derive(Debug, Provides)]
struct Ledger {
    database: Database,
}

#[tokio::main]
async fn main() -> taffrail::Result<()> {
    let mut arguments = Arguments::from_env();
    let data = arguments.option("data", "DIR", "Where the database is kept")?;
    let data = data.map_or_else(|| std::env::temp_dir().join("taffrail-ledger"), PathBuf::from);
    Server::new(Ledger { database: Database::open(&data)? })
        .name("ledger")
        .title("Ledger")
        // The database is a file beside the process, so there is no second one to share a key with.
        .single_instance()
        .instructions("Amounts are in cents. Invoice numbers look like `2026-00042`.")
        .tools(tools![
            find_overdue_invoices,
            get_invoice,
            get_customer_summary,
            record_payment,
            delete_stale_drafts
        ])
        .prompts(prompts![payment_reminder])
        .resources(resources![open_invoices, invoice])
        .run_with(arguments)
        .await
}
