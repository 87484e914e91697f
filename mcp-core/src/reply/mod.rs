//! What a tool gives back.

mod annotations;
mod content;
mod contents;
mod json;
mod message;
mod page;

pub use annotations::{Annotations, Audience, timestamp};
pub use content::{Audio, Content, EmbeddedResource, Image, ResourceLink, Text};
pub use contents::{Contents, IntoContents, Reading};
pub use json::{Json, Structured};
pub use message::{IntoPrompt, Message, MessageContent, MessageResource, PromptReply, Role};
pub use page::{Cursor, Page, PageRequest};

use crate::schema::Schema;
use crate::{Failure, Remark, ToolFailure};

/// What became of a call.
pub type Outcome = Result<Reply, Refusal>;

/// A call that gave no result.
#[derive(Debug)]
pub enum Refusal {
    /// The tool failed in a way that the model can act on: a result with `isError`.
    Failure(Box<Failure>),
    /// The server itself is at fault: error -32603. The text is for the log and is not sent.
    Internal(String),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(Box::new(failure))
    }
}

/// The result of a tool: content blocks, and structured content if the tool has an output schema.
///
/// ```
/// use taffrail::{Reply, Text};
///
/// let reply = Reply::from(Text::new("done")).and(Text::new("and dusted"));
/// assert_eq!(reply.content().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reply {
    content: Vec<Content>,
    structured: Option<String>,
}

impl Reply {
    /// Adds a block.
    #[must_use]
    pub fn and(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }

    /// The blocks, without the one that repeats the structured content.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// The structured content as JSON text.
    #[must_use]
    pub fn structured(&self) -> Option<&str> {
        self.structured.as_deref()
    }

    /// The reply with its structured content as a block of text, for clients that cannot have it as it is.
    #[must_use]
    pub fn into_text_only(mut self) -> Self {
        self.content.extend(self.structured.take().map(|json| Text::new(json).into()));
        self
    }

    /// Takes the reply apart: blocks and structured content.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Content>, Option<String>) {
        (self.content, self.structured)
    }
}

impl<C: Into<Content>> From<C> for Reply {
    fn from(block: C) -> Self {
        Self { content: vec![block.into()], structured: None }
    }
}

/// A type that a tool may return.
///
/// Implemented for `()`, text, [`Json`], [`Page`], content blocks, [`Reply`], and `Result` of those with an
/// error that is a [`ToolFailure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not the result of a tool",
    note = "return `String`; `Json<T>` (made by `Json(value)`) with `#[derive(ToolOutput)]` on `T`; `Page<T>` (`page.page(items, next)`, `Page::last(items)`) for lists; a content block, or a `Reply` of several",
    note = "or a `Result` of those: `Result<_, Failure>`, or with an error of your own that derives `ToolFailure`"
)]
pub trait IntoReply {
    /// Whether it is an image or sound, which stays in the conversation once it is there.
    const IS_MEDIA: bool = false;

    /// Whether it is nothing but text.
    const IS_TEXT: bool = false;

    /// What the source of its error could do better, as far as the derive can see.
    const REMARKS: &'static [Remark] = &[];

    /// The schema of its structured content, if it has any.
    fn output_schema() -> Option<Schema> {
        None
    }

    /// Becomes the reply.
    ///
    /// # Errors
    /// The failure, or what kept the value from being written as JSON.
    fn into_reply(self) -> Outcome;
}

impl IntoReply for Reply {
    fn into_reply(self) -> Outcome {
        Ok(self)
    }
}

impl IntoReply for () {
    fn into_reply(self) -> Outcome {
        Ok(Reply::from(Text::new("Done.")))
    }
}

impl IntoReply for String {
    const IS_TEXT: bool = true;

    fn into_reply(self) -> Outcome {
        Ok(Reply::from(Text::new(self)))
    }
}

impl IntoReply for &'static str {
    const IS_TEXT: bool = true;

    fn into_reply(self) -> Outcome {
        Ok(Reply::from(Text::new(self)))
    }
}

impl IntoReply for Content {
    fn into_reply(self) -> Outcome {
        Ok(Reply::from(self))
    }
}

impl IntoReply for Vec<Content> {
    fn into_reply(self) -> Outcome {
        Ok(Reply { content: self, structured: None })
    }
}

impl<T: IntoReply, E: ToolFailure> IntoReply for Result<T, E> {
    const IS_MEDIA: bool = T::IS_MEDIA;

    const IS_TEXT: bool = T::IS_TEXT;

    const REMARKS: &'static [Remark] = E::REMARKS;

    fn output_schema() -> Option<Schema> {
        T::output_schema()
    }

    fn into_reply(self) -> Outcome {
        match self {
            Ok(value) => value.into_reply(),
            Err(error) => Err(error.into_failure().into()),
        }
    }
}
