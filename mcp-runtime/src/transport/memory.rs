//! A connection inside the process, for tests: the framing, ids, cancellation and end of stdio without a pipe.

use super::lines::{Connection, Drain, LineBuffer, Next, Outbox, Polled, Slot, poller};
use crate::dispatch::Service;
use crate::lock::lock;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The client's end of a connection to a [`Service`] in the same process.
///
/// What is sent is answered as on stdio: on the calling thread when the answer is ready at once, else in the runtime.
/// Dropping it is the client hanging up: calls in flight are cancelled.
pub struct Memory {
    connection: Arc<Connection>,
    input: Mutex<Input>,
    answers: tokio::sync::Mutex<UnboundedReceiver<String>>,
}

struct Input {
    lines: LineBuffer,
    line: Vec<u8>,
    slot: Arc<Slot>,
    poll: Polling,
}

/// A [`poller`], whose type has no name.
type Polling = Box<dyn FnMut(&mut Vec<u8>) -> Polled + Send>;

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("connection", &self.connection).finish_non_exhaustive()
    }
}

impl Service {
    /// Opens a connection inside the process, for tests: of what a tool asks, of what a client is told. The crate's page has one,
    /// under *Asking the user*.
    ///
    /// # Panics
    /// Outside a tokio runtime, on which calls that wait go on.
    #[must_use]
    pub fn connect(&self) -> Memory {
        let (sender, answers) = unbounded_channel();
        let outbox = Outbox::new(Box::new(Lines { sender }), Drain::Inline);
        let connection = Connection::new(self.clone(), outbox, Handle::current());
        let slot = Arc::new(Slot::default());
        let input = Input {
            lines: LineBuffer::new(connection.line_limit()),
            line: Vec::new(),
            poll: Box::new(poller(Arc::clone(&connection), Arc::clone(&slot))),
            slot,
        };
        Memory { connection, input: Mutex::new(input), answers: tokio::sync::Mutex::new(answers) }
    }
}

impl Memory {
    /// Sends one message, as a line of its own.
    pub fn send(&self, message: impl AsRef<[u8]>) {
        self.send_bytes(message.as_ref());
        self.send_bytes(b"\n");
    }

    /// Sends bytes as they are: part of a line, or several lines.
    pub fn send_bytes(&self, bytes: &[u8]) {
        let mut input = lock(&self.input);
        let Input { lines, line, slot, poll } = &mut *input;
        lines.extend(bytes);
        let mut ready = Vec::new();
        loop {
            let answer = match lines.next() {
                Next::Line(next) => {
                    line.clear();
                    line.extend_from_slice(next);
                    let polled = poll(line);
                    self.connection.settle(slot, polled)
                }
                Next::TooLong => Some(self.connection.too_long()),
                Next::More => break,
            };
            if let Some(answer) = answer {
                answer.body.append_to(&mut ready);
                ready.push(b'\n');
            }
        }
        self.connection.outbox().write(&mut ready);
    }

    /// The next line from the server; `None` after [`close`](Self::close), when all have been received.
    pub async fn receive(&self) -> Option<String> {
        self.answers.lock().await.recv().await
    }

    /// The next line from the server if it is already there.
    #[must_use]
    pub fn try_receive(&self) -> Option<String> {
        self.answers.try_lock().ok()?.try_recv().ok()
    }

    /// Ends the input, as a client does that closes the server's stdin. Calls in flight have
    /// [`Limits::grace`](crate::Limits::grace) to finish; then they are cancelled.
    pub async fn close(&self) {
        self.connection.end().await;
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.connection.abandon();
    }
}

/// Takes whole lines apart.
struct Lines {
    sender: UnboundedSender<String>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = String::from_utf8(line.to_vec()).map_err(std::io::Error::other)?;
            self.sender.send(line).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
