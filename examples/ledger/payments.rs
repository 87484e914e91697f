//! The tools that change something.

use rusqlite::{Connection, OptionalExtension};
use taffrail::Capability;
use taffrail::prelude::*;

use crate::database::Database;
use crate::failure::LedgerError;
use crate::records::{DraftDeletion, RecordedPayment};

/// What one payment may be without a person's approval.
const LIMIT_CENTS: i64 = 1_000_000;

/// The approval of a payment above the limit.
#[derive(Elicit)]
struct Approval {
    /// Who has approved the payment.
    #[arg(min_len = 3, max_len = 60)]
    approved_by: String,
}

/// Records a payment on an open invoice and returns what is still open. Repeating a payment with the same
/// reference and amount changes nothing, so a lost answer can be asked for again.
#[tool(
    additive,
    idempotent,
    closed_world,
    uses(elicitation),
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
    ctx: &Context,
) -> Result<Json<RecordedPayment>, Failure> {
    let mut approved_by = None;
    if amount_cents > LIMIT_CENTS {
        if !ctx.can_ask(Capability::Elicitation) {
            return Err(LedgerError::OverLimit { amount_cents, limit_cents: LIMIT_CENTS }.into());
        }
        let question = format!("{amount_cents} cents on {number} are above the limit. Who has approved it?");
        let approval: Approval = ctx.elicit(question).await?;
        approved_by = Some(approval.approved_by);
    }
    let recorded =
        database.run(move |connection| record(connection, &number, amount_cents, &reference)).await?;
    Ok(Json(RecordedPayment { approved_by, ..recorded }))
}

/// Deletes draft invoices that nobody has sent for a long time, and returns what was deleted.
#[tool(
    destructive,
    irreversible,
    idempotent,
    closed_world,
    confirm(fallback = dry_run_only),
    max_affected = 500,
    when = "the user wants old drafts cleared away",
    not_when = "the invoices have been sent: those are never deleted"
)]
pub(crate) async fn delete_stale_drafts(
    /// Fewest days since the draft was written.
    #[arg(default = 180, min = 90, max = 3650)]
    older_than_days: u32,
    dry_run: DryRun,
    database: &Database,
    ctx: &Context,
) -> Result<Guarded<Json<DraftDeletion>>, Failure> {
    let stale = database.run(move |connection| stale_drafts(connection, older_than_days)).await?;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(stale.deletion(false)))),
        DryRun::No(intent) => {
            let question =
                format!("Delete {} drafts worth {} cents for good?", stale.count(), stale.total_cents);
            intent.confirm(ctx, question).covering(&stale.numbers).affecting(stale.count()).await?
        }
    };
    let deletion = database.run(move |connection| delete_drafts(connection, &stale)).await?;
    Ok(permit.done(Json(deletion)))
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
        approved_by: None,
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

/// The drafts that a deletion is about, oldest first.
struct StaleDrafts {
    numbers: Vec<String>,
    total_cents: i64,
}

impl StaleDrafts {
    fn count(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// What is told of it: the figures, and the first numbers.
    fn deletion(&self, deleted: bool) -> DraftDeletion {
        const SHOWN: usize = 20;
        let numbers = self.numbers.iter().take(SHOWN).cloned().collect();
        DraftDeletion { deleted, drafts: self.count(), total_cents: self.total_cents, numbers }
    }
}

fn stale_drafts(connection: &mut Connection, older_than_days: u32) -> Result<StaleDrafts, LedgerError> {
    let mut statement = connection.prepare_cached(
        "SELECT number, total_cents FROM invoice WHERE status = 'draft' AND issued <= date('now', ?)
         ORDER BY issued, number",
    )?;
    let mut rows = statement.query([format!("-{older_than_days} days")])?;
    let mut stale = StaleDrafts { numbers: Vec::new(), total_cents: 0 };
    while let Some(row) = rows.next()? {
        stale.numbers.push(row.get(0)?);
        stale.total_cents += row.get::<_, i64>(1)?;
    }
    Ok(stale)
}

/// Deletes exactly what was shown. A draft that was sent in the meantime stays, and so do the others.
fn delete_drafts(connection: &mut Connection, stale: &StaleDrafts) -> Result<DraftDeletion, LedgerError> {
    let transaction = connection.transaction()?;
    for number in &stale.numbers {
        let deleted =
            transaction.execute("DELETE FROM invoice WHERE number = ? AND status = 'draft'", [number])?;
        if deleted == 0 {
            return Err(LedgerError::NoDraft { number: number.clone() });
        }
    }
    transaction.commit()?;
    Ok(stale.deletion(true))
}
