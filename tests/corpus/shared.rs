//! What the tools of all fields share.

use taffrail::{ToolFailure, ToolInput, ToolOutput};

/// Something that was found.
#[derive(Debug, ToolOutput)]
pub(crate) struct Entry {
    /// How other tools name it.
    key: String,
    /// How people name it.
    title: String,
    /// Its size, in the unit that is usual for it.
    size: u32,
    /// What else is known; left out when nothing is.
    note: Option<String>,
}

pub(crate) fn entry() -> Result<Entry, Trouble> {
    Ok(Entry { key: "a1".to_owned(), title: "One".to_owned(), size: 1, note: None })
}

/// One of a few words.
#[derive(Clone, Copy, Debug, ToolInput)]
pub(crate) enum Tag {
    /// The first choice.
    Plain,
    /// The second choice.
    Urgent,
}

/// What goes wrong in every field.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[allow(dead_code)]
pub(crate) enum Trouble {
    #[error("nothing is called {name}")]
    #[failure(validation, accepts = "a name as the listing tools give it")]
    Unknown { name: String },
    #[error("{given} lies in the past; use a day after today")]
    #[failure(validation)]
    Past { given: String },
    #[error("the service did not answer in time")]
    #[failure(transient, retry_after = "10s")]
    Slow(#[from] std::io::Error),
    #[error("{name} belongs to somebody else")]
    #[failure(permission, action = "ask the owner to share it")]
    Foreign { name: String },
    #[error(transparent)]
    #[failure(transparent)]
    Asking(#[from] taffrail::Failure),
    #[error("the limit of {limit} for this month is used up")]
    #[failure(business, action = "wait for the next month, or ask for a higher limit")]
    UsedUp { limit: u32 },
}
