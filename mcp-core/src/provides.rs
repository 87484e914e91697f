//! Borrowed parameters: what the server, not the model, gives to a tool.

use std::sync::Arc;

use crate::Context;

/// A server state that can lend a `T` to a tool that takes `&T`.
///
/// `#[derive(Provides)]` on the state makes every field available, the state itself, and the
/// request's [`Context`].
#[diagnostic::on_unimplemented(
    message = "the server's state `{Self}` does not provide `{T}`",
    label = "borrows `&{T}`, which `{Self}` does not lend",
    note = "write `#[derive(Provides)]` on `{Self}` and give it a field of type `{T}`: every field is lent by its type",
    note = "what comes from the model is taken by value, without `&`"
)]
pub trait Provides<T: ?Sized> {
    /// Lends the value for one call.
    fn provide<'a>(&'a self, context: &'a Context) -> &'a T;
}

impl Provides<Self> for () {
    fn provide<'a>(&'a self, _: &'a Context) -> &'a Self {
        self
    }
}

impl Provides<Context> for () {
    fn provide<'a>(&'a self, context: &'a Context) -> &'a Context {
        context
    }
}

impl<T: ?Sized, S: Provides<T>> Provides<T> for Arc<S> {
    fn provide<'a>(&'a self, context: &'a Context) -> &'a T {
        S::provide(self, context)
    }
}
