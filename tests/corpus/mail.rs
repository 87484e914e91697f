//! Mail of one person.

use taffrail::prelude::*;

use crate::shared::{Entry, Tag, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Mailbox {
    address: String,
}

/// Finds messages by words, sender and age, newest first.
#[tool(readonly, when = "the user asks for mail")]
async fn find_messages(
    /// Words that occur in them; left out, all messages count.
    #[arg(max_len = 200)]
    words: Option<String>,
    /// Part of the sender; left out, everybody.
    #[arg(max_len = 200)]
    sender: Option<String>,
    /// How old they may be.
    #[arg(default = 30, min = 1, max = 3650)]
    max_age_days: u16,
    #[arg(flatten)] page: PageRequest<20, 100>,
    mailbox: &Mailbox,
) -> Result<Page<Entry>, Trouble> {
    let _ = (words, sender, max_age_days);
    let _ = &mailbox.address;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Returns one message as text, without attachments.
#[tool(readonly, when = "one message is meant")]
async fn read_message(
    /// Key of the message, as `find_messages` gives it.
    #[arg(max_len = 80)]
    message: String,
    mailbox: &Mailbox,
) -> Result<Json<Entry>, Trouble> {
    let _ = (message,);
    let _ = &mailbox.address;
    Ok(Json(entry()?))
}

/// Saves a draft under a name that the caller chooses; the same name is the same draft.
#[tool(additive, idempotent, when = "the user wants a mail prepared and not yet sent")]
async fn save_draft(
    /// Name of the draft.
    #[arg(max_len = 80)]
    name: String,
    /// To whom.
    #[arg(pattern = "^[^@ ]+@[^@ ]+$")]
    recipient: String,
    /// Subject.
    #[arg(max_len = 200)]
    subject: String,
    /// Text.
    #[arg(max_len = 50_000)]
    body: String,
    mailbox: &Mailbox,
) -> Result<Json<Entry>, Trouble> {
    let _ = (name, recipient, subject, body);
    let _ = &mailbox.address;
    Ok(Json(entry()?))
}

/// Puts a label on a message; a message that has it already keeps it.
#[tool(additive, idempotent, when = "the user sorts mail")]
async fn label_message(
    /// Key of the message.
    #[arg(max_len = 80)]
    message: String,
    /// Label.
    label: Tag,
    mailbox: &Mailbox,
) -> Result<Json<Entry>, Trouble> {
    let _ = (message, label);
    let _ = &mailbox.address;
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Mailbox> {
    tools![find_messages, read_message, save_draft, label_message]
}
