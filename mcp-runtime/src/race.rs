//! Waiting for the first of two futures.

use std::pin::pin;
use std::task::Poll;

/// Which of two futures was ready first.
#[derive(Debug)]
pub(crate) enum Either<A, B> {
    Left(A),
    Right(B),
}

/// Waits for the first of two; the other is dropped. The left one wins a tie.
pub(crate) async fn race<A: Future, B: Future>(left: A, right: B) -> Either<A::Output, B::Output> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    std::future::poll_fn(|context| {
        if let Poll::Ready(output) = left.as_mut().poll(context) {
            return Poll::Ready(Either::Left(output));
        }
        right.as_mut().poll(context).map(Either::Right)
    })
    .await
}
