//! The tools that read.

use rusqlite::{Connection, OptionalExtension, Row, named_params};
use taffrail::prelude::*;

use crate::database::Database;
use crate::failure::LedgerError;
use crate::records::{
    ArrearsOrder, CustomerSummary, Invoice, OverdueCustomer, OverdueInvoice, Payment, Region,
};

/// Returns customers with invoices that are past their due date: each with its overdue total and its oldest
/// overdue invoices. An empty page means that nobody owes anything under these conditions.
#[tool(
    readonly,
    closed_world,
    when = "the user asks who needs a payment reminder, or for a list of arrears",
    instead(
        get_invoice = "the details of one invoice are wanted",
        get_customer_summary = "the whole account of one customer is wanted"
    ),
    header = "Region"
)]
pub(crate) async fn find_overdue_invoices(
    /// Fewest days past due.
    #[arg(default = 1, min = 1, max = 3650)]
    min_days_overdue: u32,
    /// Part of the customer's name; left out, all customers count.
    #[arg(min_len = 2, max_len = 80, example = "Acme")]
    customer_name: Option<String>,
    /// Ledger to search; left out, all of them are.
    region: Option<Region>,
    /// What comes first.
    #[arg(default = ArrearsOrder::LargestTotal)]
    sort: ArrearsOrder,
    #[arg(flatten)] page: PageRequest<20, 100>,
    database: &Database,
) -> Result<Page<OverdueCustomer>, Failure> {
    let offset = page.position::<u32>()?.unwrap_or(0);
    let search = ArrearsSearch { min_days_overdue, customer_name, region, sort, offset, limit: page.limit() };
    let (customers, total) = database.run(move |connection| search.run(connection)).await?;
    let shown = offset + u32::try_from(customers.len()).unwrap_or(u32::MAX);
    let next = (shown < total).then_some(shown);
    Ok(page.page(customers, next).total(total.into()))
}

/// Returns one invoice with its dates, amounts and payments.
#[tool(
    readonly,
    closed_world,
    when = "the user names one invoice",
    instead(find_overdue_invoices = "the user asks for late invoices in general")
)]
pub(crate) async fn get_invoice(
    /// The invoice's number.
    #[arg(pattern = "^[0-9]{4}-[0-9]{5}$", example = "2026-00042")]
    number: String,
    database: &Database,
) -> Result<Json<Invoice>, LedgerError> {
    database.run(move |connection| invoice(connection, &number)).await.map(Json)
}

/// Returns a customer's account: what is open, what is overdue, what was paid lately, and whether the account
/// is under legal hold.
#[tool(
    readonly,
    closed_world,
    when = "the user asks how a customer stands",
    instead(find_overdue_invoices = "several customers are to be compared")
)]
pub(crate) async fn get_customer_summary(
    /// The customer's name, or enough of it to tell it from the others.
    #[arg(min_len = 2, max_len = 80, example = "Blue Harbour Foods")]
    customer_name: String,
    database: &Database,
) -> Result<Json<CustomerSummary>, LedgerError> {
    database.run(move |connection| summary(connection, &customer_name)).await.map(Json)
}

/// What to look for among overdue invoices.
struct ArrearsSearch {
    min_days_overdue: u32,
    customer_name: Option<String>,
    region: Option<Region>,
    sort: ArrearsOrder,
    offset: u32,
    limit: u32,
}

const ARREARS: &str = "
    FROM open_invoice o JOIN customer c ON c.id = o.customer
    WHERE o.open_cents > 0 AND o.days_overdue >= :days
      AND (:name IS NULL OR instr(lower(c.name), lower(:name)) > 0) AND (:region IS NULL OR c.region = :region)";

impl ArrearsSearch {
    fn run(self, connection: &mut Connection) -> Result<(Vec<OverdueCustomer>, u32), LedgerError> {
        let name = self.customer_name.as_deref();
        let region = self.region.map(Region::word);
        let conditions = named_params! { ":days": self.min_days_overdue, ":name": name, ":region": region };
        let count = format!("SELECT count(DISTINCT c.id) {ARREARS}");
        let total = connection.query_row(&count, conditions, |row| row.get(0))?;
        let order = match self.sort {
            ArrearsOrder::LargestTotal => "sum(o.open_cents) DESC, c.name",
            ArrearsOrder::LongestOverdue => "max(o.days_overdue) DESC, c.name",
            ArrearsOrder::Name => "c.name",
        };
        let select = format!(
            "SELECT c.id, c.name, c.region, sum(o.open_cents), max(o.days_overdue), count(*) {ARREARS}
             GROUP BY c.id ORDER BY {order} LIMIT {} OFFSET {}",
            self.limit, self.offset
        );
        let mut statement = connection.prepare(&select)?;
        let rows =
            statement.query_map(conditions, |row| Ok((row.get::<_, i64>(0)?, overdue_customer(row)?)))?;
        let mut customers = Vec::new();
        for row in rows {
            let (id, mut customer) = row?;
            customer.invoices = overdue_invoices(connection, id, self.min_days_overdue)?;
            customer.more_invoices -=
                u32::try_from(customer.invoices.len()).unwrap_or(customer.more_invoices);
            customers.push(customer);
        }
        Ok((customers, total))
    }
}

/// A customer with the count of all its overdue invoices, none of them listed yet.
fn overdue_customer(row: &Row<'_>) -> rusqlite::Result<OverdueCustomer> {
    Ok(OverdueCustomer {
        customer: row.get(1)?,
        region: Region::from_word(row.get_ref(2)?.as_str()?),
        overdue_cents: row.get(3)?,
        longest_overdue_days: row.get(4)?,
        invoices: Vec::new(),
        more_invoices: row.get(5)?,
    })
}

fn overdue_invoices(
    connection: &Connection,
    customer: i64,
    days: u32,
) -> rusqlite::Result<Vec<OverdueInvoice>> {
    let mut statement = connection.prepare_cached(
        "SELECT number, days_overdue, open_cents FROM open_invoice
         WHERE customer = ? AND open_cents > 0 AND days_overdue >= ? ORDER BY due, number LIMIT 10",
    )?;
    let rows = statement.query_map((customer, days), |row| {
        Ok(OverdueInvoice { number: row.get(0)?, days_overdue: row.get(1)?, open_cents: row.get(2)? })
    })?;
    rows.collect()
}

fn invoice(connection: &Connection, number: &str) -> Result<Invoice, LedgerError> {
    let found = connection
        .query_row(
            "SELECT i.number, c.name, i.status, i.issued, i.due, i.total_cents,
                    CAST(julianday(date('now')) - julianday(i.due) AS INTEGER)
             FROM invoice i JOIN customer c ON c.id = i.customer WHERE i.number = ?",
            [number],
            |row| {
                let days: i64 = row.get(6)?;
                Ok(Invoice {
                    number: row.get(0)?,
                    customer: row.get(1)?,
                    status: row.get(2)?,
                    issued: row.get(3)?,
                    due: row.get(4)?,
                    total_cents: row.get(5)?,
                    open_cents: row.get(5)?,
                    days_overdue: u32::try_from(days).ok().filter(|days| *days > 0),
                    payments: Vec::new(),
                })
            },
        )
        .optional()?;
    let mut invoice = found.ok_or_else(|| LedgerError::UnknownInvoice { number: number.into() })?;
    invoice.payments = payments(connection, number)?;
    invoice.open_cents -= invoice.payments.iter().map(|payment| payment.amount_cents).sum::<i64>();
    if invoice.open_cents <= 0 || invoice.status != "sent" {
        invoice.days_overdue = None;
    }
    Ok(invoice)
}

fn payments(connection: &Connection, number: &str) -> rusqlite::Result<Vec<Payment>> {
    let mut statement = connection.prepare_cached(
        "SELECT reference, paid, amount_cents FROM payment WHERE invoice = ? ORDER BY paid, reference",
    )?;
    let rows = statement.query_map([number], |row| {
        Ok(Payment { reference: row.get(0)?, paid: row.get(1)?, amount_cents: row.get(2)? })
    })?;
    rows.collect()
}

fn summary(connection: &Connection, name: &str) -> Result<CustomerSummary, LedgerError> {
    let id = customer_by_name(connection, name)?;
    Ok(connection.query_row(
        "SELECT c.name, c.region, c.legal_hold,
                (SELECT count(*) FROM open_invoice o WHERE o.customer = c.id AND o.open_cents > 0),
                (SELECT coalesce(sum(o.open_cents), 0) FROM open_invoice o WHERE o.customer = c.id),
                (SELECT coalesce(sum(o.open_cents), 0) FROM open_invoice o WHERE o.customer = c.id AND o.days_overdue > 0),
                (SELECT coalesce(sum(p.amount_cents), 0) FROM payment p JOIN invoice i ON i.number = p.invoice
                 WHERE i.customer = c.id AND p.paid > date('now', '-365 days')),
                (SELECT max(p.paid) FROM payment p JOIN invoice i ON i.number = p.invoice WHERE i.customer = c.id)
         FROM customer c WHERE c.id = ?",
        [id],
        |row| {
            Ok(CustomerSummary {
                customer: row.get(0)?,
                region: Region::from_word(row.get_ref(1)?.as_str()?),
                legal_hold: row.get(2)?,
                open_invoices: row.get(3)?,
                open_cents: row.get(4)?,
                overdue_cents: row.get(5)?,
                paid_last_year_cents: row.get(6)?,
                last_payment: row.get(7)?,
            })
        },
    )?)
}

/// The one customer whose name contains a text. A whole name wins over parts of others.
fn customer_by_name(connection: &Connection, name: &str) -> Result<i64, LedgerError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, name FROM customer WHERE instr(lower(name), lower(?1)) > 0 ORDER BY lower(name) <> lower(?1), name",
    )?;
    let rows = statement.query_map([name], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let found = rows.collect::<Result<Vec<_>, _>>()?;
    match found.as_slice() {
        [] => Err(LedgerError::UnknownCustomer { name: name.into() }),
        [(id, _)] => Ok(*id),
        [(id, first), ..] if first.eq_ignore_ascii_case(name) => Ok(*id),
        several => {
            let examples =
                several.iter().take(3).map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
            Err(LedgerError::AmbiguousCustomer { name: name.into(), count: several.len(), examples })
        }
    }
}
