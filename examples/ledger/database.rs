//! The database: opened once, used from a blocking thread, one statement at a time.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;

use crate::failure::LedgerError;
use crate::sample;

/// A handle on the ledger's SQLite database. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    connection: Arc<Mutex<Connection>>,
}

const SCHEMA: &str = "
    CREATE TABLE customer (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, region TEXT NOT NULL, legal_hold INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE invoice (
        number TEXT PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer, status TEXT NOT NULL,
        issued TEXT NOT NULL, due TEXT NOT NULL, total_cents INTEGER NOT NULL CHECK (total_cents > 0)
    ) STRICT;
    CREATE INDEX invoice_by_customer ON invoice (customer, due);
    CREATE TABLE payment (
        invoice TEXT NOT NULL REFERENCES invoice, reference TEXT NOT NULL, paid TEXT NOT NULL,
        amount_cents INTEGER NOT NULL CHECK (amount_cents > 0), PRIMARY KEY (invoice, reference)
    ) STRICT;
    CREATE VIEW open_invoice AS
        SELECT i.number, i.customer, i.issued, i.due, i.total_cents,
               i.total_cents - coalesce((SELECT sum(amount_cents) FROM payment p WHERE p.invoice = i.number), 0) AS open_cents,
               CAST(julianday(date('now')) - julianday(i.due) AS INTEGER) AS days_overdue
        FROM invoice i WHERE i.status = 'sent';
";

impl Database {
    /// Opens the database in a directory; creates and fills it if it is not there.
    pub(crate) fn open(directory: &Path) -> taffrail::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let mut connection = Connection::open(directory.join("ledger.sqlite"))?;
        connection.busy_timeout(Duration::from_secs(2))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Two processes that start together must not both fill it, so looking and filling are one transaction.
        let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let is_new = !transaction.table_exists(None, "customer")?;
        if is_new {
            transaction.execute_batch(SCHEMA)?;
            sample::fill(&transaction)?;
        }
        transaction.commit()?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)) })
    }

    /// Runs work on the connection, away from the threads that serve requests.
    pub(crate) async fn run<T, F>(&self, work: F) -> Result<T, LedgerError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, LedgerError> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        let done = tokio::task::spawn_blocking(move || {
            // A panic in other work rolled its transaction back, so the connection is sound.
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        done.await.map_err(LedgerError::Stopped)?
    }
}
