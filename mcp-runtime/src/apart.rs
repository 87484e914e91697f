//! Awaiting a large future without a copy of it in whatever awaits.

use std::pin::Pin;

/// A future whose code stands in one place.
///
/// An `async` body is compiled into each crate that awaits it, as closures are, with all that it awaits itself, and what drops it into
/// nearly every part of them. Behind a pointer it is compiled where the pointer is made: in this crate, when that is done in a function
/// that is neither `async` nor generic.
pub(crate) type Apart<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Puts a future apart.
#[inline(never)]
pub(crate) fn apart<'a, F: Future + Send + 'a>(future: F) -> Apart<'a, F::Output> {
    Box::pin(future)
}
