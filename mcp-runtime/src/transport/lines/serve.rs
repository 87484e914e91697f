//! Serves one line-framed connection over blocking reads and writes.

use super::{Connection, Drain, LineBuffer, Next, Outbox, poller};
use crate::dispatch::Service;
use crate::error::ServeError;
use crate::race::{Either, race};
use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Answers are written when this many bytes are ready, even if more messages have arrived.
const FLUSH: usize = 256 << 10;

/// Serves until the input ends, the output breaks or `stop` is ready.
///
/// Messages are read, and answered as far as that needs no waiting, on a thread of their own: handing each message from a
/// reading thread to the runtime costs several times what answering it does. Calls that wait go on in the runtime.
/// The thread is left behind when it still waits for input at the end, as only the other side can wake it.
pub(crate) async fn serve<S, R, W>(
    service: Service<S>,
    input: R,
    output: W,
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError>
where
    S: Send + Sync + 'static,
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let outbox = Outbox::new(Box::new(output), Drain::Thread);
    let connection = Connection::new(service, outbox, Handle::current());
    let (tell, told) = oneshot::channel();
    let reader = Arc::clone(&connection);
    let runtime = Handle::current();
    std::thread::Builder::new()
        .name("taffrail-reader".into())
        .spawn(move || {
            // What a tool does before it first waits may need the runtime: timers, sockets, `tokio::spawn`.
            let _entered = runtime.enter();
            let _ = tell.send(read(&reader, input));
        })
        .map_err(ServeError::thread)?;
    let ended = race(race(told, connection.outbox().broken()), stop).await;
    match ended {
        Either::Left(Either::Left(Ok(Ok(())))) => tracing::debug!("end of input"),
        Either::Left(Either::Left(Ok(Err(error)))) => {
            connection.abandon();
            return Err(ServeError::input(error));
        }
        Either::Left(Either::Left(Err(_))) => {
            connection.abandon();
            return Err(ServeError::reader_died());
        }
        Either::Left(Either::Right(())) => {
            tracing::debug!("nobody reads the answers any more");
            connection.abandon();
            return Ok(());
        }
        Either::Right(()) => tracing::debug!("asked to stop"),
    }
    connection.end().await;
    Ok(())
}

fn read<S: Send + Sync + 'static>(
    connection: &Arc<Connection<S>>,
    mut input: impl Read,
) -> std::io::Result<()> {
    let mut answer = poller(Arc::clone(connection));
    let mut lines = LineBuffer::new(connection.line_limit());
    let mut ready = Vec::new();
    loop {
        loop {
            match lines.next() {
                Next::Line(line) => answer(line, &mut ready),
                Next::TooLong => {
                    ready.extend_from_slice(&connection.too_long().body);
                    ready.push(b'\n');
                }
                Next::More => break,
            }
            if ready.len() >= FLUSH {
                connection.outbox().write(&mut ready);
            }
        }
        // One write for all that had arrived, and only then wait for more.
        connection.outbox().write(&mut ready);
        match input.read(lines.spare()) {
            Ok(0) => break,
            Ok(count) => lines.filled(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    if let Some(line) = lines.last() {
        answer(line, &mut ready);
        connection.outbox().write(&mut ready);
    }
    Ok(())
}
