//! Failures that a model can act on: what is wrong, what would be right, whether and when to try again.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::Value;

use crate::Remark;

/// The member of `_meta` under which a failure's fields are sent, since the protocol has none for them.
pub const FAILURE_META: &str = "taffrail/failure";

/// What kind of failure it is, which decides what the model should do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// It may work later, unchanged.
    Transient,
    /// The arguments must be changed.
    Validation,
    /// The caller may not do this.
    Permission,
    /// A rule of the business forbids it.
    Business,
}

impl Category {
    /// The word that `#[failure(…)]` takes and the model reads.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::Validation => "validation",
            Self::Permission => "permission",
            Self::Business => "business",
        }
    }
}

/// An error type whose every value says what the model should do next. `#[derive(ToolFailure)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what the model should do after this failure",
    label = "has no failure category",
    note = "return `Result<_, Failure>`, and say of each error what kind it is: `.transient(\"what failed\")?`, `.validation(\"what would be right\")?`, `.permission(\"…\", \"what to do\")?` or `.business(\"…\", \"what to do\")?`",
    note = "or make the error an enum with `#[derive(Debug, thiserror::Error, ToolFailure)]`, and write on each variant `#[error(\"…\")]` and one of `#[failure(transient, retry_after = \"30s\")]`, `#[failure(validation, accepts = \"…\")]`, `#[failure(permission, action = \"…\")]`, `#[failure(business, action = \"…\")]`"
)]
pub trait ToolFailure {
    /// What the error's source could do better, as far as the derive can see.
    const REMARKS: &'static [Remark] = &[];

    /// The failure as the model sees it. The causes stay behind, for the log.
    fn into_failure(self) -> Failure;
}

/// A categorised failure. It becomes a result with `isError`, its causes go to the log and nowhere else.
///
/// ```
/// use std::time::Duration;
/// use taffrail::Failure;
///
/// let failure = Failure::transient("the ledger did not answer").retry_after(Duration::from_secs(30));
/// assert_eq!(failure.to_string(), "the ledger did not answer");
/// assert!(failure.advice().contains("30 s"));
/// ```
#[derive(Debug)]
pub struct Failure {
    category: Category,
    message: Cow<'static, str>,
    retry_after: Option<Duration>,
    action: Option<Cow<'static, str>>,
    accepts: Option<Cow<'static, str>>,
    declined: bool,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Failure {
    /// A failure of a category, with nothing else said.
    pub(crate) fn new(category: Category, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            category,
            message: message.into(),
            retry_after: None,
            action: None,
            accepts: None,
            declined: false,
            cause: None,
        }
    }

    /// It may work later, unchanged. Say when with [`retry_after`](Self::retry_after), if you know.
    pub fn transient(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Transient, message)
    }

    /// The arguments must be changed. Say what is acceptable in the message or with [`accepts`](Self::accepts).
    pub fn validation(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Category::Validation, message)
    }

    /// The caller may not do this; `action` is what they can do about it.
    pub fn permission(message: impl Into<Cow<'static, str>>, action: impl Into<Cow<'static, str>>) -> Self {
        Self { action: Some(action.into()), ..Self::new(Category::Permission, message) }
    }

    /// The user said no when they were asked; `action` is what can be done about it. A failure of category `permission` that hides
    /// nothing: also where a resource that the caller may not read looks like one that does not exist, this is told.
    pub fn declined(message: impl Into<Cow<'static, str>>, action: impl Into<Cow<'static, str>>) -> Self {
        Self { declined: true, ..Self::permission(message, action) }
    }

    /// A rule of the business forbids it; `action` is what can be done about it.
    pub fn business(message: impl Into<Cow<'static, str>>, action: impl Into<Cow<'static, str>>) -> Self {
        Self { action: Some(action.into()), ..Self::new(Category::Business, message) }
    }

    /// When to try again. Counts for transient failures only; others cannot be tried again unchanged.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = (self.category == Category::Transient).then_some(delay);
        self
    }

    /// What would be acceptable.
    #[must_use]
    pub fn accepts(mut self, accepts: impl Into<Cow<'static, str>>) -> Self {
        self.accepts = Some(accepts.into());
        self
    }

    /// What can be done about it.
    #[must_use]
    pub fn action(mut self, action: impl Into<Cow<'static, str>>) -> Self {
        self.action = Some(action.into());
        self
    }

    /// What caused it, for the log; none of it is sent.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Its category.
    #[must_use]
    pub fn category(&self) -> Category {
        self.category
    }

    /// Whether the user said no, rather than a rule about what the caller may do.
    #[must_use]
    pub fn is_declined(&self) -> bool {
        self.declined
    }

    /// What the model should do next, in a sentence.
    #[must_use]
    pub fn advice(&self) -> String {
        match (self.category, self.retry_after, &self.action) {
            (Category::Transient, Some(delay), _) => {
                format!("This may pass: try again in {} s.", seconds(delay))
            }
            (Category::Transient, None, _) => "This may pass: try again later, not at once.".into(),
            (Category::Validation, ..) => "Change the arguments and call again.".into(),
            (_, _, Some(action)) => format!("Trying again will not help. What to do: {action}."),
            (_, _, None) => "Trying again will not help.".into(),
        }
    }

    /// The whole text for the model.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.message.to_string();
        if let Some(accepts) = &self.accepts {
            text.push_str("\nAccepted: ");
            text.push_str(accepts);
        }
        text.push('\n');
        text.push_str(&self.advice());
        text
    }

    /// The fields for programs, sent as [`FAILURE_META`].
    #[must_use]
    pub fn meta(&self) -> Value {
        let mut meta = Value::Null;
        meta["category"] = self.category.word().into();
        meta["retryable"] = (self.category == Category::Transient).into();
        if let Some(delay) = self.retry_after {
            meta["retryAfterSeconds"] = seconds(delay).into();
        }
        if let Some(action) = &self.action {
            meta["requiredAction"] = action.as_ref().into();
        }
        meta
    }
}

/// Whole seconds, rounded up so that nobody comes back too early.
fn seconds(delay: Duration) -> u64 {
    delay.as_secs() + u64::from(delay.subsec_nanos() > 0)
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

impl ToolFailure for Failure {
    fn into_failure(self) -> Failure {
        self
    }
}

/// Says what a foreign error or a missing value is to the model: `rows.transient("the ledger did not answer")?`.
/// The cause is logged, none of it is sent.
pub trait Categorise<T>: Sized {
    /// It may work later, unchanged.
    ///
    /// # Errors
    /// The failure, when there is no value.
    fn transient(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure>;

    /// The arguments must be changed; the message says what would be acceptable.
    ///
    /// # Errors
    /// The failure, when there is no value.
    fn validation(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure>;

    /// The caller may not do this; `action` is what they can do about it.
    ///
    /// # Errors
    /// The failure, when there is no value.
    fn permission(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure>;

    /// A rule of the business forbids it; `action` is what can be done about it.
    ///
    /// # Errors
    /// The failure, when there is no value.
    fn business(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Categorise<T> for Result<T, E> {
    fn transient(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.map_err(|cause| Failure::transient(message).caused_by(cause))
    }

    fn validation(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.map_err(|cause| Failure::validation(message).caused_by(cause))
    }

    fn permission(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure> {
        self.map_err(|cause| Failure::permission(message, action).caused_by(cause))
    }

    fn business(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure> {
        self.map_err(|cause| Failure::business(message, action).caused_by(cause))
    }
}

impl<T> Categorise<T> for Option<T> {
    fn transient(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.ok_or_else(|| Failure::transient(message))
    }

    fn validation(self, message: impl Into<Cow<'static, str>>) -> Result<T, Failure> {
        self.ok_or_else(|| Failure::validation(message))
    }

    fn permission(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure> {
        self.ok_or_else(|| Failure::permission(message, action))
    }

    fn business(
        self,
        message: impl Into<Cow<'static, str>>,
        action: impl Into<Cow<'static, str>>,
    ) -> Result<T, Failure> {
        self.ok_or_else(|| Failure::business(message, action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gr_89_each_category_tells_the_model_what_to_do_next() {
        let later =
            Failure::transient("the ledger did not answer").retry_after(Duration::from_millis(29_500));
        assert_eq!(later.text(), "the ledger did not answer\nThis may pass: try again in 30 s.");
        let denied = Failure::permission("invoice 7 is not yours", "ask its owner");
        assert_eq!(
            denied.text(),
            "invoice 7 is not yours\nTrying again will not help. What to do: ask its owner."
        );
        let wrong = Failure::validation("the date lies in the past").accepts("dates after 2026-07-28");
        assert_eq!(
            wrong.text(),
            "the date lies in the past\nAccepted: dates after 2026-07-28\nChange the arguments and call again."
        );
    }

    #[test]
    fn gr_94_only_a_transient_failure_can_be_retried() {
        let failure =
            Failure::business("over the limit", "escalate_to_human").retry_after(Duration::from_secs(1));
        assert_eq!(failure.meta()["retryable"], false);
        assert!(failure.meta().get("retryAfterSeconds").is_none());
    }

    #[test]
    fn err_10_the_cause_is_in_no_text_that_is_sent() {
        let failed: Result<(), _> = Err(std::io::Error::other("postgres://admin:hunter2@db"));
        let failure = failed.transient("the ledger did not answer").unwrap_err();
        let sent = format!("{}{}", failure.text(), failure.meta());
        assert!(!sent.contains("hunter2"), "{sent}");
        assert!(failure.source().is_some());
    }
}
