//! The tools that change something.

use rusqlite::{Connection, OptionalExtension};
use taffrail::prelude::*;

use crate::database::Database;
use crate::failure::LedgerError;
use crate::records::{DraftDeletion, RecordedPayment};

/// What one payment may be without a person's approval.
const LIMIT_CENTS: i64 = 1_000_000;

/// Records a payment on an open invoice and returns what is still open. Repeating a payment with the same
/// reference and amount changes nothing, so a lost answer can be asked for again.
#[tool(
    additive,
    idempotent,
    closed_world,
    when = "the user says that a customer has paid an invoice",
    not_when = "the money is only expected"
)]
pub(crate) async fn record_payment(
    /// The invoice's number.
    #[arg(pattern = "^[0-9]{4}-[0-9]{5}$", example = "2026-00042")]
    number: String,
    /// What was paid, in cents.
    #[arg(min = 1, max = 100_000_000)]
    amount_cents: i64,
    /// The payer's reference, which tells this payment from others on the invoice.
    #[arg(min_len = 3, max_len = 40, example = "BT-004217")]
    reference: String,
    database: &Database,
) -> Result<Json<RecordedPayment>, LedgerError> {
    if amount_cents > LIMIT_CENTS {
        return Err(LedgerError::OverLimit { amount_cents, limit_cents: LIMIT_CENTS });
    }
    database.run(move |connection| record(connection, &number, amount_cents, &reference)).await.map(Json)
}

/// Deletes draft invoices that nobody has sent for a long time. A dry run, which is the default, returns what
/// would be deleted; drafts cannot be brought back.
#[tool(
    destructive,
    idempotent,
    closed_world,
    when = "the user wants old drafts cleared away",
    not_when = "the invoices have been sent: those are never deleted"
)]
pub(crate) async fn delete_stale_drafts(
    /// Fewest days since the draft was written.
    #[arg(default = 180, min = 90, max = 3650)]
    older_than_days: u32,
    /// Whether to only show what would be deleted. Pass false after the user has seen that and agreed.
    #[arg(default = true)]
    dry_run: bool,
    database: &Database,
) -> Result<Json<DraftDeletion>, LedgerError> {
    database.run(move |connection| delete_drafts(connection, older_than_days, dry_run)).await.map(Json)
}

fn record(
    connection: &mut Connection,
    number: &str,
    amount_cents: i64,
    reference: &str,
) -> Result<RecordedPayment, LedgerError> {
    let transaction = connection.transaction()?;
    let account = account_of(&transaction, number)?;
    if account.legal_hold {
        return Err(LedgerError::LegalHold { customer: account.customer });
    }
    let recorded = transaction
        .query_row(
            "SELECT amount_cents FROM payment WHERE invoice = ? AND reference = ?",
            [number, reference],
            |row| row.get(0),
        )
        .optional()?;
    let before = account.open_cents;
    let open_cents = match recorded {
        Some(recorded) if recorded == amount_cents => before,
        Some(recorded_cents) => {
            let (reference, number) = (reference.into(), number.into());
            return Err(LedgerError::ReferenceReused { reference, number, recorded_cents });
        }
        None if account.status != "sent" => {
            return Err(LedgerError::NotOpen { number: number.into(), status: account.status });
        }
        None if amount_cents > before => {
            return Err(LedgerError::Overpaid { number: number.into(), amount_cents, open_cents: before });
        }
        None => {
            transaction.execute(
                "INSERT INTO payment (invoice, reference, paid, amount_cents) VALUES (?, ?, date('now'), ?)",
                (number, reference, amount_cents),
            )?;
            before - amount_cents
        }
    };
    if open_cents == 0 {
        transaction.execute("UPDATE invoice SET status = 'paid' WHERE number = ?", [number])?;
    }
    transaction.commit()?;
    let was_recorded_before = recorded.is_some();
    Ok(RecordedPayment {
        number: number.into(),
        reference: reference.into(),
        amount_cents,
        open_cents,
        was_recorded_before,
    })
}

/// The state of an invoice, and of the account that it belongs to.
struct Account {
    customer: String,
    legal_hold: bool,
    status: String,
    open_cents: i64,
}

fn account_of(connection: &Connection, number: &str) -> Result<Account, LedgerError> {
    let found = connection
        .query_row(
            "SELECT c.name, c.legal_hold, i.status,
                    i.total_cents - coalesce((SELECT sum(amount_cents) FROM payment p WHERE p.invoice = i.number), 0)
             FROM invoice i JOIN customer c ON c.id = i.customer WHERE i.number = ?",
            [number],
            |row| {
                Ok(Account { customer: row.get(0)?, legal_hold: row.get(1)?, status: row.get(2)?, open_cents: row.get(3)? })
            },
        )
        .optional()?;
    found.ok_or_else(|| LedgerError::UnknownInvoice { number: number.into() })
}

const STALE: &str = "FROM invoice WHERE status = 'draft' AND issued <= date('now', ?)";

fn delete_drafts(
    connection: &mut Connection,
    older_than_days: u32,
    dry_run: bool,
) -> Result<DraftDeletion, LedgerError> {
    let transaction = connection.transaction()?;
    let age = format!("-{older_than_days} days");
    let (drafts, total_cents) = transaction.query_row(
        &format!("SELECT count(*), coalesce(sum(total_cents), 0) {STALE}"),
        [&age],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let numbers = {
        let mut statement =
            transaction.prepare(&format!("SELECT number {STALE} ORDER BY issued, number LIMIT 20"))?;
        statement.query_map([&age], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?
    };
    if !dry_run {
        transaction.execute(&format!("DELETE {STALE}"), [&age])?;
    }
    transaction.commit()?;
    Ok(DraftDeletion { deleted: !dry_run, drafts, total_cents, numbers })
}
