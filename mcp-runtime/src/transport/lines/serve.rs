//! Serves one line-framed connection over blocking reads and writes.

use super::{Connection, Drain, Outbox, Turns};
use crate::apart::Apart;
use crate::dispatch::Service;
use crate::error::ServeError;
use crate::race::{Either, race};
use std::io::{Read, Write};
use tokio::runtime::Handle;

/// Serves until the input ends, the output breaks or `stop` is ready.
///
/// Messages are read, and answered as far as that needs no waiting, on a thread of their own: handing each message from a
/// reading thread to the runtime costs several times what answering it does. Calls that wait go on in the runtime.
/// The thread is left behind when it still waits for input at the end, as only the other side can wake it.
pub(crate) async fn serve<R, W>(
    service: Service,
    input: R,
    output: W,
    stop: Apart<'_, ()>,
) -> Result<(), ServeError>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let outbox = Outbox::new(Box::new(output), Drain::Thread);
    let connection = Connection::new(service, outbox, Handle::current());
    let (turns, told) = Turns::new(std::sync::Arc::clone(&connection), input);
    turns.begin(0).map_err(ServeError::thread)?;
    let broken = connection.outbox().broken();
    let ended = race(race(told, broken), race(stop, turns.watch())).await;
    let result = match ended {
        Either::Left(Either::Left(Ok(Ok(())))) => {
            tracing::debug!("end of input");
            connection.end().await;
            Ok(())
        }
        Either::Right(_) => {
            tracing::debug!("asked to stop");
            connection.end().await;
            Ok(())
        }
        Either::Left(Either::Right(())) => {
            tracing::debug!("nobody reads the answers any more");
            Ok(())
        }
        Either::Left(Either::Left(Ok(Err(error)))) => Err(ServeError::input(error)),
        Either::Left(Either::Left(Err(_))) => Err(ServeError::reader_died()),
    };
    connection.abandon();
    turns.rest().await;
    result
}
