//! What keeps destruction from happening by mistake: a dry run unless the caller says otherwise, consent that the server
//! obtained, and a result that cannot be made without one of the two.

use serde::de::Deserializer;
use serde_json::Value;

use super::confirm::sealed;
use super::{Confirm, Fallback, Proof};
use crate::argument::{Argument, Place};
use crate::reply::IntoReply;
use crate::schema::Schema;
use crate::{Context, Outcome, Text, ToolFailure};

/// The parameter `dry_run: DryRun` of a destructive tool: yes, unless the caller says `false`.
///
/// ```
/// # use taffrail::{Context, DryRun, Failure, Guarded};
/// # async fn stale(_: u32) -> Result<Vec<String>, Failure> { Ok(vec![]) }
/// # async fn delete(_: Vec<String>) -> Result<(), Failure> { Ok(()) }
/// async fn delete_stale(days: u32, dry_run: DryRun, ctx: &Context) -> Result<Guarded<String>, Failure> {
///     let stale = stale(days).await?;
///     let permit = match dry_run {
///         DryRun::Yes(preview) => return Ok(preview.of(stale.join(", "))),
///         DryRun::No(intent) => intent.confirm(ctx, format!("Delete {} projects?", stale.len())).covering(&stale).await?,
///     };
///     let count = stale.len();
///     delete(stale).await?;
///     Ok(permit.done(format!("Deleted {count} projects.")))
/// }
/// ```
#[derive(Debug)]
pub enum DryRun {
    /// Only show what would be done.
    Yes(Preview),
    /// The caller wants it done; the user has not been asked yet.
    No(Intent),
}

/// The only thing that a dry run can do: show.
#[derive(Debug)]
pub struct Preview {
    forced: bool,
}

/// The caller's wish to go beyond a dry run. It takes the user's consent to make a [`Permit`] of it.
#[derive(Debug)]
pub struct Intent {
    _made_here: (),
}

/// Proof that this is no dry run and that the user has consented to what was shown.
///
/// Take `&Permit` in whatever can destroy something, and it cannot be called too early.
#[derive(Debug)]
pub struct Permit {
    _made_here: (),
}

/// The result of a destructive tool: a preview, or what was done with the user's consent. There is no other way to make
/// one than [`Preview::of`] and [`Permit::done`].
#[derive(Debug)]
pub struct Guarded<T> {
    value: T,
    preview: Option<Preview>,
}

impl DryRun {
    /// A dry run, for tests that call the function directly.
    #[must_use]
    pub const fn yes() -> Self {
        Self::Yes(Preview { forced: false })
    }

    /// No dry run, for tests that call the function directly. Consent is still to be obtained.
    #[must_use]
    pub const fn no() -> Self {
        Self::No(Intent { _made_here: () })
    }

    /// Whether this is a dry run.
    #[must_use]
    pub const fn is_yes(&self) -> bool {
        matches!(self, Self::Yes(_))
    }

    /// A dry run after all, when the tool falls back to it and the client cannot ask the user.
    #[must_use]
    pub(crate) fn settled(self, context: &Context) -> Self {
        let falls_back = context.consent().fallback == Some(Fallback::DryRunOnly);
        if !self.is_yes() && falls_back && !context.can_ask(crate::Capability::Elicitation) {
            return Self::Yes(Preview { forced: true });
        }
        self
    }
}

impl Default for DryRun {
    fn default() -> Self {
        Self::yes()
    }
}

impl Preview {
    /// The result of a dry run.
    pub fn of<T>(self, value: T) -> Guarded<T> {
        Guarded { value, preview: Some(self) }
    }
}

impl Intent {
    /// Asks the user for consent; say in the message what will happen, how much of it, and whether it can be undone.
    pub fn confirm<'a>(self, context: &'a Context, message: impl Into<String>) -> Confirm<'a, Permit> {
        Confirm::new(context, message.into())
    }
}

impl Permit {
    /// The result of what was done.
    pub fn done<T>(self, value: T) -> Guarded<T> {
        Guarded { value, preview: None }
    }
}

impl sealed::Proof for Permit {
    fn confirmed() -> Self {
        Self { _made_here: () }
    }
}

impl Proof for Permit {}

impl<T> Guarded<T> {
    /// Whether it is a preview, so that nothing was changed.
    pub fn is_preview(&self) -> bool {
        self.preview.is_some()
    }

    /// What is shown or was done.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The same with its value turned into another.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Guarded<U> {
        Guarded { value: change(self.value), preview: self.preview }
    }
}

impl<T: IntoReply> IntoReply for Guarded<T> {
    const IS_MEDIA: bool = T::IS_MEDIA;

    fn output_schema() -> Option<Schema> {
        T::output_schema()
    }

    fn into_reply(self) -> Outcome {
        let reply = self.value.into_reply()?;
        Ok(match self.preview {
            None => reply,
            Some(Preview { forced: false }) => reply.and(Text::new(
                "This was a dry run: nothing was changed. With `dry_run` false the user is asked, and then it is done.",
            )),
            Some(Preview { forced: true }) => reply.and(Text::new(
                "This was a dry run, although `dry_run` was false: nothing was changed, because this client cannot ask the user to confirm.",
            )),
        })
    }
}

/// What a destructive tool may return: [`Guarded`], or a `Result` of it.
#[diagnostic::on_unimplemented(
    message = "a destructive tool cannot return `{Self}`",
    label = "success without a preview or the user's consent",
    note = "take `dry_run: DryRun` and `ctx: &Context`, return `Result<Guarded<String>, Failure>`, and write:\nlet permit = match dry_run {{\n    DryRun::Yes(preview) => return Ok(preview.of(\"what would be deleted\".into())),\n    DryRun::No(intent) => intent.confirm(ctx, \"Delete it?\").await?,\n}};\nOk(permit.done(\"what was deleted\".into()))"
)]
pub trait GuardedReply {}

impl<T> GuardedReply for Guarded<T> {}

impl<T, E: ToolFailure> GuardedReply for Result<Guarded<T>, E> {}

/// A boolean that is true when it is left out (GR-28).
impl Argument for DryRun {
    type Rule = ();

    const DRY_RUN: bool = true;

    fn schema((): &()) -> Schema {
        Schema::boolean()
            .described(
                "Whether to only show what would be done. Pass false to do it; the user is asked first.",
            )
            .with_default(Some(Value::Bool(true)))
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        rule: &(),
        at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        Ok(bool::decode(input, rule, at)?.map(|dry| if dry { Self::yes() } else { Self::no() }))
    }

    fn absent() -> Option<Self> {
        Some(Self::yes())
    }

    fn encode(&self) -> Value {
        self.is_yes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Faults, Json};

    #[test]
    fn gr_28_what_is_left_out_is_a_dry_run() {
        assert!(DryRun::absent().is_some_and(|dry_run| dry_run.is_yes()));
        assert!(DryRun::default().is_yes());
        let schema = serde_json::to_value(DryRun::schema(&())).unwrap();
        assert_eq!(schema["default"], true);
        let mut faults = Faults::default();
        let mut input = serde_json::Deserializer::from_str("false");
        let decoded = DryRun::decode(&mut input, &(), faults.root()).unwrap();
        assert!(!decoded.unwrap().is_yes());
    }

    #[test]
    fn gr_29_a_preview_says_that_nothing_was_changed() {
        let DryRun::Yes(preview) = DryRun::yes() else { panic!("a dry run") };
        let reply = preview.of(Json(3)).into_reply().unwrap();
        assert_eq!(reply.structured(), Some("3"));
        let crate::Content::Text(text) = &reply.content()[0] else { panic!("a text") };
        assert!(text.as_str().contains("nothing was changed"));
    }
}
