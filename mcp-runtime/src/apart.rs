//! Awaiting a large future without a copy of it in whatever awaits.

use std::pin::{Pin, pin};
use std::task::{Context, Poll};

/// Awaits, with the code of the future in one place.
///
/// An `async` body is compiled into each part of the program that awaits it, as closures are, with all that it awaits itself. What
/// carries a request out, and what a subcommand does, would be there up to five times.
pub(crate) async fn apart<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    std::future::poll_fn(|context| poll(future.as_mut(), context)).await
}

#[inline(never)]
fn poll<F: Future>(future: Pin<&mut F>, context: &mut Context<'_>) -> Poll<F::Output> {
    future.poll(context)
}
