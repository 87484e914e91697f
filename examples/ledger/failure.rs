//! What can go wrong, and what the model should do then.

use taffrail::ToolFailure;

/// A failure of the ledger.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub(crate) enum LedgerError {
    #[error("the ledger is busy or did not answer")]
    #[failure(transient, retry_after = "5s")]
    Database(#[from] rusqlite::Error),

    #[error("the ledger stopped working on this")]
    #[failure(transient, retry_after = "5s")]
    Stopped(#[source] tokio::task::JoinError),

    #[error("the ledger could not write this down")]
    #[failure(transient, retry_after = "5s")]
    Unwritable(#[source] serde_json::Error),

    #[error("there is no invoice {number}")]
    #[failure(validation, accepts = "an invoice number as the other tools give it, for example `2026-00042`")]
    UnknownInvoice { number: String },

    #[error("no customer's name contains \"{name}\"")]
    #[failure(validation, accepts = "part of a customer's name; find_overdue_invoices lists names")]
    UnknownCustomer { name: String },

    #[error("{count} customers' names contain \"{name}\", for example {examples}")]
    #[failure(validation, accepts = "more of the name, so that one customer remains")]
    AmbiguousCustomer { name: String, count: usize, examples: String },

    #[error(
        "payment {reference} was already recorded on {number} with another amount, {recorded_cents} cents"
    )]
    #[failure(
        validation,
        accepts = "the same amount to repeat that payment, or a new reference for another one"
    )]
    ReferenceReused { reference: String, number: String, recorded_cents: i64 },

    #[error("invoice {number} is {status}, so nothing can be paid on it")]
    #[failure(business, action = "tell the user that this invoice is not open")]
    NotOpen { number: String, status: String },

    #[error("{amount_cents} cents is more than the {open_cents} cents that are open on {number}")]
    #[failure(business, action = "ask the user for the right amount or invoice")]
    Overpaid { number: String, amount_cents: i64, open_cents: i64 },

    #[error("{amount_cents} cents is above the limit of {limit_cents} cents for one payment")]
    #[failure(business, action = "escalate_to_human")]
    OverLimit { amount_cents: i64, limit_cents: i64 },

    #[error("{number} is no draft any more, so nothing was deleted")]
    #[failure(business, action = "call it again to see which drafts are left")]
    NoDraft { number: String },

    #[error("{customer} is under legal hold, and its account must not be changed")]
    #[failure(permission, action = "ask the legal department to record it")]
    LegalHold { customer: String },
}
