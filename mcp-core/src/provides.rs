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
    note = "give `{Self}` a field of type `{T}`: a struct with `#[derive(Provides)]` lends each field by its type",
    note = "`()` has no fields: write `#[derive(Provides)] struct App {{ … }}`, and name it in place of `()`",
    note = "what comes from the model is taken by value, without `&`"
)]
pub trait Provides<T: ?Sized> {
    /// Lends the value for one call.
    fn provide<'a>(&'a self, context: &'a Context) -> &'a T;
}

// Not what anybody lacks who lacks something else.
#[diagnostic::do_not_recommend]
impl Provides<Self> for () {
    fn provide<'a>(&'a self, _: &'a Context) -> &'a Self {
        self
    }
}

#[diagnostic::do_not_recommend]
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
