//! Which of our attributes stands on a function, for messages.

/// What a function is made into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    Completer,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Tool, Self::Prompt, Self::Resource, Self::Completer];

    /// As its author calls it, and as the attribute is named.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Completer => "completer",
        }
    }

    /// As an attribute.
    pub(crate) fn attribute(self) -> String {
        format!("#[{}]", self.noun())
    }

    /// Two paths of such functions.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Self::Tool => "find_invoices, billing::refund",
            Self::Prompt => "review_code, reports::summarize",
            Self::Resource => "note, reports::of_month",
            Self::Completer => "languages",
        }
    }

    /// What an owned parameter is called.
    pub(crate) fn argument(self) -> &'static str {
        match self {
            Self::Tool => "parameter",
            Self::Prompt | Self::Completer => "argument",
            Self::Resource => "variable",
        }
    }

    /// Whoever fills owned parameters.
    pub(crate) fn caller(self) -> &'static str {
        match self {
            Self::Tool => "the model",
            Self::Prompt | Self::Resource | Self::Completer => "the client",
        }
    }

    /// What may be returned, for a function that does not name its type.
    pub(crate) fn replies(self) -> &'static str {
        match self {
            Self::Tool => "`String`, `Json<…>`, `Page<…>` or `Result<…, …>` of these",
            Self::Prompt => "`String`, `Message`, `Vec<Message>` or `Result<…, …>` of these",
            Self::Resource => "`String`, `Vec<u8>`, `Contents` or `Result<…, …>` of these",
            Self::Completer => "`Vec<String>`, `Completion` or `Result<…, …>` of these",
        }
    }
}
