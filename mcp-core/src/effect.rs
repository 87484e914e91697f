//! What a tool does to the world, and the four hints of the protocol that follow from it.

/// What a tool does to the world. Every tool states exactly one effect.
///
/// Implements the hints of *Tools > Tool Annotations*: all four are always published, because their
/// defaults (destructive, open world) are rarely what the author of a small tool meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Changes nothing.
    Readonly,
    /// Adds something and overwrites or deletes nothing.
    Additive,
    /// May overwrite or delete something.
    Destructive,
}

impl Effect {
    /// The word that `#[tool(…)]` takes for this effect.
    ///
    /// ```
    /// assert_eq!(taffrail::Effect::Additive.word(), "additive");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Readonly => "readonly",
            Self::Additive => "additive",
            Self::Destructive => "destructive",
        }
    }
}
