//! GR-89 to 92 and 94: every honest category.

use std::fmt;

use taffrail::prelude::*;

#[derive(Debug, ToolFailure)]
enum LedgerError {
    #[failure(transient, retry_after = "30s")]
    Down(std::io::Error),
    #[failure(transient, retry_after = unknown)]
    Busy,
    #[failure(transient, allow(no_retry_hint, reason = "the queue tells the caller itself"))]
    Queued,
    #[failure(validation, accepts = "a date after today")]
    BadDate { asked: u32 },
    #[failure(permission, action = "ask_the_owner")]
    NotYours,
    #[failure(business, allow(no_required_action, reason = "nothing can be done about it"))]
    Closed,
    #[failure(transparent)]
    Stock(StockError),
}

#[derive(Debug, ToolFailure)]
#[failure(business, action = "order_more")]
struct StockError;

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadDate { asked } => write!(f, "{asked} is in the past"),
            _ => f.write_str("the ledger failed"),
        }
    }
}

impl std::error::Error for LedgerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Down(source) => Some(source),
            _ => None,
        }
    }
}

impl fmt::Display for StockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing is left")
    }
}

impl std::error::Error for StockError {}

/// Fails.
#[tool(readonly)]
async fn fail() -> Result<(), LedgerError> {
    Err(LedgerError::Queued)
}

/// Fails in another way.
#[tool(readonly, when = "another way is wanted")]
async fn fail_otherwise() -> Result<(), Failure> {
    Err(StockError)?;
    Err(std::io::Error::other("secret")).transient("the disk did not answer")
}

fn main() {
    let _: taffrail::Tools<()> = tools![fail];
    let _: taffrail::Tools<()> = tools![fail_otherwise];
    let text = |error: LedgerError| Failure::from(error).text();
    assert!(text(LedgerError::Down(std::io::Error::other("secret"))).contains("30 s"));
    assert!(text(LedgerError::BadDate { asked: 3 }).contains("3 is in the past\nAccepted: a date after today"));
    assert!(text(LedgerError::NotYours).contains("ask_the_owner"));
    assert!(text(LedgerError::Stock(StockError)).contains("order_more"));
    let _ = (LedgerError::Busy, LedgerError::Closed);
}
