//! What a prompt gives back: messages (*Prompts > PromptMessage*).

use std::borrow::Cow;

use serde::Serialize;

use super::{Audio, Content, EmbeddedResource, Image, Refusal, ResourceLink, Text};
use crate::ToolFailure;

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// A message of a prompt: who says it, and one content block.
///
/// ```
/// use taffrail::{Image, Message, MessageResource};
///
/// let messages = vec![
///     Message::user("What is on this picture?"),
///     Message::user(Image::new([0u8; 4], "image/png")),
///     Message::user(MessageResource::text("notes://7", "text/markdown", "# Boats")),
///     Message::assistant("A boat."),
/// ];
/// assert_eq!(messages.len(), 4);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    role: Role,
    content: Content,
}

impl Message {
    /// A message of the person.
    pub fn user(content: impl MessageContent) -> Self {
        Self { role: Role::User, content: content.into_content() }
    }

    /// A message of the model.
    pub fn assistant(content: impl MessageContent) -> Self {
        Self { role: Role::Assistant, content: content.into_content() }
    }

    /// Who says it.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

/// What one message may hold: one block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the content of a message",
    label = "not one block of a prompt",
    note = "a message holds one block: text, `Image`, `Audio`, `ResourceLink` or `MessageResource`; for several, return `Vec<Message>` with one `Message` for each",
    note = "a resource in a prompt needs its MIME type: `taffrail::MessageResource::text(uri, mime_type, text)` in place of `EmbeddedResource`"
)]
pub trait MessageContent {
    /// Becomes the block.
    fn into_content(self) -> Content;
}

macro_rules! content {
    ($($block:ty),*) => {$(
        impl MessageContent for $block {
            fn into_content(self) -> Content {
                self.into()
            }
        }
    )*};
}

content!(Text, Image, Audio, ResourceLink);

impl MessageContent for &'static str {
    fn into_content(self) -> Content {
        Text::new(self).into()
    }
}

impl MessageContent for String {
    fn into_content(self) -> Content {
        Text::new(self).into()
    }
}

impl MessageContent for Cow<'static, str> {
    fn into_content(self) -> Content {
        Text::new(self).into()
    }
}

/// A resource's content inside a message, with the MIME type that prompts require.
#[derive(Clone, Debug)]
pub struct MessageResource(EmbeddedResource);

impl MessageResource {
    /// A resource that is text.
    pub fn text(
        uri: impl Into<Cow<'static, str>>,
        mime_type: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(EmbeddedResource::text(uri, text).mime_type(mime_type))
    }

    /// A resource that is bytes.
    pub fn bytes(
        uri: impl Into<Cow<'static, str>>,
        mime_type: impl Into<Cow<'static, str>>,
        bytes: impl AsRef<[u8]>,
    ) -> Self {
        Self(EmbeddedResource::bytes(uri, bytes).mime_type(mime_type))
    }
}

impl MessageContent for MessageResource {
    fn into_content(self) -> Content {
        self.0.into()
    }
}

/// The result of a prompt: its messages, and what they are for if that depends on the arguments.
#[derive(Clone, Debug, Default)]
pub struct PromptReply {
    description: Option<Cow<'static, str>>,
    messages: Vec<Message>,
}

impl PromptReply {
    /// The messages, in order.
    #[must_use]
    pub fn new(messages: Vec<Message>) -> Self {
        Self { description: None, messages }
    }

    /// Says what the messages are for, where the prompt's own description is too general.
    #[must_use]
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The messages.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What the messages are for.
    #[must_use]
    pub fn described(&self) -> Option<&str> {
        self.description.as_deref()
    }
}

/// A type that a prompt may return.
///
/// Implemented for text and a single [`Message`], lists of messages, [`PromptReply`], and `Result` of those with an error that
/// is a [`ToolFailure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a prompt",
    label = "not the result of a prompt",
    note = "return `String`, `Message` (`Message::user(…)`), `Vec<Message>` or `PromptReply`",
    note = "or a `Result` of those: `Result<_, Failure>`, or with an error of your own that derives `ToolFailure`"
)]
pub trait IntoPrompt {
    /// Becomes the reply.
    ///
    /// # Errors
    /// The failure.
    fn into_prompt(self) -> Result<PromptReply, Refusal>;
}

impl IntoPrompt for PromptReply {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Ok(self)
    }
}

impl IntoPrompt for Vec<Message> {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Ok(PromptReply::new(self))
    }
}

impl<const COUNT: usize> IntoPrompt for [Message; COUNT] {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Ok(PromptReply::new(self.into()))
    }
}

impl IntoPrompt for Message {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Ok(PromptReply::new(vec![self]))
    }
}

impl IntoPrompt for String {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Message::user(self).into_prompt()
    }
}

impl IntoPrompt for &'static str {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        Message::user(self).into_prompt()
    }
}

impl<T: IntoPrompt, E: ToolFailure> IntoPrompt for Result<T, E> {
    fn into_prompt(self) -> Result<PromptReply, Refusal> {
        match self {
            Ok(value) => value.into_prompt(),
            Err(error) => Err(error.into_failure().into()),
        }
    }
}
