//! What people pick by name, and what they can attach to a conversation: a prompt, resources, and what completes them.

use rusqlite::named_params;
use taffrail::MessageResource;
use taffrail::prelude::*;

use crate::database::Database;
use crate::failure::LedgerError;
use crate::invoices::get_invoice;
use crate::records::Invoice;

/// How a reminder sounds.
#[derive(Clone, Copy, Debug, ToolInput)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tone {
    /// For customers who rarely forget.
    Friendly,
    /// For the second time.
    Firm,
}

/// Asks for a letter that reminds a customer of one invoice.
#[prompt(title = "Payment reminder", complete(number = invoice_numbers))]
pub(crate) async fn payment_reminder(
    /// The invoice's number.
    #[arg(pattern = "^[0-9]{4}-[0-9]{5}$", example = "2026-00042")]
    number: String,
    /// How it sounds.
    #[arg(default = Tone::Friendly)]
    tone: Tone,
    database: &Database,
) -> Result<[Message; 2], LedgerError> {
    let Json(invoice) = get_invoice(number.clone(), database).await?;
    let tone = match tone {
        Tone::Friendly => "friendly, as if it was forgotten",
        Tone::Firm => "firm, with a date by which it must be paid",
    };
    let shown = serde_json::to_string_pretty(&invoice).map_err(LedgerError::Unwritable)?;
    Ok([
        Message::user(MessageResource::text(
            format!("ledger://invoices/{number}"),
            "application/json",
            shown,
        )),
        Message::user(format!(
            "Write a letter that reminds the customer of this invoice. Its tone is {tone}. Amounts are in cents; write them with their currency."
        )),
    ])
}

/// The open invoices, one number a line, oldest first.
#[resource(
    "ledger://invoices/open",
    title = "Open invoices",
    mime_type = "text/plain",
    cache(private = "10s")
)]
pub(crate) async fn open_invoices(database: &Database) -> Result<String, LedgerError> {
    numbers(database, String::new()).await.map(|numbers| numbers.join("\n"))
}

/// One invoice with its dates, amounts and payments.
#[resource(
    "ledger://invoices/{number}",
    title = "Invoice",
    mime_type = "application/json",
    after(open_invoices),
    complete(number = invoice_numbers)
)]
pub(crate) async fn invoice(
    /// Its number, for example `2026-00042`.
    number: String,
    database: &Database,
) -> Result<Option<Json<Invoice>>, LedgerError> {
    match get_invoice(number, database).await {
        Ok(invoice) => Ok(Some(invoice)),
        Err(LedgerError::UnknownInvoice { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Numbers of open invoices that begin with what was typed.
#[completer]
pub(crate) async fn invoice_numbers(typed: String, database: &Database) -> Result<Vec<String>, LedgerError> {
    numbers(database, typed).await
}

async fn numbers(database: &Database, start: String) -> Result<Vec<String>, LedgerError> {
    database
        .run(move |connection| {
            let mut statement = connection.prepare(
                "SELECT number FROM open_invoice WHERE open_cents > 0 AND substr(number, 1, length(:start)) = :start
                 ORDER BY issued, number",
            )?;
            let rows = statement.query_map(named_params! { ":start": start }, |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
}
