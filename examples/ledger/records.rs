//! What the tools take and give.

use taffrail::{ToolInput, ToolOutput};

/// The ledger that a customer belongs to.
#[derive(Clone, Copy, Debug, ToolInput, ToolOutput)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Region {
    /// Europe.
    Eu,
    /// The Americas.
    Us,
    /// Asia and the Pacific.
    Apac,
}

impl Region {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Eu => "eu",
            Self::Us => "us",
            Self::Apac => "apac",
        }
    }

    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "us" => Self::Us,
            "apac" => Self::Apac,
            _ => Self::Eu,
        }
    }
}

/// How a list of customers in arrears is sorted.
#[derive(Clone, Copy, Debug, ToolInput)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ArrearsOrder {
    /// Largest overdue total first.
    LargestTotal,
    /// Longest overdue first.
    LongestOverdue,
    /// By customer name.
    Name,
}

/// A customer with overdue invoices.
#[derive(Debug, ToolOutput)]
pub(crate) struct OverdueCustomer {
    /// The customer's name.
    pub(crate) customer: String,
    /// The ledger it belongs to.
    pub(crate) region: Region,
    /// What is overdue in all, in cents.
    pub(crate) overdue_cents: i64,
    /// Days since the oldest of these invoices was due.
    pub(crate) longest_overdue_days: u32,
    /// The invoices, oldest first; at most 10 of them.
    pub(crate) invoices: Vec<OverdueInvoice>,
    /// How many more there are than are listed.
    pub(crate) more_invoices: u32,
}

/// One overdue invoice, in short.
#[derive(Debug, ToolOutput)]
pub(crate) struct OverdueInvoice {
    /// Its number.
    pub(crate) number: String,
    /// Days since it was due.
    pub(crate) days_overdue: u32,
    /// What is still open on it, in cents.
    pub(crate) open_cents: i64,
}

/// One invoice, whole.
#[derive(Debug, ToolOutput)]
pub(crate) struct Invoice {
    /// Its number.
    pub(crate) number: String,
    /// The customer's name.
    pub(crate) customer: String,
    /// `draft`, `sent` or `paid`.
    pub(crate) status: String,
    /// The day it was issued, as YYYY-MM-DD.
    pub(crate) issued: String,
    /// The day it is due, as YYYY-MM-DD.
    pub(crate) due: String,
    /// Its total, in cents.
    pub(crate) total_cents: i64,
    /// What is still open on it, in cents.
    pub(crate) open_cents: i64,
    /// Days since it was due; left out when it is not overdue.
    pub(crate) days_overdue: Option<u32>,
    /// The payments on it, oldest first.
    pub(crate) payments: Vec<Payment>,
}

/// A payment on an invoice.
#[derive(Debug, ToolOutput)]
pub(crate) struct Payment {
    /// The payer's reference.
    pub(crate) reference: String,
    /// The day it was recorded, as YYYY-MM-DD.
    pub(crate) paid: String,
    /// Its amount, in cents.
    pub(crate) amount_cents: i64,
}

/// A customer's account in a few figures.
#[derive(Debug, ToolOutput)]
pub(crate) struct CustomerSummary {
    /// The customer's name.
    pub(crate) customer: String,
    /// The ledger it belongs to.
    pub(crate) region: Region,
    /// Whether the account may not be changed.
    pub(crate) legal_hold: bool,
    /// Invoices that were sent and are not fully paid.
    pub(crate) open_invoices: u32,
    /// What is open in all, in cents.
    pub(crate) open_cents: i64,
    /// What of it is overdue, in cents.
    pub(crate) overdue_cents: i64,
    /// What was paid in the last 365 days, in cents.
    pub(crate) paid_last_year_cents: i64,
    /// The day of the last payment, as YYYY-MM-DD; left out when there was none.
    pub(crate) last_payment: Option<String>,
}

/// A payment that is recorded.
#[derive(Debug, ToolOutput)]
pub(crate) struct RecordedPayment {
    /// The invoice.
    pub(crate) number: String,
    /// The payer's reference.
    pub(crate) reference: String,
    /// The amount, in cents.
    pub(crate) amount_cents: i64,
    /// What is still open on the invoice now, in cents.
    pub(crate) open_cents: i64,
    /// Whether this very payment had been recorded before, so that nothing changed now.
    pub(crate) was_recorded_before: bool,
    /// Who has approved it; left out when it needed no approval.
    pub(crate) approved_by: Option<String>,
}

/// Drafts that were deleted, or would be.
#[derive(Debug, ToolOutput)]
pub(crate) struct DraftDeletion {
    /// Whether anything was deleted: false for a dry run.
    pub(crate) deleted: bool,
    /// How many drafts it is about.
    pub(crate) drafts: u64,
    /// Their total, in cents.
    pub(crate) total_cents: i64,
    /// The first 20 numbers, oldest first.
    pub(crate) numbers: Vec<String>,
}
