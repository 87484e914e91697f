//! Suggestions for an argument that is being typed (*Completion*).

use crate::{Context, Refusal, TextArguments, ToolFailure, Work};

/// What completes an argument of a prompt, or a variable of a resource's URI, on a server with state `S`. `#[completer]`
/// writes it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete an argument with the state `{S}`",
    label = "not a completer for this server",
    note = "`complete(argument = path)` takes functions that carry `#[completer]`; every `&T` that one borrows needs `{S}: Provides<T>`"
)]
pub trait Completer<S>: Send + Sync + 'static {
    /// Starts looking for suggestions.
    fn complete<'a>(&'a self, call: CompletionCall<'a, S>) -> Work<'a, Completion>;
}

/// What is being typed, and what was filled in before.
#[derive(Debug)]
pub struct CompletionCall<'a, S> {
    /// The server's state.
    pub state: &'a S,
    /// The request.
    pub context: &'a Context,
    /// What was typed so far, perhaps nothing.
    pub value: &'a str,
    /// The other arguments that were filled in already.
    pub arguments: &'a TextArguments<'a>,
}

impl<S> Clone for CompletionCall<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for CompletionCall<'_, S> {}

impl<'a> CompletionCall<'a, ()> {
    /// The same, for a completer that borrows from a state.
    pub(crate) fn with_state<S>(self, state: &'a S) -> CompletionCall<'a, S> {
        CompletionCall { state, context: self.context, value: self.value, arguments: self.arguments }
    }
}

/// How many suggestions the protocol lets through.
const MOST: usize = 100;

/// Suggestions, best first; at most 100 are sent, and the answer says how many more there are.
///
/// ```
/// use taffrail::Completion;
///
/// let languages = ["python", "rust", "ruby", "javascript"];
/// let completion = Completion::matching(languages, "ru");
/// assert_eq!(completion.values(), ["ruby", "rust"]);
/// assert_eq!(Completion::new((0..150).map(|number| number.to_string())).values().len(), 100);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    values: Vec<String>,
    total: usize,
}

impl Completion {
    /// These, in their order.
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut values: Vec<String> = values.into_iter().map(Into::into).collect();
        let total = values.len();
        values.truncate(MOST);
        Self { values, total }
    }

    /// Those of the candidates that fit what was typed: first those that begin with it, then those that hold it, then those
    /// that are spelt alike. Nothing typed fits all.
    pub fn matching(candidates: impl IntoIterator<Item = impl Into<String>>, typed: &str) -> Self {
        let typed = typed.to_lowercase();
        let mut ranked: Vec<(Rank, String)> = candidates
            .into_iter()
            .map(Into::into)
            .filter_map(|candidate| Some((rank(&candidate.to_lowercase(), &typed)?, candidate)))
            .collect();
        ranked.sort();
        Self::new(ranked.into_iter().map(|(_, candidate)| candidate))
    }

    /// Says how many there are in all, where only some were looked up.
    #[must_use]
    pub fn total(mut self, total: usize) -> Self {
        self.total = total.max(self.values.len());
        self
    }

    /// The suggestions that are sent.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// How many there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.total
    }
}

/// How well a candidate fits: the kind of fit, and how far it is off.
type Rank = (u8, u32);

fn rank(candidate: &str, typed: &str) -> Option<Rank> {
    const NEAR: f64 = 0.85;
    if candidate.starts_with(typed) {
        return Some((0, 0));
    }
    if let Some(at) = candidate.find(typed) {
        return Some((1, u32::try_from(at).unwrap_or(u32::MAX)));
    }
    let score = strsim::jaro_winkler(candidate, typed);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the score lies between 0 and 1"
    )]
    (score >= NEAR).then_some((2, ((1.0 - score) * 1e6) as u32))
}

/// A type that a completer may return.
///
/// Implemented for [`Completion`], lists of text, and `Result` of those with an error that is a [`ToolFailure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a completer",
    label = "not the suggestions of a completer",
    note = "return `Vec<String>`, `Vec<&'static str>` or `Completion` (`Completion::new(values)`)",
    note = "or a `Result` of those: `Result<_, Failure>`, or with an error of your own that derives `ToolFailure`"
)]
pub trait IntoCompletion {
    /// Becomes the suggestions.
    ///
    /// # Errors
    /// The failure.
    fn into_completion(self) -> Result<Completion, Refusal>;
}

impl IntoCompletion for Completion {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(self)
    }
}

impl IntoCompletion for Vec<String> {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(Completion::new(self))
    }
}

impl IntoCompletion for Vec<&'static str> {
    fn into_completion(self) -> Result<Completion, Refusal> {
        Ok(Completion::new(self))
    }
}

impl<T: IntoCompletion, E: ToolFailure> IntoCompletion for Result<T, E> {
    fn into_completion(self) -> Result<Completion, Refusal> {
        match self {
            Ok(value) => value.into_completion(),
            Err(error) => Err(error.into_failure().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comp_02_and_gr_133_at_most_100_are_sent_and_the_rest_is_counted() {
        let completion = Completion::new((0..150).map(|number| number.to_string()));
        assert_eq!((completion.values().len(), completion.count()), (100, 150));
        assert_eq!(Completion::new(["a"]).total(7).count(), 7);
        assert_eq!(Completion::new(["a", "b"]).total(0).count(), 2);
    }

    #[test]
    fn comp_04_the_best_fit_is_first() {
        let cities = ["Bamberg", "Nuremberg", "Berlin", "Bergen", "Oslo"];
        assert_eq!(
            Completion::matching(cities, "ber").values(),
            ["Bergen", "Berlin", "Bamberg", "Nuremberg"]
        );
        assert_eq!(Completion::matching(cities, "Berlni").values(), ["Berlin"]);
        assert_eq!(Completion::matching(cities, "").values().len(), 5);
        assert!(Completion::matching(cities, "xyz").values().is_empty());
    }
}
